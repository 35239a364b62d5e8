// SPDX-License-Identifier: MIT

/// A small generator of random numbers: the same seed gives the same numbers everywhere.
///
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
/// 2014, figure 16).
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A number from 0 to `bound` − 1.
  ///
  /// The upper half of the product with `bound` (Lemire, "Fast random integer generation in an
  /// interval", ACM TOMACS 29, 2019, without its rejection: for bounds as small as a maze's the
  /// bias is below 2⁻⁴⁸).
  mutating func next(below bound: Int) -> Int {
    Int(UInt64(bound).multipliedFullWidth(by: next()).high)
  }
}
