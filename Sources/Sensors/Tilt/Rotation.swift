// SPDX-License-Identifier: MIT

internal import Elementary

/// A rotation in space, as a unit quaternion: it takes a vector of one frame to another frame.
public struct Rotation: Codable, Equatable, Hashable, Sendable {
  /// The cosine of half the angle.
  public let w: Double
  /// The axis times the sine of half the angle.
  public let axis: Vector3

  /// Leaves every vector as it is.
  public static let identity = Rotation(w: 1, axis: Vector3(0, 0, 0))

  private init(w: Double, axis: Vector3) {
    self.w = w
    self.axis = axis
  }

  /// A rotation about `vector` by its length, rad.
  public init(vector: Vector3) {
    let angle = vector.length
    // Below it, the sine of the half angle is the half angle to the last bit.
    let scale = angle < 0x1p-26 ? 0.5 : sine(0.5 * angle) / angle
    self.init(w: angle < 0x1p-26 ? 1 : cosine(0.5 * angle), axis: scale * vector)
  }

  /// The smallest rotation that takes the unit vector `from` to the unit vector `to`.
  ///
  /// Nil where they are opposite, to a millionth: then no rotation is the smallest.
  public init?(from: Vector3, to: Vector3) {
    // |from + to| is twice the cosine of half the angle between them.
    let half = from + to
    let length = half.length
    guard length > 1e-6 else { return nil }
    let unit = (1 / length) * half
    self.init(w: from.dot(unit), axis: from.cross(unit))
  }

  /// The vector in the frame that the rotation leads to.
  public func rotate(_ vector: Vector3) -> Vector3 {
    let twice = 2 * axis.cross(vector)
    return vector + w * twice + axis.cross(twice)
  }

  /// The vector in the frame that the rotation comes from.
  public func unrotate(_ vector: Vector3) -> Vector3 {
    let twice = 2 * axis.cross(vector)
    return vector - w * twice + axis.cross(twice)
  }

  /// This rotation after `first`, of length 1 again whatever rounding did.
  public func after(_ first: Rotation) -> Rotation {
    let w = w * first.w - axis.dot(first.axis)
    let axis = self.w * first.axis + first.w * self.axis + self.axis.cross(first.axis)
    let scale = 1 / (w * w + axis.dot(axis)).squareRoot()
    return Rotation(w: scale * w, axis: scale * axis)
  }
}

/// The vector made 1 long; it must not be zero.
func unit(_ vector: Vector3) -> Vector3 { (1 / vector.length) * vector }

/// The angle between two vectors, rad, 0 to π.
func angle(between a: Vector3, _ b: Vector3) -> Double {
  arcTangent(y: a.cross(b).length, x: a.dot(b))
}
