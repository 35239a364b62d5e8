// SPDX-License-Identifier: MIT

internal import KeyValue

/// Reads comma-, semicolon- or tab-separated rows under a header that names the columns.
///
/// Columns and units are recognised by name (`CSVColumnName`), and some loggers by all their names
/// (`CSVDialect`). A decimal comma is understood where it doesn't separate. Blank lines, and lines
/// before the header that are blank, begin with `#` or are a spreadsheet's `sep=;`, are passed over;
/// so is a header that is repeated among the rows. A row that can't be read is an error, unless it
/// is a last line without its newline; a row without a time or an acceleration is left out and
/// counted.
struct CSVFormat: RecordingFormat {
  /// Whether there is no header, and the first line is a row.
  let headerIsRow: Bool
  private let file: String
  private let sensor: RecordedSensor
  private let headerLine: Int
  private let header: [UInt8]
  private let separator: UInt8
  private let dialect: CSVDialect?
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
      || line.bytes.count <= 7 && line.bytes.starts(with: "sep=".utf8)
  }

  /// Whether a header names a gyro's columns, and no accelerometer's.
  static func namesGyroAlone(_ line: TextLine) -> Bool {
    let cells = cells(of: line.bytes, separator(of: line.bytes))
    return CSVColumns.areOfGyroAlone(cells.map { text($0) ?? "" })
  }

  init(header line: TextLine, file: String, _ sensor: RecordedSensor) throws(RecordingError) {
    self.file = file
    self.sensor = sensor
    headerLine = line.number
    header = Array(line.bytes)
    func error(_ reason: ValueError) -> RecordingError {
      RecordingError(
        kind: .notUnderstood, file: file, line: line.number, reason: reason.description)
    }
    let expected = "a header that names a time column and the accelerometer's x, y and z"
    guard let text = Self.text(line.bytes) else {
      throw error(ValueError(found: "bytes that are not text", expected: expected))
    }
    separator = Self.separator(of: line.bytes)
    let cells = Self.cells(of: line.bytes, separator)
    var names = cells.map { Self.text($0) ?? "" }
    while names.last == "" { names.removeLast() }
    if names.count < 4 {
      throw error(ValueError(found: quoted(text.trimmingBlanks()), expected: expected))
    }
    if let unnamed = CSVDialect.of(row: cells) {
      headerIsRow = true
      dialect = unnamed
      names = unnamed.columns
    } else {
      headerIsRow = false
      dialect = CSVDialect.of(header: names)
      if cells.contains(where: { parseDecimal($0) != nil }),
        cells.allSatisfy({ $0.isEmpty || RecordedCell.isNumberOrDate($0) })
      {
        throw error(ValueError(found: "numbers in the first line", expected: expected))
      }
    }
    do throws(ValueError) {
      columns = try CSVColumns(names: names, sensor, dialect: dialect)
    } catch let reason {
      throw error(reason)
    }
  }

  var meaning: RecordedMeaning {
    var conclusions = columns.conclusions
    if headerIsRow, let dialect {
      conclusions.append("no header: the columns are taken to be those of \(dialect.name)")
    }
    return RecordedMeaning(
      format: "CSV", header: nil, line: headerLine, time: columns.time,
      acceleration: columns.acceleration, angularVelocity: columns.angularVelocity,
      conclusions: conclusions, gravityHint: dialect?.gravityHint ?? "")
  }

  mutating func take(_ line: TextLine, into rows: inout RecordedRows) throws(RecordingError) {
    if Self.isBlank(line.bytes) { return }
    if !headerIsRow, line.bytes.elementsEqual(header) {
      rows.repeatedHeaders += 1
      return
    }
    do throws(ValueError) {
      if !hasSeenRow { try settle(by: line) }
      if let row = try rowWithPoint(line) {
        rows.rows.append(row)
      } else {
        rows.missingReadings += 1
      }
    } catch {
      guard !line.isTerminated else {
        throw RecordingError(
          kind: .notUnderstood, file: file, line: line.number, reason: error.description)
      }
      rows.truncatedLines += 1
    }
  }

  func finish() {}

  /// Decides by the first row what the header leaves open: the time column, the decimal point, and
  /// where cells without a name stand.
  private mutating func settle(by line: TextLine) throws(ValueError) {
    var cells = Self.cells(of: line.bytes, separator)
    while let last = cells.last, last.isEmpty { cells.removeLast() }
    let surplus = cells.count - columns.names.count
    let hasComma = cells.contains { cell in
      cell.contains(Self.comma) && parseDecimal(cell, point: Self.comma) != nil
    }
    if separator != Self.comma, hasComma { point = Self.comma }
    if surplus > 0 {
      let inFront = fits(cells.dropFirst(surplus))
      guard inFront != fits(cells.dropLast(surplus)) else {
        throw ValueError(
          found: "\(cells.count) cells under \(columns.names.count) names",
          expected: "one for each: it can't be told which has none")
      }
      columns.addUnnamed(surplus, inFront: inFront)
    }
    try columns.settleTime(cells, point: point)
    hasSeenRow = true
  }

  /// Whether cells that stand under the names can be what the names say.
  private func fits(_ cells: ArraySlice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let cells = Array(cells)
    var columns = columns
    guard (try? columns.settleTime(cells, point: point)) != nil else { return false }
    var numbers = [Double?](repeating: nil, count: 7)
    for (cell, role) in zip(cells, columns.roles) where role != .ignored && role != .time {
      guard let number = parseDecimal(cell, point: point) else { return false }
      numbers[role.rawValue] = number
    }
    guard let x = numbers[1], let y = numbers[2], let z = numbers[3] else { return true }
    let length = Vector3(x, y, z).length
    let units = columns.acceleration.map { [$0] } ?? RecordedUnits.accelerationUnits
    return units.contains { unit in
      (0.5...2).contains(length * unit.inSI / UnitOfMeasure.gravities.inSI)
    }
  }

  /// The row in a line, where the first decimal comma may only now appear.
  private mutating func rowWithPoint(_ line: TextLine) throws(ValueError) -> RecordedRow? {
    do throws(ValueError) {
      return try row(line)
    } catch {
      guard separator != Self.comma, point != Self.comma, line.bytes.contains(Self.comma) else {
        throw error
      }
      point = Self.comma
      guard let row = try? row(line) else {
        point = UInt8(ascii: ".")
        throw error
      }
      return row
    }
  }

  /// The row in a line; nil when there is no time or no reading in it.
  private mutating func row(_ line: TextLine) throws(ValueError) -> RecordedRow? {
    let roles = columns.roles
    var rest = line.bytes
    var column = 0
    var time: RecordedTime?
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
        time =
          columns.timeIsDate
          ? CSVDate.nanoseconds(cell).map { .nanoseconds($0) }
          : DecimalNumber(cell, point: point).map { .number($0) }
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
    guard let time, !lacksReading, columns.hasAccelerometer || !lacksRate else { return nil }
    return RecordedRow(
      time: time, line: line.number,
      acceleration: Vector3(values[1], values[2], values[3]),
      angularVelocity: lacksRate ? nil : Vector3(values[4], values[5], values[6]))
  }

  private func malformed(_ cell: UnsafeBufferPointer<UInt8>, _ column: Int) -> ValueError {
    ValueError(
      found: "\(quoted(String(decoding: cell, as: UTF8.self))) in the column "
        + quoted(columns.names[column]),
      expected: columns.timeIsDate && columns.roles[column] == .time ? "a date" : "a number")
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
