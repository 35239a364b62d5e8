// SPDX-License-Identifier: MIT

/// Which balls are on the table.
struct Presence: Codable, Equatable, Sendable {
  private(set) var rawValue: UInt8 = 0

  @inline(__always)
  func contains(_ index: Int) -> Bool { rawValue & 1 << UInt8(truncatingIfNeeded: index) != 0 }

  mutating func insert(_ index: Int) { rawValue |= 1 << UInt8(truncatingIfNeeded: index) }

  mutating func remove(_ index: Int) { rawValue &= ~(1 << UInt8(truncatingIfNeeded: index)) }

  /// How many balls are on the table.
  var count: Int { rawValue.nonzeroBitCount }
}
