// SPDX-License-Identifier: MIT

/// Takes the timestamps of a device to CLOCK_MONOTONIC.
///
/// When a device stamps by that clock, they are taken as they are. Else (the realtime clock, which
/// jumps; a sensor hub's own, which nobody asked for and which calls itself realtime) its offset is
/// tracked: the smallest delay between stamp and arrival of the last five to ten seconds stands for
/// it, so that a scan that was held up keeps its place, and a slow drift is followed. No sample is
/// ever dated later than its arrival.
struct StampClock: Equatable {
  /// How often the device's clock jumped.
  private(set) var jumps = 0

  /// How late a scan may be by its own stamp, ns.
  private static let largestDelay: Int64 = 1_000_000_000

  private var last: Int64?
  private var smallest = SmallestDelay()

  /// When a scan stamped `stamp` was taken, ns of CLOCK_MONOTONIC; it arrived at `arrival`.
  mutating func date(_ stamp: Int64, arrival: Int64) -> Int64 {
    let (delay, overflow) = arrival.subtractingReportingOverflow(stamp)
    if !overflow, (0...Self.largestDelay).contains(delay) {
      last = stamp
      return stamp
    }
    let runsBack = last.map { stamp < $0 } ?? false
    last = stamp
    guard !overflow else { return arrival }
    // What is later than a held-up scan can be, or runs back, is a clock that was set.
    let known = smallest.value ?? delay
    let (excess, isFar) = delay.subtractingReportingOverflow(known)
    if runsBack || isFar || excess > Self.largestDelay {
      jumps += 1
      smallest.begin(with: delay, at: arrival)
      return arrival
    }
    smallest.take(delay, at: arrival)
    let (date, isNone) = stamp.addingReportingOverflow(smallest.value ?? delay)
    return isNone ? arrival : min(arrival, date)
  }
}
