// SPDX-License-Identifier: MIT

/// A date and a time of day, as loggers write them: `2015-09-23 11:53:09.267584`.
///
/// Year, month and day with `-`, `/` or `.` between them, then a blank, `T` or `_`, hours, minutes
/// and seconds, then up to nine digits of a second behind a point, comma, colon or underline. A time
/// zone behind it is passed over: only the time between two rows counts.
enum CSVDate {
  /// The nanoseconds since 1970 of the clock that wrote it; nil when it isn't such a date.
  static func nanoseconds(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    var rest = bytes
    guard let year = number(&rest, digits: 4...4), skip(&rest, "-/."),
      let month = number(&rest, digits: 1...2), (1...12).contains(month), skip(&rest, "-/."),
      let day = number(&rest, digits: 1...2), (1...31).contains(day), skip(&rest, " T_"),
      let hour = number(&rest, digits: 1...2), hour < 24, skip(&rest, ":-."),
      let minute = number(&rest, digits: 2...2), minute < 60, skip(&rest, ":-."),
      let second = number(&rest, digits: 2...2), second < 61
    else { return nil }
    var fraction: Int64 = 0
    if skip(&rest, ".,:_") {
      let count = rest.count
      guard let digits = number(&rest, digits: 1...9) else { return nil }
      fraction = digits
      for _ in (count - rest.count)..<9 { fraction *= 10 }
    }
    guard isZone(rest) else { return nil }
    let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
    // From the year 0 to 9999 in nanoseconds doesn't fit.
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? nil : scaled + fraction
  }

  /// The days from 1 January 1970 to a day of the Gregorian calendar.
  ///
  /// The year is taken to begin in March, so that leap days come last (Hinnant, "chrono-compatible
  /// low-level date algorithms", days_from_civil).
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func number(
    _ rest: inout UnsafeBufferPointer<UInt8>, digits: ClosedRange<Int>
  ) -> Int64? {
    var value: Int64 = 0
    var count = 0
    while count < rest.count, count < digits.upperBound {
      let digit = rest[count] &- UInt8(ascii: "0")
      if digit > 9 { break }
      value = value * 10 + Int64(digit)
      count += 1
    }
    guard count >= digits.lowerBound else { return nil }
    rest = UnsafeBufferPointer(rebasing: rest[count...])
    return value
  }

  /// Takes one of these characters, if it is next.
  private static func skip(
    _ rest: inout UnsafeBufferPointer<UInt8>, _ characters: StaticString
  ) -> Bool {
    guard let first = rest.first else { return false }
    let isThere = characters.withUTF8Buffer { $0.contains(first) }
    if isThere { rest = UnsafeBufferPointer(rebasing: rest[1...]) }
    return isThere
  }

  private static func isZone(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.isEmpty || bytes.count == 1 && bytes[0] == UInt8(ascii: "Z")
      || bytes.count <= 7 && bytes.count >= 3
        && (bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"))
        && bytes.dropFirst().allSatisfy { $0 == UInt8(ascii: ":") || $0 &- UInt8(ascii: "0") <= 9 }
  }
}
