// SPDX-License-Identifier: MIT

public import KeyValue

/// Reads the samples out of a recorded session, version 2 of balld's own format.
///
/// The state in which the session began, what people did and what clients sent are passed over: who
/// wants those replays the session. What the source gave is a recording as every other is.
public struct SessionFormat: RecordingFormat {
  /// What the first line says.
  public static let firstLine = "\(OwnFormat.name) 2"
  /// The longest line, bytes, its ending included: a table's whole text on one line.
  public static let maximumLineLength = 1 << 19
  /// The line before the state in which the session began.
  public static let stateMarker = "[state]"
  /// The line before all that entered it.
  public static let inputsMarker = "[inputs]"
  /// What stands between a step's number and a sample of the source's.
  public static let sampleWord = "sample"

  private let file: String
  private var header: KeyValueParser
  private var part = Part.header
  private var headerEnd = 1
  private var description = RecordingHeader(title: "", origin: .measured, device: "")

  private enum Part {
    case header
    case state
    case inputs
  }

  static func begins(with line: TextLine) -> Bool {
    line.number == 1 && line.bytes.elementsEqual(firstLine.utf8)
  }

  init(file: String) {
    self.file = file
    header = KeyValueParser(file: file)
  }

  var meaning: RecordedMeaning {
    RecordedMeaning(
      format: Self.firstLine, header: description, line: headerEnd, time: .seconds,
      acceleration: .metresPerSecondSquared, angularVelocity: .radiansPerSecond)
  }

  mutating func take(_ line: TextLine, into rows: inout RecordedRows) throws(RecordingError) {
    switch part {
    case .header: try takeHeader(line)
    case .state:
      headerEnd = line.number
      if line.bytes.elementsEqual(Self.inputsMarker.utf8) { part = .inputs }
    case .inputs:
      guard line.isTerminated else {
        rows.truncatedLines += 1
        return
      }
      var words = TextWords(line.bytes)
      guard words.integer() != nil, words.bytes().elementsEqual(Self.sampleWord.utf8) else {
        return
      }
      guard let sample = SampleText.sample(&words) else {
        let text = String(decoding: line.bytes, as: UTF8.self)
        throw RecordingError(
          kind: .notUnderstood, file: file, line: line.number,
          reason: "found \(quoted(text)), expected numbers for `t ax ay az` or seven")
      }
      guard sample.acceleration.isFinite, sample.angularVelocity?.isFinite ?? true else {
        rows.missingReadings += 1
        return
      }
      rows.rows.append(
        RecordedRow(
          time: .nanoseconds(sample.time), line: line.number, acceleration: sample.acceleration,
          angularVelocity: sample.angularVelocity))
    }
  }

  private mutating func takeHeader(_ line: TextLine) throws(RecordingError) {
    headerEnd = line.number
    if line.bytes.elementsEqual(Self.stateMarker.utf8) {
      part = .state
      description = try RecordingHeader(session: header.entries, file: file)
      return
    }
    do throws(KeyValueError) {
      try header.take(line)
    } catch {
      throw RecordingError(
        kind: .notUnderstood, file: file, line: error.line, reason: error.reason.description)
    }
  }

  func finish() throws(RecordingError) {
    if part != .inputs {
      throw RecordingError(
        kind: .notUnderstood, file: file, line: headerEnd,
        reason: "found the end of the file, expected `\(Self.inputsMarker)`")
    }
  }
}

extension RecordingHeader {
  /// The keys that stand before a recorded session's state.
  private static let keys = ["title", "origin", "device", "comment", "balld"]

  /// What the lines before a recorded session's state say.
  public init(session entries: [Entry], file: String) throws(RecordingError) {
    self.init(title: "", origin: .measured, device: "")
    for entry in entries {
      switch entry.section.isEmpty ? entry.key : "" {
      case "title": title = entry.value
      case "device": device = entry.value
      case "comment": comment = entry.value
      case "balld": writer = entry.value
      case "origin":
        guard let origin = Origin(rawValue: entry.value) else {
          throw RecordingError(
            kind: .notUnderstood, file: file, line: entry.line,
            reason: "found `origin` = \(quoted(entry.value)), expected `synthetic` or `measured`")
        }
        self.origin = origin
      default:
        throw RecordingError(
          kind: .notUnderstood, file: file, line: entry.line,
          reason: "found `\(entry.key)`, expected one of "
            + Self.keys.map { "`\($0)`" }.joined(separator: ", "))
      }
    }
  }
}
