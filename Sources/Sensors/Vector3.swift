// SPDX-License-Identifier: MIT

/// A vector in space; which frame it is in, the name of the variable says.
public struct Vector3: Codable, Equatable, Hashable, Sendable {
  /// The first component.
  public var x: Double
  /// The second component.
  public var y: Double
  /// The third component.
  public var z: Double

  /// A vector of three components.
  public init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The sum of the components' products.
  public func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

  /// The vector that is perpendicular to both, by the right-hand rule.
  public func cross(_ other: Vector3) -> Vector3 {
    Vector3(
      y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The Euclidean length.
  public var length: Double { dot(self).squareRoot() }

  /// Whether no component is infinite or NaN.
  public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

  /// The sum, component by component.
  public static func + (left: Vector3, right: Vector3) -> Vector3 {
    Vector3(left.x + right.x, left.y + right.y, left.z + right.z)
  }

  /// The difference, component by component.
  public static func - (left: Vector3, right: Vector3) -> Vector3 {
    Vector3(left.x - right.x, left.y - right.y, left.z - right.z)
  }

  /// The vector made `factor` times as long.
  public static func * (factor: Double, vector: Vector3) -> Vector3 {
    Vector3(factor * vector.x, factor * vector.y, factor * vector.z)
  }
}
