// SPDX-License-Identifier: MIT

/// Whether a notice is logged whose cause somebody can repeat without end: five a minute are, and the
/// next one tells how many were not.
struct RareNotice {
  /// When the minute began that is counted, ns of CLOCK_MONOTONIC; nil before the first notice.
  private var begin: Int64?
  private var count = 0
  private var passedOver = 0

  private static let period: Int64 = 60_000_000_000
  private static let most = 5

  /// Counts a notice.
  ///
  /// - Returns: How many were passed over since the last that was logged; nil if this one is as well.
  mutating func take(at now: Int64) -> Int? {
    if let begin, now - begin < Self.period {
      count += 1
    } else {
      begin = now
      count = 1
    }
    guard count <= Self.most else {
      passedOver += 1
      return nil
    }
    defer { passedOver = 0 }
    return passedOver
  }

  /// What a notice says of those that were passed over.
  static func addition(for passedOver: Int) -> String {
    passedOver == 0 ? "" : " (\(passedOver) more like it weren't logged)"
  }
}
