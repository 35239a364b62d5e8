// SPDX-License-Identifier: MIT

/// A vector in the table frame: x to the right, y down the table.
public struct Vector2: Codable, Equatable, Hashable, Sendable {
  /// To the right.
  public var x: Double
  /// Down the table.
  public var y: Double

  /// A vector of two components.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The null vector.
  public static let zero = Vector2(0, 0)

  @inline(__always)
  func dot(_ other: Vector2) -> Double { x * other.x + y * other.y }

  var length: Double { dot(self).squareRoot() }

  /// The vector to here from another one.
  @inline(__always)
  func from(_ other: Vector2) -> Vector2 { Vector2(x - other.x, y - other.y) }

  /// The vector of length 1 in this direction; null for the null vector.
  var unit: Vector2 {
    let length = length
    return length > 0 ? Vector2(x / length, y / length) : .zero
  }
}
