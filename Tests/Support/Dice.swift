// SPDX-License-Identifier: MIT

/// Random numbers that are the same in every run: a linear congruential generator (Knuth's MMIX).
public struct Dice {
  private var state: UInt64

  /// Dice that fall by this number.
  public init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  /// A number from 0 to `bound` − 1.
  public mutating func roll(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  /// A number from −1 to 1 with all its bits.
  public mutating func real() -> Double { Double(roll(1 << 30)) / Double(1 << 29) - 1 }
}
