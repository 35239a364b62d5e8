// SPDX-License-Identifier: MIT

internal import Physics

/// How errors write what physics measures: in the units of table files.
struct Measured {
  private let unit: String
  /// How many of the unit make one in SI.
  private let factor: Double

  static let millimetres = Measured(unit: " mm", factor: 1000)
  static let metresPerSecond = Measured(unit: " m/s", factor: 1)
  static let metresPerSecondSquared = Measured(unit: " m/s²", factor: 1)
  static let radiansPerSecond = Measured(unit: " rad/s", factor: 1)
  static let perSecond = Measured(unit: " 1/s", factor: 1)
  /// Shares of g: physics knows them as pure numbers.
  static let gravities = Measured(unit: " g", factor: 1)
  static let number = Measured(unit: "", factor: 1)

  /// A value with its unit, such as `10 mm`.
  func text(_ value: Double) -> String { digits(value) + unit }

  /// A place, such as `170 10 mm`.
  func text(of place: Vector2) -> String { "\(digits(place.x)) \(digits(place.y))\(unit)" }

  /// A range, such as `0 to 1`.
  func text(of range: ClosedRange<Double>) -> String {
    "\(digits(range.lowerBound)) to \(digits(range.upperBound))\(unit)"
  }

  /// The refused value; to the last digit if it would look allowed otherwise.
  func text(of error: OutOfRange) -> String { text(error.value, outside: error.allowed) }

  /// A value that lies outside of a range, and looks so.
  func text(_ value: Double, outside allowed: ClosedRange<Double>) -> String {
    let isClear = !allowed.contains(Self.rounded(value * factor) / factor)
    return (isClear ? digits(value) : Self.plain(value * factor)) + unit
  }

  private func digits(_ value: Double) -> String { Self.plain(Self.rounded(value * factor)) }

  /// To a ten-thousandth: what binary fractions and the tolerance for touching add goes away.
  private static func rounded(_ value: Double) -> Double {
    // From here on a Double has no such digits, and the product might overflow.
    value.magnitude < 1e9 ? (value * 1e4).rounded() / 1e4 : value
  }

  private static func plain(_ value: Double) -> String {
    let text = "\(value == 0 ? 0 : value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
