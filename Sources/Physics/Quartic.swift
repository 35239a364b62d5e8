// SPDX-License-Identifier: MIT

/// A polynomial of the fourth degree, and the first time at which it falls below 0.
struct Quartic {
  let k0: Double
  let k1: Double
  let k2: Double
  let k3: Double
  let k4: Double

  @inline(__always)
  func value(at t: Double) -> Double { (((k4 * t + k3) * t + k2) * t + k1) * t + k0 }

  @inline(__always)
  func slope(at t: Double) -> Double { ((4 * k4 * t + 3 * k3) * t + 2 * k2) * t + k1 }

  /// The first time within a duration at which the value, not negative at 0, becomes negative, or
  /// infinity.
  ///
  /// The coefficients of Bernstein's form bound the polynomial on an interval, and their changes
  /// of sign the number of roots (Descartes' rule; Lane and Riesenfeld, BIT 21 (1981)): without a
  /// change there is no root, with one there is just one, and else the interval is halved.
  func firstFall(within duration: Double) -> Double {
    let c1 = k1 * duration
    let c2 = k2 * duration * duration
    let c3 = k3 * duration * duration * duration
    let c4 = k4 * duration * duration * duration * duration
    let b0 = k0
    let b1 = k0 + c1 / 4
    let b2 = k0 + c1 / 2 + c2 / 6
    let b3 = k0 + 0.75 * c1 + c2 / 2 + c3 / 4
    let b4 = k0 + c1 + c2 + c3 + c4
    if b1 >= 0 && b2 >= 0 && b3 >= 0 && b4 >= 0 { return .infinity }
    let form = Bernstein(b0: b0, b1: b1, b2: b2, b3: b3, b4: b4)
    return form.firstFall(from: 0, to: duration, of: self, depth: 0)
  }

  /// The root between two times at which the value has different signs, to the last bits.
  ///
  /// Newton's method from the middle, and a bisection wherever it leaves the bracket.
  fileprivate func root(from begin: Double, to end: Double) -> Double {
    var low = begin
    var high = end
    var t = 0.5 * (low + high)
    for _ in 0..<100 {
      let value = value(at: t)
      if value >= 0 { low = t } else { high = t }
      let slope = slope(at: t)
      var next = t - value / slope
      if !(next > low && next < high) { next = 0.5 * (low + high) }
      if next == t || next <= low || next >= high { break }
      if (next - t).magnitude <= 0x1p-52 * next { return next }
      t = next
    }
    return t
  }
}

/// A polynomial of the fourth degree on an interval, by the coefficients of Bernstein's form.
private struct Bernstein {
  let b0: Double
  let b1: Double
  let b2: Double
  let b3: Double
  let b4: Double

  private var changes: Int {
    var changes = 0
    var isNegative = b0 < 0
    for b in [b1, b2, b3, b4] where (b < 0) != isNegative {
      changes += 1
      isNegative.toggle()
    }
    return changes
  }

  func firstFall(from begin: Double, to end: Double, of quartic: Quartic, depth: Int) -> Double {
    let changes = changes
    if changes == 0 { return b0 < 0 ? begin : .infinity }
    if changes == 1 { return b0 < 0 ? begin : quartic.root(from: begin, to: end) }
    // A dip that is narrower than this can't be told from touching.
    if depth == Constants.dipDepth { return .infinity }
    // De Casteljau's scheme halves the interval.
    let (c0, c1, c2, c3) = (0.5 * (b0 + b1), 0.5 * (b1 + b2), 0.5 * (b2 + b3), 0.5 * (b3 + b4))
    let (d0, d1, d2) = (0.5 * (c0 + c1), 0.5 * (c1 + c2), 0.5 * (c2 + c3))
    let (e0, e1) = (0.5 * (d0 + d1), 0.5 * (d1 + d2))
    let f = 0.5 * (e0 + e1)
    let middle = 0.5 * (begin + end)
    let first = Bernstein(b0: b0, b1: c0, b2: d0, b3: e0, b4: f)
      .firstFall(from: begin, to: middle, of: quartic, depth: depth + 1)
    if first < .infinity { return first }
    return Bernstein(b0: f, b1: e1, b2: d2, b3: c3, b4: b4)
      .firstFall(from: middle, to: end, of: quartic, depth: depth + 1)
  }
}
