// SPDX-License-Identifier: MIT

/// The options of one program, declared once: its command line is read by them, and its help, its
/// man page's list and its completions are made from them.
public struct OptionTable: Sendable {
  /// The program's name.
  public let program: String
  /// What the program does: one sentence.
  public let summary: String
  /// The options in the order of the help, `--help` and `--version` at the end.
  public let options: [Option]
  /// What stands for the operands in the help, such as `COMMAND`; nil if there are none.
  public let operands: String?
  /// What the first operand may be, if the program is one of commands.
  public let commands: [Subcommand]
  /// A paragraph at the end of the help, printed as it is.
  public let closing: String
  /// How the program can end.
  public let exitStatuses: [ExitStatus]

  /// Declares a program; `--help` (-h) and `--version` (-V) are added.
  public init(
    program: String, summary: String, options: [Option], operands: String? = nil,
    commands: [Subcommand] = [], closing: String = "", exitStatuses: [ExitStatus] = []
  ) {
    self.program = program
    self.summary = summary
    self.options =
      options + [
        .flag("help", short: "h", "print this help and exit"),
        .flag("version", short: "V", "print the version and exit"),
      ]
    self.operands = operands
    self.commands = commands
    self.closing = closing
    self.exitStatuses = exitStatuses
    precondition(
      Set(self.options.map(\.name)).count == self.options.count, "an option is declared twice")
  }

  /// What a command line asks for.
  public enum Outcome: Sendable {
    /// Run with these options and operands.
    case run(Values)
    /// Print this text on standard output and exit with 0.
    case print(String)
  }

  /// Reads a command line, without the program's own name.
  ///
  /// GNU's habits: options and operands may be mixed, `--name value` is `--name=value`, `--` ends
  /// the options, and `-` is an operand. The first `--help` or `--version` decides at once.
  public func parse(_ arguments: [String]) throws(UsageError) -> Outcome {
    var values = Values(table: self)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        for operand in rest { try add(operand, to: &values) }
        break
      }
      if argument.hasPrefix("--") {
        let (option, value) = try read(argument, &rest)
        if option.name == "help" { return .print(help) }
        if option.name == "version" { return .print("\(program) \(balldVersion)\n") }
        values.add(option, value)
      } else if argument.hasPrefix("-"), argument != "-" {
        for letter in argument.dropFirst() {
          guard let option = options.first(where: { $0.short == letter }) else {
            throw usage("unknown option '-\(letter)'")
          }
          if option.name == "help" { return .print(help) }
          if option.name == "version" { return .print("\(program) \(balldVersion)\n") }
          values.add(option, nil)
        }
      } else {
        try add(argument, to: &values)
      }
    }
    return .run(values)
  }

  /// A usage error of this program, for what only the program itself can judge.
  public func usage(_ message: String) -> UsageError {
    UsageError(message: "\(message); see '\(program) --help'")
  }

  private func add(_ operand: String, to values: inout Values) throws(UsageError) {
    guard operands != nil else { throw usage("unexpected argument \(excerpt(operand))") }
    values.operands.append(operand)
  }

  /// Reads `--name`, `--name=value` or `--name value`, the latter's value from `rest`.
  private func read(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> (Option, String?) {
    let parts = argument.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let joined = parts.count > 1 ? String(parts[1]) : nil
    guard let option = options.first(where: { $0.name == name }) else {
      throw usage("unknown option \(excerpt("--\(name)"))")
    }
    guard let placeholder = option.value else {
      if joined != nil { throw usage("option '--\(name)' takes no value") }
      return (option, nil)
    }
    if option.isValueOptional { return (option, joined) }
    guard let value = joined ?? rest.popFirst() else {
      throw usage("option '--\(name)' needs a value: --\(name)=\(placeholder)")
    }
    return (option, value)
  }
}

/// A command line that can't be read: its description is one line, its exit code `ExitCode.usage`.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The exit code for a command line that can't be read.
  public static let exitCode = ExitCode.usage.rawValue

  /// What is wrong, and where to read more.
  public let description: String

  /// Wraps a message, as plain text.
  public init(message: String) { description = plainText(message) }
}
