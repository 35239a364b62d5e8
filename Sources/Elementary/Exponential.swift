// SPDX-License-Identifier: MIT

/// The exponential function, e to the power of x.
///
/// Within 1 ulp of the true value, results below 2⁻¹⁰²² within 1 unit of their last place. The
/// same bits on every machine: only + − × and bit operations are used.
///
/// With x = k ln 2 + r, |r| ≤ ln 2 / 2, e to the r is the Taylor polynomial of degree 14: the first
/// term left out, r¹⁵/15!, is below 1e-19.
///
/// - Parameter x: the exponent.
/// - Returns: the power; infinity above 709.78, 0 below −745.13, not a number for NaN.
public func exponential(_ x: Double) -> Double {
  if x.isNaN { return x }
  if x > 709.8 { return .infinity }
  if x < -745.2 { return 0 }
  let k = (x * 0x1.71547652b82fep+0 + 0x1.8p52) - 0x1.8p52
  // ln 2 in two pieces: the first has 32 bits and k at most 11, so their product is exact.
  let high = x - k * 0x1.62e42feep-1
  let low = k * 0x1.a39ef35793c76p-33
  let r = high - low
  let error = (high - r) - low
  var p = 1.0 / 87_178_291_200
  p = p * r + 1.0 / 6_227_020_800
  p = p * r + 1.0 / 479_001_600
  p = p * r + 1.0 / 39_916_800
  p = p * r + 1.0 / 3_628_800
  p = p * r + 1.0 / 362_880
  p = p * r + 1.0 / 40_320
  p = p * r + 1.0 / 5_040
  p = p * r + 1.0 / 720
  p = p * r + 1.0 / 120
  p = p * r + 1.0 / 24
  p = p * r + 1.0 / 6
  p = p * r + 0.5
  let power = 1 + (r + (r * r * p + error))
  return scaled(power, by: Int(k))
}

/// A number of about 1 times 2 to the power of `exponent`, rounded once.
private func scaled(_ x: Double, by exponent: Int) -> Double {
  if exponent > 1023 { return x * 0x1p1023 * powerOfTwo(exponent - 1023) }
  if exponent < -1021 { return x * powerOfTwo(exponent + 100) * 0x1p-100 }
  return x * powerOfTwo(exponent)
}

private func powerOfTwo(_ exponent: Int) -> Double {
  Double(bitPattern: UInt64(exponent + 1023) << 52)
}
