// SPDX-License-Identifier: MIT

internal import KeyValue

/// One format of recordings: takes the lines of a file and collects rows.
protocol RecordingFormat {
  /// The rows so far.
  var rows: RecordedRows { get }
  /// Takes the next line.
  mutating func take(_ line: TextLine) throws(RecordingError)
  /// After the last line: what the rows' numbers mean, and what the header says.
  func finish() throws(RecordingError) -> RecordedMeaning
}

/// What the numbers in a recording's rows mean.
struct RecordedMeaning {
  /// The format, for people.
  var format: String
  /// The header of balld's own format.
  var header: RecordingHeader?
  /// The line of the header or of the columns' names, which errors about the whole name.
  var line: Int
  /// The time's unit; nil when the file doesn't say.
  var time: UnitOfMeasure?
  /// The acceleration's unit; nil when the file doesn't say.
  var acceleration: UnitOfMeasure?
  /// The angular velocity's unit; nil when the file doesn't say.
  var angularVelocity: UnitOfMeasure?
  /// What had to be decided on the way, for people.
  var conclusions: [String] = []
}

/// Reads a recording, block by block, and tells its format by its first line.
struct RecordingReader: ~Copyable {
  private let file: String
  private let maximumSize: Int
  private var size = 0
  private var splitter = LineSplitter(maximumLength: 1 << 16)
  private var format: (any RecordingFormat)?

  init(file: String, maximumSize: Int) {
    self.file = file
    self.maximumSize = maximumSize
  }

  /// Takes the next block of the file.
  mutating func read(_ block: UnsafeBufferPointer<UInt8>) throws(RecordingError) {
    size += block.count
    if size > maximumSize {
      throw error(
        nil, "found more than \(maximumSize) bytes, expected at most that: cut the recording")
    }
    var rest = block
    while true {
      let line: TextLine?
      do throws(LineTooLong) {
        line = try splitter.next(from: &rest)
      } catch {
        throw self.error(
          error.line, "found a line of more than \(error.maximumLength) bytes, expected text")
      }
      guard let line else { return }
      try take(line)
    }
  }

  /// After the last block: the recording.
  consuming func finish() throws(RecordingError) -> Recording {
    if let line = splitter.last() { try take(line) }
    guard let format else {
      throw error(nil, "found an empty file, expected a recording")
    }
    return try Recording(rows: format.rows, meaning: format.finish(), file: file)
  }

  private mutating func take(_ line: TextLine) throws(RecordingError) {
    if format != nil {
      try format?.take(line)
    } else if OwnFormat.begins(with: line) {
      format = try OwnFormat(firstLine: line, file: file)
    } else if !CSVFormat.skips(line) {
      format = try CSVFormat(header: line, file: file)
    }
  }

  private func error(_ line: Int?, _ reason: String) -> RecordingError {
    RecordingError(kind: .notUnderstood, file: file, line: line, reason: reason)
  }
}
