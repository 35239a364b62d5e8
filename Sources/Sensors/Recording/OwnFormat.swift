// SPDX-License-Identifier: MIT

internal import KeyValue

/// Reads balld's own format; `RecordingWriter` shows it.
///
/// Strict: an unknown version, key, unit or column is an error, so that a later version can add
/// blocks without an older balld playing half of it. Only a last line without its newline is left
/// out, as the plug was pulled while it was written.
struct OwnFormat: RecordingFormat {
  static let name = "balld-recording"
  static let version = "1"
  static let marker = "[samples]"
  static let columns = "t ax ay az"
  static let columnsWithGyro = "t ax ay az gx gy gz"
  static let units = "s m/s²"
  static let unitsWithGyro = "s m/s² rad/s"

  private let file: String
  private var header: KeyValueParser
  private var isInHeader = true
  /// The last line of the header so far.
  private var headerEnd = 1
  private var description = RecordingHeader(title: "", origin: .measured, device: "")
  private var hasGyro = false

  static func begins(with line: TextLine) -> Bool {
    line.number == 1 && line.bytes.starts(with: name.utf8)
  }

  init(firstLine line: TextLine, file: String) throws(RecordingError) {
    self.file = file
    header = KeyValueParser(file: file)
    let words = String(decoding: line.bytes, as: UTF8.self).split(separator: " ")
    guard words.count == 2, words[0] == Self.name else {
      throw error(1, "found \(quoted(words.joined(separator: " "))), expected `\(Self.name) 1`")
    }
    guard words[1] == Self.version else {
      throw error(
        1,
        "found version \(quoted(words[1])) of the format, expected 1 or 2: "
          + "it was written by another version of balld")
    }
  }

  var meaning: RecordedMeaning {
    RecordedMeaning(
      format: "\(Self.name) \(Self.version)", header: description, line: headerEnd, time: .seconds,
      acceleration: .metresPerSecondSquared, angularVelocity: .radiansPerSecond)
  }

  mutating func take(_ line: TextLine, into rows: inout RecordedRows) throws(RecordingError) {
    if isInHeader {
      headerEnd = line.number
      try takeHeader(line)
    } else if line.isTerminated {
      rows.rows.append(try row(line))
    } else {
      rows.truncatedLines += 1
    }
  }

  func finish() throws(RecordingError) {
    if isInHeader {
      throw error(headerEnd, "found the end of the file, expected `\(Self.marker)`")
    }
  }

  private mutating func takeHeader(_ line: TextLine) throws(RecordingError) {
    if String(decoding: line.bytes, as: UTF8.self) == Self.marker {
      isInHeader = false
      try settle(line.number)
      return
    }
    do throws(KeyValueError) {
      try header.take(line)
    } catch {
      throw self.error(error.line, error.reason.description)
    }
  }

  /// Takes over what the header says, now that it is complete.
  private mutating func settle(_ line: Int) throws(RecordingError) {
    var values: [String: Entry] = [:]
    for entry in header.entries {
      guard entry.section.isEmpty, Self.keys.contains(entry.key) else {
        throw error(
          entry.line,
          "found `\(entry.key)`, expected one of \(Self.keys.joined(separator: ", "))")
      }
      values[entry.key] = entry
    }
    func value(_ key: String, _ allowed: [String]) throws(RecordingError) -> String {
      guard let entry = values[key] else {
        throw error(line, "found no `\(key)` in the header, expected one")
      }
      guard allowed.contains(entry.value) else {
        let choices = allowed.map { "`\($0)`" }.joined(separator: " or ")
        throw error(
          entry.line, "found `\(key)` = \(quoted(entry.value)), expected \(choices)")
      }
      return entry.value
    }
    hasGyro = try value("columns", [Self.columns, Self.columnsWithGyro]) == Self.columnsWithGyro
    _ = try value("units", [hasGyro ? Self.unitsWithGyro : Self.units])
    let origins = [RecordingHeader.Origin.synthetic, .measured]
    let origin = try value("origin", origins.map(\.rawValue))
    description = RecordingHeader(
      title: values["title"]?.value ?? "", origin: .init(rawValue: origin) ?? .measured,
      device: values["device"]?.value ?? "", comment: values["comment"]?.value ?? "")
  }

  private static let keys = ["title", "origin", "device", "comment", "columns", "units"]

  private func row(_ line: TextLine) throws(RecordingError) -> RecordedRow {
    var words = TextWords(line.bytes)
    guard let time = DecimalNumber(words.bytes()) else { throw malformed(line) }
    guard let acceleration = Self.vector(of: &words) else { throw malformed(line) }
    var angularVelocity: Vector3?
    if hasGyro {
      angularVelocity = Self.vector(of: &words)
      if angularVelocity == nil {
        // The numbers weren't three: dashes may stand for a reading that isn't there.
        guard words.isEmpty, line.bytes.suffix(6).elementsEqual(" - - -".utf8) else {
          throw malformed(line)
        }
      }
    }
    guard words.isEmpty else { throw malformed(line) }
    return RecordedRow(
      time: .number(time), line: line.number, acceleration: acceleration,
      angularVelocity: angularVelocity)
  }

  /// Takes three numbers; it takes three words in any case.
  private static func vector(of words: inout TextWords) -> Vector3? {
    let x = parseDecimal(words.bytes())
    let y = parseDecimal(words.bytes())
    let z = parseDecimal(words.bytes())
    guard let x, let y, let z else { return nil }
    return Vector3(x, y, z)
  }

  private func malformed(_ line: TextLine) -> RecordingError {
    let text = String(decoding: line.bytes, as: UTF8.self)
    let columns = hasGyro ? Self.columnsWithGyro : Self.columns
    return error(line.number, "found \(quoted(text)), expected numbers for `\(columns)`")
  }

  private func error(_ line: Int, _ reason: String) -> RecordingError {
    RecordingError(kind: .notUnderstood, file: file, line: line, reason: reason)
  }
}
