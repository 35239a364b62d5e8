// SPDX-License-Identifier: MIT

internal import KeyValue

/// A recording's clock, mended: times that never decrease, in ns.
///
/// DESIGN 4: a step back, or ahead by more than 10 s, shifts the clock so that the sample follows
/// the last by the median period.
struct RecordedClock {
  private(set) var times: [Int64] = []
  /// The median of the steps that needed no mending, ns; at least 1.
  private(set) var period: Int64 = 1
  private(set) var backwardJumps = 0
  private(set) var forwardJumps = 0
  private(set) var repeatedTimes = 0

  /// A step further ahead than this, ns, is a jump of the clock.
  static let longestStep: Int64 = 10_000_000_000
  /// The largest time, ns either way: it leaves room for the repairs.
  private static let largest: Int64 = 4_000_000_000_000_000_000

  /// What is wrong with the times, and in which line.
  struct Failure: Error {
    var line: Int
    var reason: ValueError
  }

  /// Mends at least two times of the given unit.
  init(_ recorded: [RecordedTime], unit: UnitOfMeasure) throws(Failure) {
    let power = Self.powersOfTen[unit] ?? 9
    times.reserveCapacity(recorded.count)
    for time in recorded {
      guard let value = time.number.scaled(byPowerOfTen: power), abs(value) <= Self.largest else {
        throw Failure(
          line: Int(time.line),
          reason: ValueError(
            found: "a time that is too large", expected: "at most 126 years from its zero"))
      }
      times.append(value)
    }

    var steps: [Int64] = []
    steps.reserveCapacity(times.count)
    for (earlier, later) in zip(times, times.dropFirst())
    where later > earlier && later - earlier <= Self.longestStep {
      steps.append(later - earlier)
    }
    guard !steps.isEmpty else {
      throw Failure(
        line: Int(recorded[0].line),
        reason: ValueError(
          found: "times (in \(unit.symbol)) that never advance by 10 s or less",
          expected: "the times of the samples, in their order"))
    }
    period = RecordedUnits.median(of: steps)
    mend()
  }

  private mutating func mend() {
    var shift: Int64 = 0
    var previous = times[0]
    for index in times.indices.dropFirst() {
      let step = times[index] - previous
      previous = times[index]
      if step < 0 || step > Self.longestStep {
        if step < 0 { backwardJumps += 1 } else { forwardJumps += 1 }
        shift += period - step
      } else if step == 0 {
        repeatedTimes += 1
      }
      times[index] += shift
    }
  }

  private static let powersOfTen: [UnitOfMeasure: Int] = [
    .seconds: 9, .milliseconds: 6, .microseconds: 3, .nanoseconds: 0,
  ]
}
