// SPDX-License-Identifier: MIT

/// Whether a notice is logged whose cause somebody can repeat without end: five a minute are, and the
/// next one tells how many were not.
struct RareNotice {
  private var allowance = Allowance(5, in: 60_000_000_000)
  private var passedOver = 0

  /// Counts a notice.
  ///
  /// - Returns: How many were passed over since the last that was logged; nil if this one is as well.
  mutating func take(at now: Int64) -> Int? {
    guard allowance.take(at: now) else {
      passedOver += 1
      return nil
    }
    defer { passedOver = 0 }
    return passedOver
  }

  /// What a notice says of those that were passed over.
  static func addition(for passedOver: Int) -> String {
    switch passedOver {
    case 0: ""
    case 1: " (1 more like it wasn't logged)"
    default: " (\(passedOver) more like it weren't logged)"
    }
  }
}
