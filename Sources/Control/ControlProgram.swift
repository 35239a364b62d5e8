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
    do throws(Failure) {
      try perform(arguments)
      return 0
    } catch {
      guard let message = error.message else { return error.exitCode }
      var text = "ballctl: \(plainText(message))\n"
      if let hint = error.hint { text += "  \(plainText(hint))\n" }
      // Nobody is left to be told that standard error is gone.
      try? writeAll(text, to: errors)
      return error.exitCode
    }
  }

  private func perform(_ arguments: [String]) throws(Failure) {
    let output = Output(number: output)
    let outcome: OptionTable.Outcome
    do throws(UsageError) {
      outcome = try Command.table.parse(arguments)
    } catch {
      throw Failure(error)
    }
    switch outcome {
    case .print(let text): try output.write(text)
    case .run(let values): try perform(values, on: output)
    }
  }

  private func perform(_ values: Values, on output: Output) throws(Failure) {
    let command: Command
    do throws(UsageError) {
      command = try Command(values)
    } catch {
      throw Failure(error)
    }
    let session = try Session(directory: values.value("runtime-dir"))
    switch command {
    case .status(let json): try status(of: session, on: output, json: json)
    case .watch(let rate, let json): try watch(session, on: output, rate: rate, json: json)
    case .sensors: try sensors(of: session, on: output)
    case .whichWay: try whichWay(session, from: input, on: output)
    case .calibrate(let how): try calibrate(how, in: session, from: input, on: output)
    case .request(let request): try session.confirm(request)
    case .tables: try tables(of: session, on: output)
    case .runs(let query): try runs(of: session, query, on: output)
    case .record(let path): try record(session, into: path)
    case .send(let fast): try send(from: input, to: session, fast: fast)
    }
  }

  /// Prints the tables that can be asked for, a line each.
  private func tables(of session: Session, on output: Output) throws(Failure) {
    for case .tables(let list) in try session.confirm(.tables).map(\.message) {
      try output.write(list.readable)
    }
  }
}
