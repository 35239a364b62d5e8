// SPDX-License-Identifier: MIT

internal import Options
internal import Wire

/// The lines of a daemon from a file or a pipe, as `balld --print` writes them.
struct RecordedLines {
  /// A line that is not a daemon's.
  struct Malformed: Error, CustomStringConvertible {
    let line: Int
    let reason: String

    var description: String {
      "standard input, line \(line): \(plainText(reason)); it takes what 'balld --print' writes"
    }
  }

  private var player = Player(rate: 60)
  private var splitter = LineSplitter(limit: Limits.clientLine)
  private var count = 0

  init() { _ = player.opened(mayControl: false) }

  /// Takes in some bytes.
  mutating func take(_ bytes: ArraySlice<UInt8>) throws(Malformed) {
    splitter.append(bytes)
    while let line = splitter.next() { try take(line) }
  }

  /// The player after the last line; nil if there was none.
  mutating func finish() throws(Malformed) -> Player? {
    if let line = splitter.finish() { try take(line) }
    if count == 0 { return nil }
    guard player.hasPicture else {
      throw Malformed(line: count, reason: "it ends without a table and a state")
    }
    return player
  }

  private mutating func take(_ line: LineSplitter.Line) throws(Malformed) {
    count += 1
    let bytes: [UInt8]
    switch line {
    case .line(let found): bytes = found
    case .tooLong: throw Malformed(line: count, reason: "too long")
    }
    if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return }
    do throws(MessageError) {
      // Recorded time has no clock: notices that would fade with it are not shown.
      if let message = try Message.decode(bytes) { _ = player.take(message, at: 0) }
    } catch {
      throw Malformed(line: count, reason: error.description)
    }
  }
}
