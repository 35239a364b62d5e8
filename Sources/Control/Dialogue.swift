// SPDX-License-Identifier: MIT

internal import Options
internal import Posix

/// Questions to somebody who holds the board, each answered by Enter.
///
/// A program that asks in ballctl's place gets each as `{"class":"question","about":…}`.
struct Dialogue {
  private var lines: LineReader
  private let output: Output
  /// Whether the answer's Enter shows in the output as well.
  private let isOnTerminal: Bool

  init(input: Int32, output: Output) {
    lines = LineReader(input: input)
    self.output = output
    isOnTerminal = Process.isTerminal(input)
  }

  /// Asks, and waits for Enter.
  ///
  /// - Parameters:
  ///   - question: what people are asked.
  ///   - about: a stable word for programs.
  ///   - end: what it means when the input ends here.
  /// - Throws: that, or that the input or the output failed.
  mutating func ask(
    _ question: String, about: StaticString, orElse end: String
  ) throws(Failure) {
    try output.tell(question)
    try output.tell(line: Array("{\"class\":\"question\",\"about\":\"\(about)\"}".utf8))
    guard try lines.next() else { throw Failure(exitCode: .inputOutput, message: end) }
    if isOnTerminal { output.lineWasEnded() } else { try output.endLine() }
  }
}
