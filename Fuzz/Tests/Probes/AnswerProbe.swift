// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix
internal import Wire

@testable internal import Control

/// Reads what a fuzzer or a test made up as the answers of a server to `ballctl`.
///
/// Used from one thread.
public final class AnswerProbe: Sendable {
  private let directory: String

  /// A probe that lets `ballctl` print into files of a directory, which is taken away with it.
  public init() throws {
    var template = Array("\(placeForFiles)/balld-answers-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno.current }
    directory = template.withUnsafeBufferPointer {
      $0.baseAddress.map { String(cString: $0) } ?? ""
    }
    let keys = try Descriptor.open("\(directory)/input", .replacing(mode: 0o600))
    try writeAll("\n\n0 0 0 9.8\n\n0.001 1 2 9 0 0 1\n", to: keys.number)
  }

  deinit {
    for name in ["output", "input", "recording"] { unlink("\(directory)/\(name)") }
    rmdir(directory)
  }

  /// Lets `ballctl` ask a server whose answer may be anything, and is there at once.
  ///
  /// The first byte says what it asks for, and whether for people or for programs. Traps where a promise
  /// isn't kept: it ends, by one of its exit codes; and nothing in what people read gives a terminal an order.
  ///
  /// - Returns: whether it was content.
  @discardableResult
  public func read(_ input: [UInt8]) -> Bool {
    guard let mode = input.first else { return false }
    let isForPrograms = mode & 128 != 0
    unlink("\(directory)/recording")
    let commands: [Command] = [
      .status, .watch(rate: nil), .tables, .sensors, .whichWay, .send(fast: true),
      .record(path: "\(directory)/recording"), .request(.level(reset: false)), .request(.restart),
      .runs(RunsQuery(table: nil, isForBests: false, limit: nil)),
      .runs(RunsQuery(table: TableName("a"), isForBests: true, limit: 3)),
    ]
    let command = commands[Int(mode & 127) % commands.count]
    do throws(Errno) {
      let code = try run(command, isForPrograms, answer: Array(input.dropFirst()))
      precondition([0, 1, 65, 69, 70, 74, 77].contains(code), "\(command): \(code)")
      let printed = try Descriptor.open("\(directory)/output", .reading).readAll(atMost: 1 << 22)
      if !isForPrograms {
        let text = String(decoding: printed, as: UTF8.self)
        text.split(separator: "\n").forEach { requirePlain(String($0)) }
      }
      return code == 0
    } catch {
      preconditionFailure("the system refuses: \(error)")
    }
  }

  private func run(
    _ command: Command, _ isForPrograms: Bool, answer: [UInt8]
  ) throws(Errno) -> Int32 {
    let file = try Descriptor.open("\(directory)/output", .replacing(mode: 0o600))
    let input = try Descriptor.open("\(directory)/input", .reading)
    let pair = try UnixSocket.pair()
    let server = try pair.writing.duplicate()
    try writeAll(answer, to: server.number)
    shutdown(server.number, Int32(SHUT_WR))
    let session = Session(
      Connection(consuming: try pair.reading.duplicate(), path: "a", mayControl: true))
    let program = ControlProgram(input: input.number, output: file.number, errors: file.number)
    let output = Output(number: file.number, isForPrograms: isForPrograms)
    let code = program.end(output) { () throws(Failure) in
      try program.perform(command, in: session, on: output)
    }
    try server.close()
    return code
  }
}
