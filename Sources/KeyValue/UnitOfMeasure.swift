// SPDX-License-Identifier: MIT

/// A unit that people write behind a number or into a column's header.
public struct UnitOfMeasure: Hashable, Sendable {
  /// What is measured.
  public enum Quantity: Sendable {
    /// A pure number.
    case number
    /// A plane angle; SI: rad.
    case angle
    /// A time; SI: s.
    case time
    /// A length; SI: m.
    case length
    /// A rate; SI: Hz.
    case frequency
    /// A speed; SI: m/s.
    case speed
    /// An acceleration; SI: m/s².
    case acceleration
    /// An angular velocity; SI: rad/s.
    case angularVelocity
    /// An amount of data; one is a byte.
    case data
  }

  /// How balld writes it.
  public let symbol: String
  /// What it measures.
  public let quantity: Quantity
  /// One of it in the SI unit.
  public let inSI: Double
  /// How others write it, as `canonical` makes it.
  private let spellings: [String]

  private init(_ symbol: String, _ quantity: Quantity, _ inSI: Double, _ spellings: [String] = []) {
    self.symbol = symbol
    self.quantity = quantity
    self.inSI = inSI
    self.spellings = spellings + [Self.canonical(symbol[...])]
  }

  /// No unit at all.
  public static let none = UnitOfMeasure("", .number, 1)
  /// Degrees.
  public static let degrees = UnitOfMeasure("deg", .angle, .pi / 180, ["degree", "degrees"])
  /// Radians.
  public static let radians = UnitOfMeasure("rad", .angle, 1, ["radian", "radians"])
  /// Seconds.
  public static let seconds = UnitOfMeasure("s", .time, 1, ["sec", "secs", "second", "seconds"])
  /// Minutes, in settings; no sensor dates its samples in them.
  public static let minutes = UnitOfMeasure("min", .time, 60, ["minute", "minutes"])
  /// Milliseconds.
  public static let milliseconds = UnitOfMeasure(
    "ms", .time, 1e-3, ["msec", "msecs", "millis", "millisecond", "milliseconds"])
  /// Microseconds.
  public static let microseconds = UnitOfMeasure(
    "us", .time, 1e-6, ["usec", "usecs", "micros", "microsecond", "microseconds"])
  /// Nanoseconds.
  public static let nanoseconds = UnitOfMeasure(
    "ns", .time, 1e-9, ["nsec", "nsecs", "nanos", "nanosecond", "nanoseconds"])
  /// Metres.
  public static let metres = UnitOfMeasure("m", .length, 1, ["metre", "metres", "meter", "meters"])
  /// Millimetres.
  public static let millimetres = UnitOfMeasure("mm", .length, 1e-3)
  /// Hertz.
  public static let hertz = UnitOfMeasure("Hz", .frequency, 1)
  /// Per second, as rates of decay are: not cycles.
  public static let perSecond = UnitOfMeasure("1/s", .frequency, 1, ["/s", "s-1"])
  /// Metres per second.
  public static let metresPerSecond = UnitOfMeasure("m/s", .speed, 1)
  /// Metres per second squared.
  public static let metresPerSecondSquared = UnitOfMeasure(
    "m/s²", .acceleration, 1, ["m/s/s", "m/sec2", "mps2", "ms2", "ms-2", "m.s-2"])
  /// Standard gravities of 9.80665 m/s² (the value fixed by the CGPM of 1901).
  public static let gravities = UnitOfMeasure("g", .acceleration, 9.80665, ["gs", "g0", "g-force"])
  /// Thousandths of the standard gravity.
  public static let milligravities = UnitOfMeasure("mg", .acceleration, 9.80665e-3)
  /// Degrees per second.
  public static let degreesPerSecond = UnitOfMeasure(
    "deg/s", .angularVelocity, .pi / 180,
    ["dps", "deg/sec", "degree/s", "degrees/s", "degrees/sec", "degrees/second", "deg.s-1"])
  /// Radians per second.
  public static let radiansPerSecond = UnitOfMeasure(
    "rad/s", .angularVelocity, 1,
    ["rad/sec", "rads/s", "radians/s", "radians/sec", "radians/second", "rad.s-1"])

  /// Megabytes of 10⁶ bytes.
  public static let megabytes = UnitOfMeasure("MB", .data, 1e6, ["megabyte", "megabytes"])

  private static let all = [
    degrees, radians, seconds, milliseconds, microseconds, nanoseconds, metres, millimetres, hertz,
    perSecond, metresPerSecond, metresPerSecondSquared, gravities, milligravities, degreesPerSecond,
    radiansPerSecond, megabytes,
  ]

  /// The unit that is spelled so, in any case and with any of the usual signs; nil for all else.
  public static func spelled(_ text: some StringProtocol) -> UnitOfMeasure? {
    let wanted = canonical(text)
    return all.first { $0.spellings.contains(wanted) }
  }

  /// Whether this unit may be spelled so.
  func isSpelled(_ text: some StringProtocol) -> Bool {
    spellings.contains(Self.canonical(text))
  }

  /// One form for the many ways to write the same: `M / s^2`, `m_s2` and `m/s²` are `m/s2`.
  private static func canonical(_ text: some StringProtocol) -> String {
    var form = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case " ", "^", "*": continue
      case "_": form += "/"
      case "²": form += "2"
      case "⁻": form += "-"
      case "¹": form += "1"
      case "·", "⋅": form += "."
      case "°", "º": form += "deg"
      case "µ", "μ": form += "u"
      default: form.unicodeScalars.append(scalar)
      }
    }
    return form.lowercased()
  }
}

/// Reads a number in `unit`, which may be written behind it: `8`, `8 deg`, `8deg`, `8°`.
///
/// The result is in `unit`. Another unit is an error: nothing is converted silently.
public func parseQuantity(
  _ text: String, in unit: UnitOfMeasure
) throws(ValueError) -> Double {
  let content = trimmed(text[...])
  let numberEnd = endOfNumber(content)
  let spelling = trimmed(content[numberEnd...])
  guard let value = parseDecimal(content[..<numberEnd]) else {
    throw ValueError(found: quoted(text), expected: "a number" + inUnit(unit))
  }
  if spelling.isEmpty || unit.isSpelled(spelling) { return value }
  throw ValueError(
    found: quoted(text),
    expected: unit == .none ? "a number without a unit" : "a number" + inUnit(unit))
}

private func inUnit(_ unit: UnitOfMeasure) -> String {
  unit == .none ? "" : " in \(unit.symbol)"
}

/// Where what looks like a number ends: an `e` belongs to it when a digit or a sign follows.
private func endOfNumber(_ text: Substring) -> Substring.Index {
  var index = text.startIndex
  while index < text.endIndex {
    let next = text.index(after: index)
    let isExponent =
      "eE".contains(text[index]) && next < text.endIndex && "+-0123456789".contains(text[next])
    if !isExponent, !"+-.0123456789".contains(text[index]) { break }
    index = next
  }
  return index
}
