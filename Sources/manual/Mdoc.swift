// SPDX-License-Identifier: MIT

internal import Daemon
internal import Options

/// Lists for a page of the manual, in mdoc(7).
enum Mdoc {
  /// The options of a program.
  static func options(_ table: OptionTable) -> String {
    list(
      table.options.map { option in
        var head = option.short.map { "Fl \($0) , " } ?? ""
        head += "Fl Fl \(option.name)"
        if let value = option.value {
          head += option.isValueOptional ? " Ns Op Ns = Ns Ar \(value)" : " Ns = Ns Ar \(value)"
        }
        let often = option.isRepeatable ? "; may be given more than once" : ""
        return (head, option.meaning + often)
      })
  }

  /// The commands of a program.
  static func commands(_ table: OptionTable) -> String {
    list(
      table.commands.map { command in
        let operands = command.operands.map { " Ar \($0)" }.joined()
        return ("Cm \(command.name)" + operands, command.meaning)
      })
  }

  /// How a program can end.
  static func exitStatuses(_ table: OptionTable) -> String {
    list(table.exitStatuses.map { ("\($0.code)", $0.meaning) })
  }

  /// The settings, section by section.
  static func settings() -> String {
    var text = ""
    var rest = SettingDescription.all[...]
    while let section = rest.first?.section {
      let those = rest.prefix { $0.section == section }
      rest = rest.dropFirst(those.count)
      text += ".Ss [\(section)]\n"
      text += list(
        those.map { setting in
          let standard = setting.standard.isEmpty ? "empty" : setting.standard
          return (
            "Ic \(setting.key)",
            "\(setting.meaning): \(setting.expected); by default "
              + (setting.feel.map { "what feel gives, \(standard) with \($0)" } ?? standard)
              + (setting.isTakenAtStart ? "; a change takes effect at the next start" : "")
          )
        })
    }
    return text
  }

  private static func list(_ entries: [(head: String, meaning: String)]) -> String {
    var text = ".Bl -tag -width Ds\n"
    for (head, meaning) in entries {
      text += ".It \(head)\n" + sentence(meaning) + "\n"
    }
    return text + ".El\n"
  }

  /// A phrase as a sentence, in lines that a terminal shows whole.
  private static func sentence(_ phrase: String) -> String {
    let whole = phrase.prefix(1).uppercased() + phrase.dropFirst() + "."
    var lines: [String] = []
    for word in whole.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= 78 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.map(escaped).joined(separator: "\n")
  }

  /// A line of text that roff takes as it is.
  private static func escaped(_ line: String) -> String {
    let text = line.replacing("\\", with: "\\e")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
