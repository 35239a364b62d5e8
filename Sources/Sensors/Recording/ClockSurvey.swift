// SPDX-License-Identifier: MIT

internal import KeyValue

/// What the first reading of a file learns about its times, if they are in a given unit.
struct ClockSurvey {
  let unit: UnitOfMeasure
  private let power: Int
  private var steps = RunningMedian<Int64>()
  private var first: Int64 = 0
  private var last: Int64?
  /// The sum of the steps that need no mending, ns.
  private var goodTime: Int64 = 0
  private var isTooLong = false
  private var firstLine = 1
  private var failure: Failure?
  private(set) var backwardJumps = 0
  private(set) var forwardJumps = 0
  private(set) var repeatedTimes = 0

  /// What is wrong with the times, and in which line.
  struct Failure: Error {
    var line: Int
    var reason: ValueError
  }

  init(unit: UnitOfMeasure) {
    self.unit = unit
    power = RecordedClock.power(of: unit)
  }

  mutating func take(_ row: RecordedRow) {
    if failure != nil { return }
    guard let time = RecordedClock.nanoseconds(row.time, powerOfTen: power) else {
      failure = Failure(
        line: row.line,
        reason: ValueError(
          found: "a time that is too large", expected: "at most 126 years from its zero"))
      return
    }
    if let last {
      let step = time - last
      if step < 0 {
        backwardJumps += 1
      } else if step > RecordedClock.longestStep {
        forwardJumps += 1
      } else {
        if step == 0 { repeatedTimes += 1 } else { steps.take(step) }
        let (sum, overflow) = goodTime.addingReportingOverflow(step)
        goodTime = sum
        isTooLong = isTooLong || overflow
      }
    } else {
      first = time
      firstLine = row.line
    }
    last = time
  }

  /// How the times are to be mended, and from when to when they go, mended.
  ///
  /// The slowest recording that is played has two samples a second.
  func result(count: Int) throws(Failure) -> (period: Int64, start: Int64, duration: Int64) {
    if let failure { throw failure }
    guard let period = steps.median else {
      throw Failure(
        line: firstLine,
        reason: ValueError(
          found: "times (in \(unit.symbol)) that never advance by 10 s or less",
          expected: "the times of the samples, in their order"))
    }
    guard repeatedTimes <= count - count / 4 else {
      throw Failure(
        line: firstLine,
        reason: ValueError(
          found: "\(repeatedTimes) of \(count) rows with the same time as the row before",
          expected: "a time of its own for each: this clock is too coarse to play"))
    }
    guard period <= Self.longestPeriod else {
      throw Failure(
        line: firstLine,
        reason: ValueError(
          found: "a sample every \(shortened(Double(period) / 1e9)) s",
          expected: "at least two a second: this recording is too slow to play"))
    }
    let jumps = Int64(backwardJumps + forwardJumps)
    let (mended, jumpOverflow) = jumps.multipliedReportingOverflow(by: period)
    let (duration, overflow) = goodTime.addingReportingOverflow(mended)
    guard !isTooLong, !jumpOverflow, !overflow, duration <= RecordedClock.largest else {
      throw Failure(
        line: firstLine,
        reason: ValueError(found: "more than 126 years", expected: "at most that in a recording"))
    }
    return (period, first, duration)
  }

  /// Half a second, and a tenth for a logger that comes late.
  private static let longestPeriod: Int64 = 550_000_000
}
