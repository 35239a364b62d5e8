// SPDX-License-Identifier: MIT

internal import KeyValue

/// Reads comma-, semicolon- or tab-separated rows under a header that names the columns.
///
/// Columns and units are recognised by name (`CSVColumnName`). A decimal comma is understood where
/// it doesn't separate. Blank lines, and lines before the header that are blank or begin with `#`,
/// are passed over. A row that can't be read is an error, unless it is a last line without its
/// newline; a row without a time or an acceleration is left out and counted.
struct CSVFormat: RecordingFormat {
  private(set) var rows = RecordedRows()
  private let file: String
  private let headerLine: Int
  private let separator: UInt8
  private var columns: CSVColumns
  private var point = UInt8(ascii: ".")
  private var hasSeenRow = false
  /// The numbers of the row at hand, by the raw value of their column's role.
  private var values = [Double](repeating: 0, count: 7)

  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")

  /// Whether a line before the header is passed over.
  static func skips(_ line: TextLine) -> Bool {
    isBlank(line.bytes) || line.bytes.first == UInt8(ascii: "#")
  }

  init(header line: TextLine, file: String) throws(RecordingError) {
    self.file = file
    headerLine = line.number
    func error(_ reason: ValueError) -> RecordingError {
      RecordingError(
        kind: .notUnderstood, file: file, line: line.number, reason: reason.description)
    }
    let expected = "a header that names a time column and the accelerometer's x, y and z"
    guard let text = Self.text(line.bytes) else {
      throw error(ValueError(found: "bytes that are not text", expected: expected))
    }
    separator = Self.separator(of: line.bytes)
    var names = Self.cells(of: line.bytes, separator).map { Self.text($0) ?? "" }
    while names.last == "" { names.removeLast() }
    if names.count < 4 {
      throw error(ValueError(found: quoted(text.trimmingBlanks()), expected: expected))
    }
    if names.allSatisfy({ $0.isEmpty || parseDecimal($0) != nil }) {
      throw error(ValueError(found: "numbers in the first line", expected: expected))
    }
    do throws(ValueError) {
      columns = try CSVColumns(names: names)
    } catch let reason {
      throw error(reason)
    }
  }

  mutating func take(_ line: TextLine) throws(RecordingError) {
    if Self.isBlank(line.bytes) { return }
    if !hasSeenRow { try settle(by: line) }
    do throws(ValueError) {
      try takeRow(line)
    } catch {
      guard !line.isTerminated else {
        throw self.error(line.number, error.description)
      }
      rows.truncatedLines += 1
    }
  }

  func finish() throws(RecordingError) -> RecordedMeaning {
    RecordedMeaning(
      format: "CSV", header: nil, line: headerLine, time: columns.time,
      acceleration: columns.acceleration, angularVelocity: columns.angularVelocity,
      conclusions: columns.conclusions)
  }

  /// Decides by the first row what the header leaves open: the time column and the decimal point.
  private mutating func settle(by line: TextLine) throws(RecordingError) {
    hasSeenRow = true
    let cells = Self.cells(of: line.bytes, separator)
    let hasComma = zip(cells, columns.roles).contains { cell, role in
      role != .ignored && cell.contains(Self.comma)
    }
    if separator != Self.comma, hasComma { point = Self.comma }
    do throws(ValueError) {
      try columns.settleTime(isNumber: cells.map { parseDecimal($0, point: point) != nil })
    } catch {
      throw self.error(line.number, error.description)
    }
  }

  private mutating func takeRow(_ line: TextLine) throws(ValueError) {
    let roles = columns.roles
    var rest = line.bytes
    var column = 0
    var time: DecimalNumber?
    var lacksReading = false
    var lacksRate = !columns.hasGyro
    while let cell = Self.nextCell(of: &rest, separator, isFirst: column == 0) {
      defer { column += 1 }
      guard column < roles.count else {
        if cell.isEmpty { continue }
        throw ValueError(
          found: "more than \(roles.count) cells", expected: "one for each name in the header")
      }
      let role = roles[column]
      switch role {
      case .ignored: continue
      case .time:
        time = DecimalNumber(cell, point: point)
        if time == nil, !RecordedCell.isMissing(cell) { throw malformed(cell, column) }
      default:
        switch RecordedCell(cell, point: point) {
        case .number(let value): values[role.rawValue] = value
        case .malformed: throw malformed(cell, column)
        case .missing:
          if role.rawValue < CSVColumns.Role.angularVelocityX.rawValue {
            lacksReading = true
          } else {
            lacksRate = true
          }
        }
      }
    }
    if column < roles.count {
      throw ValueError(found: "\(column) cells", expected: "\(roles.count), as in the header")
    }
    guard let time, !lacksReading else {
      rows.missingReadings += 1
      return
    }
    rows.append(
      time: time, line: line.number,
      acceleration: Vector3(values[1], values[2], values[3]),
      angularVelocity: lacksRate ? nil : Vector3(values[4], values[5], values[6]))
  }

  private func malformed(_ cell: UnsafeBufferPointer<UInt8>, _ column: Int) -> ValueError {
    ValueError(
      found: "\(quoted(String(decoding: cell, as: UTF8.self))) in the column "
        + quoted(columns.names[column]),
      expected: "a number")
  }

  private func error(_ line: Int, _ reason: String) -> RecordingError {
    RecordingError(kind: .notUnderstood, file: file, line: line, reason: reason)
  }
}

// The cells of a line.
extension CSVFormat {
  /// Takes the next cell off `rest`, without the blanks and quotes around it; nil behind the last.
  ///
  /// A separator is taken with the cell after it, so that `rest` is empty only behind the last one.
  private static func nextCell(
    of rest: inout UnsafeBufferPointer<UInt8>, _ separator: UInt8, isFirst: Bool
  ) -> UnsafeBufferPointer<UInt8>? {
    if !isFirst, rest.isEmpty { return nil }
    let count = rest.count
    var start = isFirst ? 0 : 1
    while start < count, isSpace(rest[start]), rest[start] != separator { start += 1 }
    var next = start
    var end: Int?
    if start < count, rest[start] == quote {
      start += 1
      next = start
      while next < count, rest[next] != quote { next += 1 }
      end = next
    }
    while next < count, rest[next] != separator { next += 1 }
    var last = end ?? next
    while last > start, isSpace(rest[last - 1]) { last -= 1 }
    let cell = UnsafeBufferPointer(rebasing: rest[start..<last])
    rest = UnsafeBufferPointer(rebasing: rest[next...])
    return cell
  }

  private static func cells(
    of line: UnsafeBufferPointer<UInt8>, _ separator: UInt8
  ) -> [UnsafeBufferPointer<UInt8>] {
    var rest = line
    var cells: [UnsafeBufferPointer<UInt8>] = []
    while let cell = nextCell(of: &rest, separator, isFirst: cells.isEmpty) { cells.append(cell) }
    return cells
  }

  /// The one of `,`, `;` and tab that stands most often outside quotes.
  private static func separator(of line: UnsafeBufferPointer<UInt8>) -> UInt8 {
    var isQuoted = false
    var counts: [UInt8: Int] = [:]
    for byte in line {
      if byte == quote { isQuoted.toggle() }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    var best = comma
    for candidate in [UInt8(ascii: ";"), UInt8(ascii: "\t")]
    where counts[candidate, default: 0] > counts[best, default: 0] {
      best = candidate
    }
    return best
  }

  /// A header's text: UTF-8, else Latin-1, as older programs write ² and °; nil when it isn't text.
  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    if bytes.contains(where: { $0 < 0x20 && $0 != UInt8(ascii: "\t") }) { return nil }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func isBlank(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy { isSpace($0) }
  }
}
