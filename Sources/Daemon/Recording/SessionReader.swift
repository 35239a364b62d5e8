// SPDX-License-Identifier: MIT

internal import Game
internal import KeyValue
internal import Physics
internal import Sensors

/// Reads a recorded session from its beginning: what stands before the inputs, then these, a window
/// at a time.
///
/// A value, as `RecordingLines` is.
struct SessionReader: Sendable {
  /// An input or a mark, and its step.
  struct Entry: Equatable, Sendable {
    var step: Int64
    var line: InputText.Line
  }

  private var lines: RecordingLines
  private var part = Part.header
  /// The step below which no further input may be.
  private var step: Int64 = 0
  /// The last line that was cut off while it was written: 0 or 1.
  private(set) var truncatedLines = 0

  private enum Part {
    case header
    case state
    case inputs
  }

  /// The most bytes before the inputs: room for a playlist of large tables.
  static let largestBeginning = 16 << 20

  /// Reads `content`, which begins with `SessionFormat.firstLine`.
  init(_ content: RecordingContent, blockSize: Int = 1 << 14) {
    lines = RecordingLines(
      content, blockSize: blockSize, maximumLineLength: SessionFormat.maximumLineLength)
  }

  /// Whether all has been read.
  var isAtEnd: Bool { lines.isAtEnd }

  /// Reads the next window into `entries`, whose memory is kept: at least one, or none at the end.
  ///
  /// What stands before the inputs is handed to `beginning`, line by line, with its part.
  mutating func readWindow(
    into entries: inout [Entry],
    beginning: (TextLine, _ isState: Bool) throws(RecordingError) -> Void = { _, _ in }
  ) throws(RecordingError) {
    entries.removeAll(keepingCapacity: true)
    // Lent out, as what takes the lines changes the reader.
    var lines = lines
    while entries.isEmpty, !lines.isAtEnd {
      try lines.readBlock { line throws(RecordingError) in
        if part != .inputs {
          try takeBeginning(line, beginning)
        } else if line.isTerminated {
          entries.append(try entry(line))
        } else {
          truncatedLines += 1
        }
      }
    }
    self.lines = lines
    if lines.isAtEnd, part != .inputs {
      throw error(nil, "found the end of the file, expected `\(SessionFormat.inputsMarker)`")
    }
  }

  private mutating func takeBeginning(
    _ line: TextLine, _ take: (TextLine, _ isState: Bool) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    if part == .header, line.bytes.elementsEqual(SessionFormat.stateMarker.utf8) {
      part = .state
    } else if part == .state, line.bytes.elementsEqual(SessionFormat.inputsMarker.utf8) {
      part = .inputs
    } else if line.number > 1 {
      try take(line, part == .state)
    }
  }

  private mutating func entry(_ line: TextLine) throws(RecordingError) -> Entry {
    let read: (step: Int64, line: InputText.Line)
    do throws(ValueError) {
      read = try InputText.read(line.bytes)
    } catch let reason {
      throw error(line.number, reason.description)
    }
    guard read.step >= step else {
      throw error(
        line.number, "found step \(read.step), expected \(step) or a later one: time goes on")
    }
    step = read.step
    return Entry(step: read.step, line: read.line)
  }

  private func error(_ line: Int?, _ reason: String) -> RecordingError {
    RecordingError(kind: .notUnderstood, file: lines.content.file, line: line, reason: reason)
  }
}
