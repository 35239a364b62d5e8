// SPDX-License-Identifier: MIT

internal import Options

/// What fish completes of a program's command line: a file `PROGRAM.fish` in a directory of its
/// $fish_complete_path.
enum FishCompletion {
  static func text(_ table: OptionTable) -> String {
    let program = table.program
    var text = """
      # SPDX-License-Identifier: MIT
      # Made from \(program)'s option table; `make manual` makes it anew.
      complete -c \(program) -f

      """
    for option in table.options {
      text += "complete -c \(program) -l \(option.name)"
      if let short = option.short { text += " -s \(short)" }
      if option.value != nil, !option.isValueOptional { text += value(of: option) }
      text += " -d \(inFishQuotes(option.brief))\n"
    }
    for command in table.commands {
      text += "complete -c \(program) -n __fish_use_subcommand -a \(command.name)"
      text += " -d \(inFishQuotes(command.brief))\n"
    }
    for command in table.commands {
      let begin = "complete -c \(program) -n '__fish_seen_subcommand_from \(command.name)'"
      switch CompletedValue(command) {
      case .tables:
        text += "\(begin) -a '(balld --list-tables 2>/dev/null | string replace -r \" .*\" \"\")'\n"
      case .files: text += "\(begin) -F\n"
      case .words, .directories, .nothing: break
      }
    }
    return text
  }

  private static func value(of option: Option) -> String {
    switch CompletedValue(option) {
    case .words(let words): " -x -a '\(words.joined(separator: " "))'"
    case .files: " -r -F"
    case .directories: " -x -a '(__fish_complete_directories)'"
    case .tables, .nothing: " -x"
    }
  }

  private static func inFishQuotes(_ text: String) -> String {
    "'" + text.replacing("'", with: "\\'") + "'"
  }
}
