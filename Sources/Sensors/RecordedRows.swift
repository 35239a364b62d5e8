// SPDX-License-Identifier: MIT

internal import KeyValue

/// The rows of a recording as they stand in the file: neither units nor times are settled.
struct RecordedRows {
  /// The readings in the file's units; their times are still 0.
  var samples: [Sample] = []
  /// The times in the file's unit, one for each sample.
  var times: [RecordedTime] = []
  /// Rows left out because a reading isn't there.
  var missingReadings = 0
  /// Last lines left out because they break off.
  var truncatedLines = 0

  mutating func append(
    time: DecimalNumber, line: Int, acceleration: Vector3, angularVelocity: Vector3?
  ) {
    samples.append(Sample(time: 0, acceleration: acceleration, angularVelocity: angularVelocity))
    times.append(RecordedTime(number: time, line: Int32(clamping: line)))
  }
}

/// A time as it is written, and where.
struct RecordedTime {
  var number: DecimalNumber
  var line: Int32
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

  private static let missingWords: Set<String> = [
    "nan", "+nan", "-nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity", "null",
    "none", "na", "n/a",
  ]
}
