// SPDX-License-Identifier: MIT

/// Numbers that look random and are the same on every machine: SplitMix64.
///
/// Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.
struct Random {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 to below 1.
  mutating func uniform() -> Double { Double(bits() >> 11) / 9_007_199_254_740_992 }

  /// A number between the two.
  mutating func between(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * uniform()
  }

  /// A nearly normal number of variance 1: the sum of twelve uniform ones, less its mean.
  ///
  /// Only sums: no function whose last bit could differ between machines.
  mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += uniform() }
    return sum
  }
}
