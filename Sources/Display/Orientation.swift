// SPDX-License-Identifier: MIT

internal import Elementary

/// How a ball lies: the rotation from the ball's own axes to the table's, as a unit quaternion.
///
/// The table's axes are x to the right, y down and, right-handed with these, z into the table.
public struct Orientation: Hashable, Sendable {
  /// The quaternion's scalar part.
  public private(set) var w = 1.0
  /// The quaternion's vector part.
  public private(set) var x = 0.0
  /// As above.
  public private(set) var y = 0.0
  /// As above.
  public private(set) var z = 0.0

  /// A ball that was never turned.
  public init() {}

  /// Rolls the ball without slipping along a straight way (dx, dy) in units of its own radius.
  ///
  /// The point of contact rests, so that the angular velocity is (v_y, −v_x, 0) ÷ r: the ball turns
  /// by the way's length ÷ r about the horizontal axis across the way. Sine and cosine of half that
  /// angle are a quaternion's parts.
  ///
  /// A way that is no number, or over a hundred turns, turns nothing.
  public mutating func roll(_ dx: Double, _ dy: Double) {
    let angle = (dx * dx + dy * dy).squareRoot()
    guard angle > 0, angle < 600 else { return }
    let scalar = cosine(angle / 2)
    let share = sine(angle / 2) / angle
    let (ax, ay) = (dy * share, -dx * share)
    let (w0, x0, y0, z0) = (w, x, y, z)
    // The Hamilton product of the new turn, which is about the table's axes, and the old ones.
    w = scalar * w0 - ax * x0 - ay * y0
    x = scalar * x0 + ax * w0 + ay * z0
    y = scalar * y0 + ay * w0 - ax * z0
    z = scalar * z0 + ax * y0 - ay * x0
    // Rounding would make the quaternion grow in the course of hours.
    let length = (w * w + x * x + y * y + z * z).squareRoot()
    (w, x, y, z) = (w / length, x / length, y / length, z / length)
  }

  /// The ball's own direction that now points along a direction of the table: the rotation backwards.
  func body(_ direction: SIMD3<Float>) -> SIMD3<Float> {
    let (w, v) = (Float(w), SIMD3(Float(x), Float(y), Float(z)))
    let turned = 2 * cross(direction, v)
    return direction + w * turned + cross(turned, v)
  }

  private func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
