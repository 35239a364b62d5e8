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
  private var lines: RecordingLines
  private var format: (any RecordingFormat)?
  /// The window, and what was left out so far.
  private(set) var window = RecordedRows()

  /// Reads `content` from its beginning, in blocks of `blockSize` bytes.
  init(_ content: RecordingContent, _ sensor: RecordedSensor, blockSize: Int) {
    self.content = content
    self.sensor = sensor
    let isSession = content.begins(with: SessionFormat.firstLine)
    lines = RecordingLines(
      content, blockSize: blockSize,
      maximumLineLength: isSession
        ? SessionFormat.maximumLineLength : RecordingLines.usualLineLength)
  }

  /// Whether the last line has been taken.
  var isAtEnd: Bool { lines.isAtEnd }

  /// What the rows mean; nil before the first row.
  var meaning: RecordedMeaning? { format?.meaning }

  /// Reads the next window: at least one row, or none at the end.
  mutating func readWindow() throws(RecordingError) {
    window.rows.removeAll(keepingCapacity: true)
    // Lent out, as what takes the lines changes the reader.
    var lines = lines
    while window.rows.isEmpty, !lines.isAtEnd {
      try lines.readBlock { line throws(RecordingError) in
        // Of a last line before NULs nobody knows how much was written.
        if !content.hasNULTail || format == nil || line.isTerminated { try take(line) }
      }
    }
    self.lines = lines
    if isAtEnd { try end() }
  }

  private mutating func end() throws(RecordingError) {
    if content.hasNULTail, format != nil { window.truncatedLines += 1 }
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
    } else if SessionFormat.begins(with: line) {
      format = SessionFormat(file: content.file)
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
