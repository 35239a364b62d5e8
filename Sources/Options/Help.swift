// SPDX-License-Identifier: MIT

extension OptionTable {
  /// The text of `--help`: at most 80 columns, where the placeholders allow it.
  public var help: String {
    var text = "Usage: \(program) [OPTION]..."
    if let operands { text += " \(operands)" }
    text += "\n\(summary)\n\n"
    for option in options {
      let short = option.short.map { "  -\($0), " } ?? "      "
      text += Self.entry(short + option.synopsis, option.meaning, column: 30)
    }
    if !commands.isEmpty {
      text += "\nCommands:\n"
      for command in commands {
        text += Self.entry("  " + command.synopsis, command.meaning, column: 19)
      }
    }
    if !closing.isEmpty { text += "\n\(closing)\n" }
    if !exitStatuses.isEmpty {
      text += "\nExit status:\n"
      for status in exitStatuses {
        text += Self.entry("  \(status.code)", status.meaning, column: 7)
      }
    }
    return text
  }

  /// A head and, from a column on, its meaning, wrapped; below it where the head is too long.
  private static func entry(_ head: String, _ meaning: String, column: Int) -> String {
    var lines = wrapped(meaning, width: 79 - column)[...]
    var text = head
    if head.count + 2 <= column, let first = lines.popFirst() {
      text += spaces(column - head.count) + first
    }
    text += "\n"
    for line in lines { text += spaces(column) + line + "\n" }
    return text
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  private static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
