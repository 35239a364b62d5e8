// SPDX-License-Identifier: MIT

internal import KeyValue

/// A row of a recording as it stands in the file: in the file's units, on the file's clock.
struct RecordedRow {
  var time: RecordedTime
  /// The line, for errors.
  var line: Int
  /// Zero in a file of which only the gyro is wanted.
  var acceleration: Vector3
  var angularVelocity: Vector3?
}

/// A window of a recording's rows, and what was left out so far.
struct RecordedRows {
  /// The rows of the window.
  var rows: [RecordedRow] = []
  /// Rows left out because a reading isn't there.
  var missingReadings = 0
  /// Last lines left out because they break off.
  var truncatedLines = 0
  /// Lines left out because NULs stand in them.
  var damagedLines = 0
  /// Headers that are repeated among the rows.
  var repeatedHeaders = 0
  /// Frames left out because the kernel had dropped events.
  var droppedFrames = 0
}

/// A time as it is written.
enum RecordedTime {
  /// A number, whose unit may have to be concluded.
  case number(DecimalNumber)
  /// A date, or anything else whose unit is known.
  case nanoseconds(Int64)

  /// The time in nanoseconds, if one of a number's units is 10^`power` ns; nil on overflow.
  func nanoseconds(powerOfTen power: Int) -> Int64? {
    switch self {
    case .number(let number): number.scaled(byPowerOfTen: power)
    case .nanoseconds(let time): time
    }
  }

  /// The number, within a few roundings.
  var approximate: Double {
    switch self {
    case .number(let number): number.approximate
    case .nanoseconds(let time): Double(time)
    }
  }
}

/// What a column of numbers holds: a number, a reading that isn't there, or something else.
enum RecordedCell {
  case number(Double)
  case missing
  case malformed

  init(_ bytes: UnsafeBufferPointer<UInt8>, point: UInt8) {
    if let value = parseDecimal(bytes, point: point) {
      self = .number(value)
    } else {
      self = RecordedCell.isMissing(bytes) ? .missing : .malformed
    }
  }

  /// Whether loggers write this where they have no reading: nothing, `NaN`, `inf`, `null`.
  static func isMissing(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if bytes.isEmpty { return true }
    if bytes.count > 9 { return false }
    return missingWords.contains(String(decoding: bytes, as: UTF8.self).lowercased())
  }

  /// Whether it may stand in a row, and hardly in a header.
  static func isNumberOrDate(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    parseDecimal(bytes) != nil || CSVDate.nanoseconds(bytes) != nil || isMissing(bytes)
  }

  private static let missingWords: Set<String> = [
    "nan", "+nan", "-nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity", "null",
    "none", "na", "n/a",
  ]
}
