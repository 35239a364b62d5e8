// SPDX-License-Identifier: MIT

/// The smallest delay between a device's stamps and the time of their arrival in the last five to ten
/// seconds, which stands for the true one: what was held up doesn't count, and a slow drift is followed.
///
/// Delays are any differences of two clocks, in ns.
struct SmallestDelay: Equatable {
  /// How long a window lasts, ns; the present one and the one before count.
  private static let window: Int64 = 5_000_000_000

  private var present: Int64?
  private var before: Int64?
  private var end: Int64 = 0

  /// The smallest so far; nil before the first.
  var value: Int64? {
    guard let present else { return before }
    return before.map { min($0, present) } ?? present
  }

  /// Takes the delay of what came at `time`, ns.
  mutating func take(_ delay: Int64, at time: Int64) {
    if time >= end {
      before = present
      present = delay
      end = time + Self.window
    }
    present = min(present ?? delay, delay)
  }

  /// Forgets what was, and begins with the delay of what came at `time`.
  mutating func begin(with delay: Int64, at time: Int64) {
    present = delay
    before = nil
    end = time + Self.window
  }
}
