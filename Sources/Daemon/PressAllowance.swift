// SPDX-License-Identifier: MIT

/// How many presses of buttons are heeded: fifty a second, which is more than all hands give, and less
/// than a broken or hostile device can.
///
/// Each press is told to everybody, and may be written to the disk.
struct PressAllowance {
  private static let rate: Int64 = 50
  private static let second: Int64 = 1_000_000_000

  /// When the second began that is counted, ns of CLOCK_MONOTONIC; nil before the first press.
  private var begin: Int64?
  private var count: Int64 = 0

  /// Whether a press that comes now is heeded.
  mutating func take(at now: Int64) -> Bool {
    if let begin, now - begin < Self.second {
      count += 1
    } else {
      begin = now
      count = 1
    }
    return count <= Self.rate
  }
}
