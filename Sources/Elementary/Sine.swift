// SPDX-License-Identifier: MIT

// The Taylor polynomials of sine and cosine need few terms after the reduction to |r| ≤ π/4. The
// first term left out is the bound of the truncation error: for sine r¹⁹/19!, relative to r below
// 1.1e-19, for cosine r¹⁸/18!, below 2.1e-18. Half an ulp is 1.1e-16 of the value, at least
// 5.5e-17 near cos(π/4), so the rest of the error is rounding alone.

/// The sine of an angle in radians.
///
/// Within 0.8 ulp of the true value, hence 1 ulp of the rounded one, for |x| ≤ 2²⁰. The result
/// is the same on every machine: only + − × ÷ and bit operations are used.
///
/// - Parameter x: the angle, rad.
/// - Returns: the sine; not a number for |x| > 2²⁰, infinities and NaN.
public func sine(_ x: Double) -> Double {
  guard x.magnitude <= ReducedAngle.limit else { return .nan }
  // Below 2⁻²⁷ the cubic term is less than half an ulp, and the sign of zero survives.
  if x.magnitude < 0x1p-27 { return x }
  let angle = ReducedAngle(x)
  switch angle.quadrant {
  case 0: return sineKernel(angle)
  case 1: return cosineKernel(angle)
  case 2: return -sineKernel(angle)
  default: return -cosineKernel(angle)
  }
}

/// The cosine of an angle in radians.
///
/// Within 0.8 ulp of the true value for |x| ≤ 2²⁰, the same bits on every machine, as `sine`.
///
/// - Parameter x: the angle, rad.
/// - Returns: the cosine; not a number for |x| > 2²⁰, infinities and NaN.
public func cosine(_ x: Double) -> Double {
  guard x.magnitude <= ReducedAngle.limit else { return .nan }
  let angle = ReducedAngle(x)
  switch angle.quadrant {
  case 0: return cosineKernel(angle)
  case 1: return -sineKernel(angle)
  case 2: return -cosineKernel(angle)
  default: return sineKernel(angle)
  }
}

/// An angle as a whole number of quarter turns and a rest, the rest as an unevaluated sum of two
/// doubles with some 100 good bits.
///
/// The reduction is Cody and Waite's (Software Manual for the Elementary Functions, 1980): π/2 in
/// three pieces of 33 bits and a tail, so that the products with the number of quarter turns, of
/// at most 20 bits, are exact. No double up to 2²⁰ is nearer to a multiple of π/2 than some 2⁻⁶⁰,
/// and the pieces reach down to 2⁻¹⁵⁷, so the rest keeps its relative accuracy everywhere.
private struct ReducedAngle {
  /// The largest angle taken, 2²⁰ rad: 667 544 quarter turns, which is 20 bits.
  static let limit = 0x1p20

  let quadrant: Int
  let high: Double
  let low: Double

  init(_ x: Double) {
    if x.magnitude <= 0x1.921fb54442d18p-1 {
      (quadrant, high, low) = (0, x, 0)
      return
    }
    // Adding and taking away 1.5 · 2⁵² rounds to the nearest integer.
    let turns = (x * 0x1.45f306dc9c883p-1 + 0x1.8p52) - 0x1.8p52
    // Exact: both are multiples of 2⁻⁵³, and so is their difference, which is below 1.
    let first = x - turns * 0x1.921fb544p+0
    let (second, secondError) = exactDifference(first, turns * 0x1.0b4611a6p-34)
    let (third, thirdError) = exactDifference(second, turns * 0x1.3198a2ep-69)
    let rest = (secondError + thirdError) - turns * 0x1.b839a252049c1p-104
    high = third + rest
    low = (third - high) + rest
    quadrant = Int(turns) & 3
  }
}

/// The difference of two numbers and the error that its rounding made (Knuth, TAOCP 2, 4.2.2).
private func exactDifference(_ a: Double, _ b: Double) -> (Double, Double) {
  let difference = a - b
  let b1 = a - difference
  let a1 = difference + b1
  return (difference, (a - a1) + (b1 - b))
}

private func sineKernel(_ angle: ReducedAngle) -> Double {
  let x = angle.high
  let z = x * x
  var p = 1.0 / 355_687_428_096_000
  p = p * z - 1.0 / 1_307_674_368_000
  p = p * z + 1.0 / 6_227_020_800
  p = p * z - 1.0 / 39_916_800
  p = p * z + 1.0 / 362_880
  p = p * z - 1.0 / 5_040
  p = p * z + 1.0 / 120
  p = p * z - 1.0 / 6
  return x + (x * (z * p) + angle.low * (1 - 0.5 * z))
}

private func cosineKernel(_ angle: ReducedAngle) -> Double {
  let x = angle.high
  let z = x * x
  var p = 1.0 / 20_922_789_888_000
  p = p * z - 1.0 / 87_178_291_200
  p = p * z + 1.0 / 479_001_600
  p = p * z - 1.0 / 3_628_800
  p = p * z + 1.0 / 40_320
  p = p * z - 1.0 / 720
  p = p * z + 1.0 / 24
  // 1 − z/2 is rounded; what the rounding lost goes into the small part.
  let half = 0.5 * z
  let main = 1 - half
  return main + (((1 - main) - half) + (z * z * p - x * angle.low))
}
