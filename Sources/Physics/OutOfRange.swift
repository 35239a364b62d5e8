// SPDX-License-Identifier: MIT

/// A value that can't be part of a world: which, what it was, and what it may be.
public struct OutOfRange: Error, Equatable, Sendable, CustomStringConvertible {
  /// What the value is of, such as `restitution` or `balls[0].position.x`.
  public let field: String
  /// What was found, in SI units; may be NaN.
  public let value: Double
  /// The values that are allowed, in SI units, ends included.
  public let allowed: ClosedRange<Double>

  init(_ field: String, _ value: Double, allowed: ClosedRange<Double>) {
    self.field = field
    self.value = value
    self.allowed = allowed
  }

  /// A sentence that names the field, the value found and the range.
  public var description: String {
    "\(field) is \(value), but must be from \(allowed.lowerBound) to \(allowed.upperBound)"
  }

  /// Throws unless `value` lies in `allowed`; NaN lies in no range.
  static func check(
    _ field: @autoclosure () -> String, _ value: Double, in allowed: ClosedRange<Double>
  ) throws(OutOfRange) {
    if !allowed.contains(value) { throw OutOfRange(field(), value, allowed: allowed) }
  }
}
