// SPDX-License-Identifier: MIT

import Elementary
import Testing

/// What the functions give at and beyond the ends of their ranges.
@Suite struct EdgeTests {
  @Test(
    "sine and cosine are no number beyond 2²⁰",
    arguments: [0x1.0000000000001p20, -1_100_000, 1e300, Double.infinity, -.infinity, .nan])
  func beyondTheRange(x: Double) {
    #expect(sine(x).isNaN)
    #expect(cosine(x).isNaN)
  }

  @Test("sine keeps tiny arguments and the sign of zero")
  func tinySine() {
    #expect(sine(-0.0).sign == .minus)
    #expect(sine(0.0).sign == .plus)
    #expect(sine(.leastNonzeroMagnitude) == .leastNonzeroMagnitude)
    #expect(cosine(0) == 1)
    #expect(cosine(-1e-300) == 1)
  }

  @Test("sine is odd and cosine even, to the bit")
  func symmetry() {
    for index in 0..<2_000 {
      let x = Double(index) * 37.123
      #expect(sine(-x) == -sine(x))
      #expect(cosine(-x) == cosine(x))
    }
  }

  @Test("exponential goes to 0 and infinity at the ends")
  func exponentialEnds() {
    #expect(exponential(0) == 1)
    #expect(exponential(-0.0) == 1)
    #expect(exponential(709.782712893385) == .infinity)
    #expect(exponential(1e300) == .infinity)
    #expect(exponential(.infinity) == .infinity)
    #expect(exponential(-745.14) == 0)
    #expect(exponential(-1e300) == 0)
    #expect(exponential(-.infinity) == 0)
    #expect(exponential(.nan).isNaN)
  }

  @Test("exponential is near each power of two that there is, the subnormal ones too")
  func exponentialPowers() {
    for exponent in -1074...1023 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      let value = exponential(Double(exponent) * 0x1.62e42fefa39efp-1)
      // What is asked for is rounded, by half of the last place of 745 and of ln 2 so many times.
      let bound = power * 0x1p-42 + .leastNonzeroMagnitude
      #expect(abs(value - power) <= bound, "2^\(exponent): \(value)")
    }
  }

  @Test("logarithm refuses negative numbers and takes zero to −infinity")
  func logarithmEnds() {
    #expect(logarithm(1) == 0)
    #expect(logarithm(0) == -.infinity)
    #expect(logarithm(-0.0) == -.infinity)
    #expect(logarithm(-.leastNonzeroMagnitude).isNaN)
    #expect(logarithm(-.infinity).isNaN)
    #expect(logarithm(.infinity) == .infinity)
    #expect(logarithm(.nan).isNaN)
  }

  @Test("arcTangent follows IEEE 754 for zeros and infinities")
  func arcTangentEnds() {
    let pi = Double.pi
    let cases: [(y: Double, x: Double, angle: Double)] = [
      (0, 0, 0), (-0.0, 0, -0.0), (0, -0.0, pi), (-0.0, -0.0, -pi),
      (0, 3, 0), (-0.0, 3, -0.0), (0, -3, pi), (-0.0, -3, -pi),
      (2, 0, pi / 2), (2, -0.0, pi / 2), (-2, 0, -pi / 2),
      (1, .infinity, 0), (-1, .infinity, -0.0), (1, -.infinity, pi), (-1, -.infinity, -pi),
      (.infinity, 7, pi / 2), (-.infinity, 7, -pi / 2),
      (.infinity, .infinity, pi / 4), (-.infinity, .infinity, -pi / 4),
      (.infinity, -.infinity, 0x1.2d97c7f3321d2p1), (-.infinity, -.infinity, -0x1.2d97c7f3321d2p1),
    ]
    for (y, x, angle) in cases {
      #expect(arcTangent(y: y, x: x).bitPattern == angle.bitPattern, "y \(y), x \(x)")
    }
    #expect(arcTangent(y: .nan, x: 1).isNaN)
    #expect(arcTangent(y: 1, x: .nan).isNaN)
  }
}
