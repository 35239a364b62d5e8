// SPDX-License-Identifier: MIT

public import Options
internal import Posix
internal import Wire

/// The program `ballctl`, with its three standard descriptors: one run, one exit code.
public struct ControlProgram: Sendable {
  /// The program's options and commands, declared once for the parser, the help and the manual.
  public static let options = Command.table

  private let input: Int32
  private let output: Int32
  private let errors: Int32

  /// Makes the program with these descriptors, which stay their owner's.
  public init(input: Int32 = 0, output: Int32 = 1, errors: Int32 = 2) {
    self.input = input
    self.output = output
    self.errors = errors
  }

  /// Does what the arguments (without the program's name) ask for, and returns the exit code.
  ///
  /// SIGPIPE must be ignored: an output that nobody reads any more ends the run with 0.
  public func run(_ arguments: [String]) -> Int32 {
    do throws(UsageError) {
      switch try Command.table.parse(arguments) {
      case .print(let text):
        let output = Output(number: output)
        return end(output) { () throws(Failure) in try output.write(text) }
      case .run(let values):
        let output = Output(number: output, isForPrograms: values.has("json"))
        return end(output) { () throws(Failure) in try perform(values, on: output) }
      }
    } catch {
      // Whether programs read the output isn't known.
      tell(Failure(error))
      return UsageError.exitCode
    }
  }

  /// Does something, and says why it failed if it did; the exit code.
  func end(_ output: Output, _ body: () throws(Failure) -> Void) -> Int32 {
    do throws(Failure) {
      try body()
      return 0
    } catch {
      // What can't be written there any more is told on standard error all the same.
      try? output.endLine()
      if let report = error.report {
        try? output.tell(line: Array(Message.error(report).line.dropLast()))
      }
      tell(error)
      return error.exitCode
    }
  }

  /// Says on standard error why it failed, if there is anything to say.
  private func tell(_ failure: Failure) {
    guard let message = failure.message else { return }
    warn(message, hint: failure.hint)
  }

  /// Says something on standard error.
  func warn(_ message: String, hint: String? = nil) {
    var text = "ballctl: \(plainText(message))\n"
    if let hint { text += "  \(plainText(hint))\n" }
    // Nobody is left to be told that standard error is gone.
    try? writeAll(text, to: errors)
  }

  private func perform(_ values: Values, on output: Output) throws(Failure) {
    let command: Command
    do throws(UsageError) {
      command = try Command(values)
    } catch {
      throw Failure(error)
    }
    try perform(command, in: Session(directory: values.value("runtime-dir")), on: output)
  }

  /// Does what a command asks for, over a connection that there is.
  func perform(_ command: Command, in session: Session, on output: Output) throws(Failure) {
    switch command {
    case .status: try status(of: session, on: output)
    case .watch(let rate): try watch(session, on: output, rate: rate)
    case .sensors: try sensors(of: session, on: output)
    case .whichWay: try whichWay(session, from: input, on: output)
    case .calibrate(let how): try calibrate(how, in: session, from: input, on: output)
    case .reset(let what): try reset(what, in: session, on: output)
    case .request(let request):
      if let last = try session.confirm(request).last { try output.tell(line: last.line) }
    case .tables: try tables(of: session, on: output)
    case .runs(let query): try runs(of: session, query, on: output)
    case .record(let path): try record(session, into: path, on: output)
    case .send(let fast): try send(from: input, to: session, fast: fast, on: output)
    }
  }

  /// Prints the tables that can be asked for, a line each.
  private func tables(of session: Session, on output: Output) throws(Failure) {
    for answer in try session.confirm(.tables) {
      guard case .tables(let list) = answer.message else { continue }
      try output.tell(line: answer.line)
      try output.tell(list.readable)
    }
  }
}
