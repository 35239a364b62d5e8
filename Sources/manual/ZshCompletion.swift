// SPDX-License-Identifier: MIT

internal import Options

/// What zsh completes of a program's command line: a file `_PROGRAM` in a directory of its fpath.
enum ZshCompletion {
  static func text(_ table: OptionTable) -> String {
    let program = table.program
    var text = """
      #compdef \(program)
      # SPDX-License-Identifier: MIT
      # Made from \(program)'s option table; `make manual` makes it anew.
      local curcontext="$curcontext" state
      local -a line
      _arguments -C \\

      """
    for option in table.options { text += "  \(specification(of: option)) \\\n" }
    if table.commands.isEmpty { return text + "  && return\n" }
    text += "  '1: :->command' '*: :->operand' && return\n"
    text += "case $state in\n  command)\n    local -a commands=(\n"
    for command in table.commands {
      text += "      '\(command.name):\(escaped(command.brief, ""))'\n"
    }
    text += "    )\n    _describe command commands ;;\n  operand)\n    case $line[1] in\n"
    for command in table.commands {
      switch CompletedValue(command) {
      case .tables:
        text += "      \(command.name))\n        compadd -- "
        text += "${${(f)\"$(balld --list-tables 2>/dev/null)\"}%% *} ;;\n"
      case .files: text += "      \(command.name)) _files ;;\n"
      case .words, .directories, .nothing: break
      }
    }
    return text + "    esac ;;\nesac\n"
  }

  private static func specification(of option: Option) -> String {
    let meaning = "[\(escaped(option.brief, "[]:"))]"
    let name = "--\(option.name)"
    guard let value = option.value else {
      guard let short = option.short else { return "'\(name)\(meaning)'" }
      return "'(-\(short) \(name))'{-\(short),\(name)}'\(meaning)'"
    }
    let action =
      switch CompletedValue(option) {
      case .words(let words): "(\(words.map { escaped($0, ":") }.joined(separator: " ")))"
      case .files: "_files"
      case .directories: "_files -/"
      case .tables, .nothing: " "
      }
    let times = option.isRepeatable ? "*" : ""
    return option.isValueOptional
      ? "'\(times)\(name)=-\(meaning)::\(escaped(value, ":")):\(action)'"
      : "'\(times)\(name)=\(meaning):\(escaped(value, ":")):\(action)'"
  }

  /// A text within single quotes, with a backslash before each of these signs.
  private static func escaped(_ text: String, _ signs: String) -> String {
    text.reduce(into: "") { result, character in
      if character == "'" {
        result += "'\\''"
      } else {
        if signs.contains(character) { result += "\\" }
        result.append(character)
      }
    }
  }
}
