// SPDX-License-Identifier: MIT

/// The median of any number of values, in bounded memory.
///
/// Exact for up to `capacity` values. Of more, each has the same chance to be among the `capacity`
/// whose median is taken (reservoir sampling; Vitter 1985, algorithm R), by a generator with a fixed
/// seed: the same values in the same order give the same median, and no regularity among them can
/// hide half of them, as taking every second one would.
struct RunningMedian<Number: Comparable & Sendable>: Sendable {
  /// The most values that are kept.
  static var capacity: Int { 1 << 14 }

  private var kept: [Number] = []
  private var count: UInt64 = 0
  private var generator = SplitMix64()

  mutating func take(_ value: Number) {
    count += 1
    if kept.count < Self.capacity {
      kept.append(value)
    } else {
      let place = generator.next(upperBound: count)
      if place < UInt64(Self.capacity) { kept[Int(place)] = value }
    }
  }

  /// The middle value, the upper of two; nil without any.
  var median: Number? {
    kept.isEmpty ? nil : kept.sorted()[kept.count / 2]
  }
}

/// A generator of 64-bit numbers that look random and are the same each time (Steele, Lea and Flood
/// 2014, SplitMix64).
private struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64 = 0

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below `bound`, near enough equally often: by the upper half of a product.
  mutating func next(upperBound bound: UInt64) -> UInt64 {
    next().multipliedFullWidth(by: bound).high
  }
}
