// SPDX-License-Identifier: MIT

/// Dates frames by a device's own clock (MSC_TIMESTAMP), within the bounds of the kernel's.
///
/// The device's stamps tell when it measured, the kernel's when the report arrived: several frames
/// may come in one report, with one kernel time, and reports are held up. The stamps count µs in 32
/// bits that wrap every 71 minutes, from an unknown beginning. Their smallest delay against the
/// kernel's time in the last five to ten seconds stands for the true one, which also follows a
/// drift. A date is never later than the kernel's, but for what keeps frames in order, and never
/// more than `largestLag` earlier; where the stamps disagree by more they are a clock that was
/// set, and begin anew.
struct DeviceClock: Sendable {
  /// How often the device's clock, or the kernel's, jumped.
  private(set) var jumps = 0

  /// How much earlier than the kernel's time a date can be, ns.
  static let largestLag: Int64 = 100_000_000
  /// What dates differ by when nothing tells them apart, ns: the stamps' unit.
  private static let smallestStep: Int64 = 1000
  /// After how long the 32 bits wrap, ns.
  private static let period: Int64 = (1 << 32) * 1000

  /// The last frame's stamp as it was, and without its wraps, ns.
  private var last: (stamp: UInt32, unwrapped: Int64, kernel: Int64)?
  private var lastDate: Int64?
  private var smallest = SmallestDelay()

  /// When a frame was measured, ns, by the device's `stamp` (µs), if it has one, and the kernel's
  /// time (ns).
  mutating func date(_ stamp: UInt32?, kernel: Int64) -> Int64 {
    let date = inOrder(stamp.map { refined($0, kernel: kernel) } ?? kernel)
    lastDate = date
    return date
  }

  private mutating func refined(_ stamp: UInt32, kernel: Int64) -> Int64 {
    guard let last else { return begin(stamp, kernel) }
    // How far the stamps have gone, by as many wraps as the kernel's time says.
    let passed = kernel - last.kernel
    let counted = Int64(stamp &- last.stamp) * 1000
    let missing = passed - counted + Self.period / 2
    let wraps = (missing - (missing < 0 ? Self.period - 1 : 0)) / Self.period
    let step = counted + wraps * Self.period
    guard step >= 0, abs(step - passed) <= Self.largestLag else {
      jumps += 1
      return begin(stamp, kernel)
    }
    let unwrapped = last.unwrapped + step
    self.last = (stamp, unwrapped, kernel)
    let delay = kernel - unwrapped
    smallest.take(delay, at: kernel)
    let date = unwrapped + (smallest.value ?? delay)
    // The stamps can lag slowly: some devices count reports, and lose some.
    guard date >= kernel - Self.largestLag else {
      jumps += 1
      return begin(stamp, kernel)
    }
    return min(date, kernel)
  }

  private mutating func begin(_ stamp: UInt32, _ kernel: Int64) -> Int64 {
    last = (stamp, 0, kernel)
    smallest.begin(with: kernel, at: kernel)
    return kernel
  }

  /// Later than the last frame, unless time itself ran back.
  private mutating func inOrder(_ date: Int64) -> Int64 {
    guard let lastDate, date <= lastDate else { return date }
    if lastDate - date > Self.largestLag {
      jumps += 1
      return date
    }
    return lastDate + Self.smallestStep
  }
}
