// SPDX-License-Identifier: MIT

/// The angle of the point (x, y) seen from the origin, counted from the positive x axis towards
/// the positive y axis.
///
/// Within 1.5 ulp of the true value. The same bits on every machine: only + − × ÷ and bit
/// operations are used. Signed zeros and infinities as in IEEE 754 and C's atan2.
///
/// The smaller of |x|, |y| over the larger is q ≤ 1. With c the nearest multiple of 1/8,
/// atan q = atan c + atan t, t = (q − c)/(1 + c q), |t| ≤ 1/16, and the series of atan t needs
/// the terms up to t¹⁵/15: the first one left out, t¹⁷/17, is below 2.1e-22.
///
/// - Parameters:
///   - y: the second coordinate, in the unit of x.
///   - x: the first coordinate.
/// - Returns: the angle, rad, from −π to π; not a number if x or y is none.
public func arcTangent(y: Double, x: Double) -> Double {
  if x.isNaN || y.isNaN { return .nan }
  let steep = y.magnitude > x.magnitude
  var large = steep ? y.magnitude : x.magnitude
  var small = steep ? x.magnitude : y.magnitude
  if large == .infinity {
    small = small == .infinity ? 1 : 0
    large = 1
  } else if large == 0 {
    large = 1
  } else if large > 0x1p1000 {
    // Scaled, so that nothing below overflows or loses bits: the ratio stays.
    large *= 0x1p-600
    small *= 0x1p-600
  } else if large < 0x1p-900 {
    large *= 0x1p600
    small *= 0x1p600
  }

  let quotient = small / large
  let index = Int(quotient * 8 + 0.5)
  let high: Double
  let low: Double
  if index == 0 {
    high = quotient
    low = seriesRest(quotient)
  } else {
    let c = Double(index) * 0.125
    // The upper 26 bits of `large` times c are exact, and so is their distance from `small`.
    let upper = Double(bitPattern: large.bitPattern & 0xffff_ffff_f800_0000)
    let t = ((small - c * upper) - c * (large - upper)) / (large + c * small)
    let centre = eighths(index)
    high = centre.high
    low = centre.low + (t + seriesRest(t))
  }

  let angle: Double
  switch (steep, x.sign) {
  case (false, .plus): angle = high + low
  case (true, .plus): angle = sum(halfPi, -high, -low)
  case (true, .minus): angle = sum(halfPi, high, low)
  case (false, .minus): angle = sum(pi, -high, -low)
  }
  return y.sign == .minus ? -angle : angle
}

private typealias Pair = (high: Double, low: Double)

private let halfPi: Pair = (0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54)
private let pi: Pair = (0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53)

/// atan t − t for |t| ≤ 1/16.
private func seriesRest(_ t: Double) -> Double {
  let z = t * t
  var p = -1.0 / 15
  p = p * z + 1.0 / 13
  p = p * z - 1.0 / 11
  p = p * z + 1.0 / 9
  p = p * z - 1.0 / 7
  p = p * z + 1.0 / 5
  p = p * z - 1.0 / 3
  return t * (z * p)
}

/// The sum of a pair and two smaller numbers, rounded as if once.
private func sum(_ base: Pair, _ high: Double, _ low: Double) -> Double {
  // |base.high| ≥ |high|, hence the short form of the exact sum (Dekker).
  let main = base.high + high
  let error = (base.high - main) + high
  return main + (error + (base.low + low))
}

/// atan(index/8) as a sum of two doubles.
private func eighths(_ index: Int) -> Pair {
  switch index {
  case 1: return (0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59)
  case 2: return (0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57)
  case 3: return (0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56)
  case 4: return (0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56)
  case 5: return (0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58)
  case 6: return (0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56)
  case 7: return (0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56)
  default: return (0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55)
  }
}
