// SPDX-License-Identifier: MIT

/// A decimal number as it is written: ± mantissa · 10^exponent.
///
/// `[+-] digits [. digits] [e [+-] digits]`, with at least one digit before or behind the point.
/// No infinity, no NaN, no hexadecimal, no blanks, and no locale: the point is what the caller says.
public struct DecimalNumber: Equatable, Sendable {
  /// The first 19 significant digits.
  public let mantissa: UInt64
  /// The power of ten that goes with the mantissa; ±9999 for anything beyond.
  public let exponent: Int16
  /// Whether a minus stands before it.
  public let isNegative: Bool
  /// Whether there were no more digits than the mantissa holds.
  public let isExact: Bool

  /// Reads the whole of `bytes`; nil when they aren't such a number.
  public init?(_ bytes: UnsafeBufferPointer<UInt8>, point: UInt8 = UInt8(ascii: ".")) {
    var index = 0
    let count = bytes.count
    var isNegative = false
    if index < count, bytes[index] == Ascii.minus || bytes[index] == Ascii.plus {
      isNegative = bytes[index] == Ascii.minus
      index += 1
    }

    var mantissa: UInt64 = 0
    var significant = 0
    var exponent = 0
    var isExact = true
    var digits = 0
    var isBehindPoint = false
    while index < count {
      let byte = bytes[index]
      if byte == point, !isBehindPoint {
        isBehindPoint = true
        index += 1
        continue
      }
      let digit = byte &- Ascii.zero
      if digit > 9 { break }
      index += 1
      digits += 1
      if significant < 19 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        if mantissa != 0 { significant += 1 }
        if isBehindPoint { exponent -= 1 }
      } else {
        if digit != 0 { isExact = false }
        if !isBehindPoint { exponent += 1 }
      }
    }
    if digits == 0 { return nil }

    if index < count {
      // Only an exponent may follow: `| 0x20` takes E to e.
      if bytes[index] | 0x20 != UInt8(ascii: "e") { return nil }
      index += 1
      var isBelowOne = false
      if index < count, bytes[index] == Ascii.minus || bytes[index] == Ascii.plus {
        isBelowOne = bytes[index] == Ascii.minus
        index += 1
      }
      if index == count { return nil }
      var power = 0
      while index < count {
        let digit = bytes[index] &- Ascii.zero
        if digit > 9 { return nil }
        power = min(power * 10 + Int(digit), 1_000_000)
        index += 1
      }
      exponent += isBelowOne ? -power : power
    }
    self.mantissa = mantissa
    self.exponent = Int16(max(-9999, min(9999, exponent)))
    self.isNegative = isNegative
    self.isExact = isExact
  }

  /// The integer nearest to the number times 10^`power`, halves away from zero; nil on overflow.
  ///
  /// So a time in seconds becomes nanoseconds without a detour over a double, which can't hold
  /// today's nanoseconds since 1970.
  public func scaled(byPowerOfTen power: Int) -> Int64? {
    if mantissa == 0 { return 0 }
    let shift = Int(exponent) + power
    var magnitude = mantissa
    if shift >= 0 {
      guard shift < Self.powersOfTen.count else { return nil }
      let (product, overflow) = mantissa.multipliedReportingOverflow(by: Self.powersOfTen[shift])
      if overflow { return nil }
      magnitude = product
    } else {
      guard -shift < Self.powersOfTen.count else { return 0 }
      let divisor = Self.powersOfTen[-shift]
      let (quotient, remainder) = mantissa.quotientAndRemainder(dividingBy: divisor)
      magnitude = remainder >= divisor - remainder ? quotient + 1 : quotient
    }
    guard let value = Int64(exactly: magnitude) else { return nil }
    return isNegative ? -value : value
  }

  /// A double near the number, within a few roundings: for estimates.
  public var approximate: Double {
    var value = Double(mantissa)
    var rest = abs(Int(exponent))
    while rest > 0, value != 0, value.isFinite {
      let power = Self.doublePowersOfTen[min(rest, 22)]
      value = exponent < 0 ? value / power : value * power
      rest -= 22
    }
    return isNegative ? -value : value
  }

  /// The nearest double, ties to even, if it can be had from 64-bit integers; else nil.
  var quickDouble: Double? {
    guard isExact else { return nil }
    if mantissa == 0 { return isNegative ? -0.0 : 0.0 }
    let magnitude: Double
    if mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
      // Both are doubles exactly, so the one rounding is the right one (Clinger 1990).
      let power = Self.doublePowersOfTen[abs(Int(exponent))]
      magnitude = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
    } else if exponent < 0, exponent > -20 {
      magnitude = Self.quotient(mantissa, Self.powersOfTen[-Int(exponent)])
    } else {
      return nil
    }
    return isNegative ? -magnitude : magnitude
  }

  /// The double nearest to `dividend` / `divisor`, neither of them 0, ties to even.
  ///
  /// The two are shifted to the left end of their words, divided to 63 bits behind the point, and
  /// the quotient is rounded once, with the remainder to tell a tie from just above it.
  private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
    let dividendShift = dividend.leadingZeroBitCount
    let divisorShift = divisor.leadingZeroBitCount
    let high = dividend << dividendShift
    let (quotient, remainder) =
      (divisor << divisorShift).dividingFullWidth((high >> 1, high << 63))
    let surplus = 64 - quotient.leadingZeroBitCount - 53
    var significand = quotient >> surplus
    let cut = quotient & ((1 << surplus) - 1)
    let half: UInt64 = 1 << (surplus - 1)
    if cut > half || cut == half && (remainder != 0 || significand & 1 == 1) { significand += 1 }
    // Between 2^-75 and 2^75: always a normal number, so the product is exact.
    let exponent = surplus + divisorShift - dividendShift - 63
    return Double(significand) * Double(bitPattern: UInt64(1023 + exponent) << 52)
  }

  private static let powersOfTen: [UInt64] = {
    var powers: [UInt64] = [1]
    while powers.count < 20 { powers.append(powers[powers.count - 1] * 10) }
    return powers
  }()

  private static let doublePowersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

/// The double nearest to a decimal number, for `DecimalNumber`'s grammar; nil for all else.
///
/// Numbers of up to 19 digits with a small exponent take a few tens of nanoseconds and no memory.
/// A number too large for a double is refused like a word.
public func parseDecimal(
  _ bytes: UnsafeBufferPointer<UInt8>, point: UInt8 = UInt8(ascii: ".")
) -> Double? {
  guard let number = DecimalNumber(bytes, point: point) else { return nil }
  if let value = number.quickDouble { return value }
  // The standard library's reader knows no locale either, but would also take words: the grammar
  // has been checked above.
  let text = String(
    decoding: bytes.lazy.map { $0 == point ? Ascii.point : $0 }, as: UTF8.self)
  guard let value = Double(text), value.isFinite else { return nil }
  return value
}

/// The double nearest to a decimal number in a string; nil for all else.
public func parseDecimal(_ text: some StringProtocol) -> Double? {
  var text = String(text)
  return text.withUTF8 { parseDecimal($0) }
}
