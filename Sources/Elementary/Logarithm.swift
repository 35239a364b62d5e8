// SPDX-License-Identifier: MIT

/// The natural logarithm.
///
/// Within 1 ulp of the true value. The same bits on every machine: only + − × ÷ and bit operations
/// are used.
///
/// With x = 2ᵏ (1 + f), 1 + f between √½ and √2, and s = f/(2 + f), log(1 + f) is
/// 2 (s + s³/3 + s⁵/5 + …). It is summed as f − f²/2 + s (f²/2 + R), R = 2 (s²/3 + s⁴/5 + …), the
/// arrangement of FreeBSD's msun (e_log.c), since f is exact and all but the last term known to
/// more than a double. s² ≤ 0.0295, so the terms up to s²²/23 leave less than 1e-19 out.
///
/// - Parameter x: the argument.
/// - Returns: the logarithm; −infinity for 0, not a number for negative numbers and NaN.
public func logarithm(_ x: Double) -> Double {
  if x == 0 { return -.infinity }
  guard x > 0 else { return .nan }
  if x == .infinity { return x }
  var bits = x.bitPattern
  var k = 0.0
  if bits < 0x0010_0000_0000_0000 {
    bits = (x * 0x1p54).bitPattern
    k = -54
  }
  // Adding the distance from √½ to 1 lets the exponent field step at √½ instead of at 1.
  let shifted = bits &+ (0x3ff0_0000_0000_0000 &- 0x3fe6_a09e_667f_3bcd)
  k += Double(Int(shifted >> 52) - 1023)
  let mantissa = (shifted & 0x000f_ffff_ffff_ffff) &+ 0x3fe6_a09e_667f_3bcd
  let f = Double(bitPattern: mantissa) - 1
  let s = f / (2 + f)
  let z = s * s
  var p = 2.0 / 23
  p = p * z + 2.0 / 21
  p = p * z + 2.0 / 19
  p = p * z + 2.0 / 17
  p = p * z + 2.0 / 15
  p = p * z + 2.0 / 13
  p = p * z + 2.0 / 11
  p = p * z + 2.0 / 9
  p = p * z + 2.0 / 7
  p = p * z + 2.0 / 5
  p = p * z + 2.0 / 3
  let half = 0.5 * f * f
  // ln 2 in two pieces, the first short enough that its product with k is exact.
  let low = k * 0x1.a39ef35793c76p-33
  return k * 0x1.62e42feep-1 - ((half - (s * (half + z * p) + low)) - f)
}
