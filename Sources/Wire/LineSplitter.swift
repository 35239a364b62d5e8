// SPDX-License-Identifier: MIT

/// Cuts a stream of bytes into lines, however the bytes arrive, within bounded memory.
///
/// After each `append`, `next` is to be called until it gives nil: then no more is held than one
/// unfinished line of less than the limit.
public struct LineSplitter: Sendable {
  /// What a stream consists of.
  public enum Line: Hashable, Sendable {
    /// A line without its `\n`.
    case line([UInt8])
    /// A line that exceeds the limit: reported once, and skipped to its end.
    case tooLong
  }

  private let limit: Int
  private var buffer: [UInt8] = []
  /// Where the first unread line begins.
  private var start = 0
  /// Up to where that line has been searched for its end.
  private var searched = 0
  /// Whether the rest of a line that was too long is being dropped.
  private var isSkipping = false

  /// Makes a splitter for lines of at most `limit` bytes, the `\n` included.
  public init(limit: Int) {
    precondition(limit > 0, "a line has at least its end")
    self.limit = limit
  }

  /// How many bytes are held.
  var held: Int { buffer.count }

  /// Takes in what has arrived.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(contentsOf: bytes)
  }

  /// Takes in what has arrived.
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
  }

  /// The next line, or nil until more arrives.
  public mutating func next() -> Line? {
    while let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = start..<end
      start = end + 1
      searched = start
      guard isSkipping else {
        return line.count < limit ? .line(Array(buffer[line])) : .tooLong
      }
      isSkipping = false
    }
    searched = buffer.count
    let tooLong = !isSkipping && buffer.count - start >= limit
    if tooLong { isSkipping = true }
    if isSkipping { start = buffer.count }
    compact()
    return tooLong ? .tooLong : nil
  }

  /// The last line of a stream that has ended without a `\n`, or nil if it ended with one.
  public mutating func finish() -> Line? {
    if let line = next() { return line }
    guard !isSkipping, start < buffer.count else { return nil }
    let line = Array(buffer[start...])
    start = buffer.count
    searched = start
    compact()
    return .line(line)
  }

  private mutating func compact() {
    guard start > 0 else { return }
    buffer.removeSubrange(..<start)
    searched -= start
    start = 0
  }
}
