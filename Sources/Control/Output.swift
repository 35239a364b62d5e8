// SPDX-License-Identifier: MIT

internal import Options
internal import Posix

/// Standard output, for people or for programs: what is written is out at once.
final class Output {
  /// The descriptor.
  let number: Int32
  /// Whether programs read it: then each line is a JSON object.
  let isForPrograms: Bool
  /// Whether a question stands in the last line, which has no end yet.
  private(set) var isMidLine = false

  init(number: Int32, isForPrograms: Bool = false) {
    self.number = number
    self.isForPrograms = isForPrograms
  }

  /// Writes what people read; programs get nothing.
  func tell(_ text: String) throws(Failure) {
    if !isForPrograms { try write(text) }
  }

  /// Writes what programs read, a line that came without its end; people get nothing.
  func tell(line: [UInt8]) throws(Failure) {
    if isForPrograms { try write(line: line) }
  }

  func write(_ text: String) throws(Failure) {
    do throws(Errno) {
      try writeAll(text, to: number)
    } catch .brokenPipe {
      throw .outputClosed
    } catch {
      throw Failure(exitCode: .inputOutput, message: "cannot write to standard output: \(error)")
    }
    if let last = text.utf8.last { isMidLine = last != UInt8(ascii: "\n") }
  }

  /// Writes a line of JSON that came without its end: what could give a terminal an order is escaped,
  /// and means the same.
  func write(line: [UInt8]) throws(Failure) {
    // DEL; or 0xC2, with which the others begin in UTF-8.
    guard line.contains(where: { $0 == 0x7f || $0 == 0xc2 }) else {
      return try write(String(decoding: line, as: UTF8.self) + "\n")
    }
    var text = ""
    // JSON itself refuses those below a blank within texts, and has no others elsewhere.
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      if (0x7f...0x9f).contains(scalar.value) {
        text += "\\u00" + String(scalar.value, radix: 16)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    try write(text + "\n")
  }

  /// Ends the line in which a question stands, if one does.
  func endLine() throws(Failure) {
    if isMidLine { try write("\n") }
  }

  /// The terminal has ended the line, by showing the Enter of whoever answered.
  func lineWasEnded() { isMidLine = false }
}
