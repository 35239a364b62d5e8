// SPDX-License-Identifier: MIT

/// How often something may happen that somebody can repeat without end: so often in each period.
struct Allowance {
  private let most: Int
  private let period: Int64
  /// When the period began that is counted, ns of CLOCK_MONOTONIC; nil before the first time.
  private var begin: Int64?
  private var count = 0

  /// At most `most` times in `period` ns.
  init(_ most: Int, in period: Int64) {
    self.most = most
    self.period = period
  }

  /// Presses of buttons that are heeded: fifty a second, which is more than all hands give, and less than a
  /// broken or hostile device can.
  ///
  /// Each press is told to everybody, and may be written to the disk.
  static let presses = Allowance(50, in: 1_000_000_000)

  /// Whether it may happen once more, now.
  mutating func take(at now: Int64) -> Bool {
    if let begin, now - begin < period {
      count += 1
    } else {
      begin = now
      count = 1
    }
    return count <= most
  }
}
