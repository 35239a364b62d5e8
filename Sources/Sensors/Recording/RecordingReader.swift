// SPDX-License-Identifier: MIT

internal import KeyValue

/// Reads a recording's rows, window by window, and tells its format by its first lines.
///
/// A value: a copy goes on from where it was made, and neither disturbs the other. Between two
/// windows it holds a place in the file, the format's state and the counts of what was left out;
/// nothing grows with the file.
struct RecordingReader: Sendable {
  private let content: RecordingContent
  private let sensor: RecordedSensor
  private let blockSize: Int
  private var format: (any RecordingFormat)?
  /// Where the next line begins, and the number of the line before it.
  private var offset: Int64 = 0
  private var lastLine = 0
  /// Whether the last line has been taken.
  private(set) var isAtEnd = false
  /// The window, and what was left out so far.
  private(set) var window = RecordedRows()

  /// The longest line that is read, bytes, its ending included.
  private static let maximumLineLength = 1 << 16

  /// Reads `content` from its beginning, in blocks of `blockSize` bytes.
  init(_ content: RecordingContent, _ sensor: RecordedSensor, blockSize: Int) {
    precondition(blockSize > 0)
    self.content = content
    self.sensor = sensor
    self.blockSize = blockSize
  }

  /// What the rows mean; nil before the first row.
  var meaning: RecordedMeaning? { format?.meaning }

  /// Reads the next window: at least one row, or none at the end.
  mutating func readWindow() throws(RecordingError) {
    window.rows.removeAll(keepingCapacity: true)
    if isAtEnd { return }
    var splitter = LineSplitter(maximumLength: Self.maximumLineLength, firstLine: lastLine + 1)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 1)
    defer { buffer.deallocate() }
    var position = offset
    while true {
      let count = try content.read(into: buffer, at: position)
      if count == 0 { return try end(splitter) }
      let block = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      var rest = block.assumingMemoryBound(to: UInt8.self)
      position += Int64(count)
      while let line = try next(&splitter, &rest) {
        try take(line)
        offset = position - Int64(rest.count)
        lastLine = line.number
      }
      if !window.rows.isEmpty { return }
    }
  }

  private func next(
    _ splitter: inout LineSplitter, _ rest: inout UnsafeBufferPointer<UInt8>
  ) throws(RecordingError) -> TextLine? {
    do throws(LineTooLong) {
      return try splitter.next(from: &rest)
    } catch {
      throw self.error(
        error.line, "found a line of more than \(error.maximumLength) bytes, expected text")
    }
  }

  private mutating func end(_ splitter: consuming LineSplitter) throws(RecordingError) {
    isAtEnd = true
    if content.hasNULTail, format != nil {
      // Nobody knows how much of the last line was written.
      window.truncatedLines += 1
    } else if let line = splitter.last() {
      try take(line)
    }
    guard format != nil else {
      throw error(nil, "found an empty file, expected a recording")
    }
    try format?.finish()
  }

  private mutating func take(_ line: TextLine) throws(RecordingError) {
    if format != nil {
      if line.bytes.contains(0) {
        if line.isTerminated { window.damagedLines += 1 } else { window.truncatedLines += 1 }
      } else {
        try format?.take(line, into: &window)
      }
    } else if OwnFormat.begins(with: line) {
      format = try OwnFormat(firstLine: line, file: content.file)
    } else if EvemuFormat.begins(with: line) {
      var evemu = EvemuFormat(file: content.file)
      try evemu.take(line, into: &window)
      format = evemu
    } else if let refusal = ForeignFile.reason(line) {
      throw error(line.number, refusal)
    } else if !CSVFormat.skips(line) {
      var csv = try CSVFormat(header: line, file: content.file, sensor)
      if csv.headerIsRow { try csv.take(line, into: &window) }
      format = csv
    }
  }

  private func error(_ line: Int?, _ reason: String) -> RecordingError {
    RecordingError(kind: .notUnderstood, file: content.file, line: line, reason: reason)
  }
}
