// SPDX-License-Identifier: MIT

public import KeyValue

/// The lines of a recording's file, read a block at a time.
///
/// A value: a copy goes on from where it was made, and neither disturbs the other. Between two blocks
/// it holds a place in the file, and nothing that grows with it.
public struct RecordingLines: Sendable {
  /// What is read.
  public let content: RecordingContent
  private let blockSize: Int
  /// Where the next line begins, and the number of the line before it.
  private var offset: Int64 = 0
  private var lastLine = 0
  /// Whether the last line has been handed out.
  public private(set) var isAtEnd = false

  /// The longest line that is read, bytes, its ending included.
  private let maximumLineLength: Int

  /// The usual bound of a line: no logger writes as much.
  public static let usualLineLength = 1 << 16

  /// Reads `content` from its beginning, in blocks of `blockSize` bytes.
  public init(
    _ content: RecordingContent, blockSize: Int = 1 << 14,
    maximumLineLength: Int = usualLineLength
  ) {
    precondition(blockSize > 0)
    self.content = content
    self.blockSize = blockSize
    self.maximumLineLength = maximumLineLength
  }

  /// Hands out the lines that end in the next blocks, at least one; at the end, the one without its
  /// newline too, and then none.
  ///
  /// Lines' bytes are valid during the call.
  public mutating func readBlock(
    _ take: (TextLine) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    if isAtEnd { return }
    var splitter = LineSplitter(maximumLength: maximumLineLength, firstLine: lastLine + 1)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 1)
    defer { buffer.deallocate() }
    var position = offset
    let first = lastLine
    while lastLine == first {
      let count = try content.read(into: buffer, at: position)
      if count == 0 {
        isAtEnd = true
        if let line = splitter.last() { try take(line) }
        return
      }
      let block = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      var rest = block.assumingMemoryBound(to: UInt8.self)
      position += Int64(count)
      while let line = try next(&splitter, &rest) {
        try take(line)
        offset = position - Int64(rest.count)
        lastLine = line.number
      }
    }
  }

  private func next(
    _ splitter: inout LineSplitter, _ rest: inout UnsafeBufferPointer<UInt8>
  ) throws(RecordingError) -> TextLine? {
    do throws(LineTooLong) {
      return try splitter.next(from: &rest)
    } catch {
      throw RecordingError(
        kind: .notUnderstood, file: content.file, line: error.line,
        reason: "found a line of more than \(error.maximumLength) bytes, expected text")
    }
  }
}
