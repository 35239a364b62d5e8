// SPDX-License-Identifier: MIT

internal import KeyValue

/// A recording's clock, mended: times that never decrease, in ns.
///
/// A step back, or ahead by more than 10 s, shifts the clock so that the sample follows the last by
/// the median period, as docs/recordings.md has it.
struct RecordedClock: Sendable {
  /// A number of the file's time unit is this power of ten in ns.
  private let power: Int
  /// The median of the steps that needed no mending, ns; at least 1.
  private let period: Int64
  /// The last time as it stands in the file, and as it is mended.
  private var last: (recorded: Int64, mended: Int64)?

  /// A step further ahead than this, ns, is a jump of the clock.
  static let longestStep: Int64 = 10_000_000_000
  /// The largest time, ns either way, 126 years: no difference of two overflows.
  static let largest: Int64 = 4_000_000_000_000_000_000

  init(unit: UnitOfMeasure, period: Int64) {
    power = Self.power(of: unit)
    self.period = period
  }

  /// The mended time; nil when the recorded one is too large.
  mutating func time(of recorded: RecordedTime) -> Int64? {
    guard let time = Self.nanoseconds(recorded, powerOfTen: power) else { return nil }
    var mended = time
    if let last {
      let step = time - last.recorded
      let isJump = step < 0 || step > Self.longestStep
      let (sum, overflow) = last.mended.addingReportingOverflow(isJump ? period : step)
      if overflow { return nil }
      mended = sum
    }
    last = (time, mended)
    return mended
  }

  /// A time in ns, if it is within the bounds.
  static func nanoseconds(_ time: RecordedTime, powerOfTen power: Int) -> Int64? {
    guard let value = time.nanoseconds(powerOfTen: power), value >= -largest, value <= largest
    else { return nil }
    return value
  }

  static func power(of unit: UnitOfMeasure) -> Int { powersOfTen[unit] ?? 9 }

  private static let powersOfTen: [UnitOfMeasure: Int] = [
    .seconds: 9, .milliseconds: 6, .microseconds: 3, .nanoseconds: 0,
  ]
}
