// SPDX-License-Identifier: MIT

/// One line of a text, without its ending.
///
/// The bytes are borrowed: they stand until the splitter that gave the line is asked again.
public struct TextLine {
  /// The line's bytes, without the newline, a carriage return before it and a byte order mark.
  public let bytes: UnsafeBufferPointer<UInt8>
  /// The line's number; the first is 1.
  public let number: Int
  /// Whether a newline ended it: only a text's last line can lack one.
  public let isTerminated: Bool

  /// A line of borrowed bytes.
  public init(bytes: UnsafeBufferPointer<UInt8>, number: Int, isTerminated: Bool) {
    self.bytes = bytes
    self.number = number
    self.isTerminated = isTerminated
  }
}

/// A line is longer than the splitter's bound.
public struct LineTooLong: Error, Equatable, Sendable {
  /// The number of the line; the first is 1.
  public let line: Int
  /// The bound, bytes.
  public let maximumLength: Int
}

/// Cuts a text that arrives in blocks of any size into lines.
///
/// Knows LF and CRLF, drops a byte order mark at the start, and bounds the length of a line. A line
/// that lies within one block isn't copied.
public struct LineSplitter: ~Copyable {
  private let maximumLength: Int
  /// The beginning of a line whose end is in a later block, in memory that grows with such lines:
  /// mostly there is none, and a splitter may live for one block alone.
  private var pending = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
  private var pendingCount = 0
  private var pendingIsDelivered = false
  /// The number of the line that was given out last.
  private var count: Int

  /// A splitter for lines of at most `maximumLength` bytes, their ending included.
  ///
  /// One that goes on in the middle of a text is told the number of the line to come.
  public init(maximumLength: Int, firstLine: Int = 1) {
    precondition(maximumLength > 0)
    self.maximumLength = maximumLength
    count = firstLine - 1
  }

  deinit { pending.deallocate() }

  /// Takes the next line off `block`; nil when the block is used up and more must be read.
  public mutating func next(
    from block: inout UnsafeBufferPointer<UInt8>
  ) throws(LineTooLong) -> TextLine? {
    forgetDelivered()
    guard let length = Self.lengthToNewline(block) else {
      try keep(block)
      block = UnsafeBufferPointer(rebasing: block[block.count...])
      return nil
    }
    let head = UnsafeBufferPointer(rebasing: block[..<length])
    block = UnsafeBufferPointer(rebasing: block[(length + 1)...])
    if pendingCount == 0 {
      if length >= maximumLength { throw tooLong }
      return line(head, isTerminated: true)
    }
    try keep(head)
    pendingIsDelivered = true
    return line(UnsafeBufferPointer(rebasing: pending[..<pendingCount]), isTerminated: true)
  }

  /// After the last block: the line that no newline ended; nil when there is none.
  public mutating func last() -> TextLine? {
    forgetDelivered()
    if pendingCount == 0 { return nil }
    pendingIsDelivered = true
    return line(UnsafeBufferPointer(rebasing: pending[..<pendingCount]), isTerminated: false)
  }

  private var tooLong: LineTooLong {
    LineTooLong(line: count + 1, maximumLength: maximumLength)
  }

  private mutating func forgetDelivered() {
    if pendingIsDelivered {
      pendingCount = 0
      pendingIsDelivered = false
    }
  }

  private mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) throws(LineTooLong) {
    if bytes.count >= maximumLength - pendingCount { throw tooLong }
    makeRoom(for: bytes.count)
    for byte in bytes {
      pending[pendingCount] = byte
      pendingCount += 1
    }
  }

  private mutating func makeRoom(for count: Int) {
    let needed = pendingCount + count
    if needed <= pending.count { return }
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: max(needed, min(2 * pending.count, maximumLength), 64))
    _ = larger.initialize(from: pending[..<pendingCount])
    pending.deallocate()
    pending = larger
  }

  private static func lengthToNewline(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = 0
    while index < bytes.count {
      if bytes[index] == Ascii.newline { return index }
      index += 1
    }
    return nil
  }

  private mutating func line(
    _ bytes: UnsafeBufferPointer<UInt8>, isTerminated: Bool
  ) -> TextLine {
    count += 1
    var range = 0..<bytes.count
    if range.upperBound > 0, bytes[range.upperBound - 1] == Ascii.carriageReturn {
      range = 0..<(range.upperBound - 1)
    }
    if count == 1, range.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      range = 3..<range.upperBound
    }
    return TextLine(
      bytes: UnsafeBufferPointer(rebasing: bytes[range]), number: count,
      isTerminated: isTerminated)
  }
}
