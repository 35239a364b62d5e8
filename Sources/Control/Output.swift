// SPDX-License-Identifier: MIT

internal import Posix

/// Standard output: what is written is out at once.
struct Output {
  let number: Int32

  func write(_ text: String) throws(Failure) {
    do throws(Errno) {
      try writeAll(text, to: number)
    } catch .brokenPipe {
      throw .outputClosed
    } catch {
      throw Failure(exitCode: 74, message: "cannot write to standard output: \(error)")
    }
  }

  /// Writes a line of bytes that came without its end.
  func write(line: [UInt8]) throws(Failure) {
    try write(String(decoding: line, as: UTF8.self) + "\n")
  }
}
