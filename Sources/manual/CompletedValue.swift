// SPDX-License-Identifier: MIT

internal import Options

/// What a shell offers for the value of an option, or for what a command needs.
enum CompletedValue {
  case words([String])
  case files
  case directories
  /// The names of the tables, as balld lists them.
  case tables
  case nothing

  /// For an option's value, by what stands for it in the help.
  init(_ option: Option) {
    self =
      if !option.choices.isEmpty {
        .words(option.choices)
      } else if let value = option.value {
        value.contains("DIR") ? .directories : value.contains("FILE") ? .files : .nothing
      } else {
        .nothing
      }
  }

  /// For what a command needs first, by what stands for it in the help.
  init(_ command: Subcommand) {
    self =
      switch command.operands.first {
      case "NAME", "[TABLE]": .tables
      case "FILE": .files
      default: .nothing
      }
  }
}

extension Subcommand {
  /// Its meaning in the few words for which a list of completions has room.
  var brief: String { String(meaning.prefix { !";:".contains($0) }) }
}

extension Option {
  /// Its meaning in the few words for which a list of completions has room.
  var brief: String { String(meaning.prefix { $0 != ";" }) }
}
