// SPDX-License-Identifier: MIT

/// How long a sensor that has just come is waited for, until udev has given the right to its node or
/// its buffer.
///
/// The kernel shows a device before udev's rules have run; whoever is quicker is refused, and would
/// tell people to install rules that are there.
struct UdevPatience: Equatable {
  /// When the right was first found missing, ns of CLOCK_MONOTONIC.
  private var since: Int64?

  /// How long udev may take, ns.
  static let longest: Int64 = 3_000_000_000

  /// Until when to wait for a device that was refused at `now`; nil when it is no use.
  ///
  /// `isNew` says whether udev has it in hand still, or had it a moment ago.
  mutating func end(isNew: Bool, now: Int64) -> Int64? {
    guard isNew else { return nil }
    let begin = since ?? now
    since = begin
    return now < begin + Self.longest ? begin + Self.longest : nil
  }

  /// Begins anew: the sensor was opened, or is gone.
  mutating func reset() { since = nil }
}
