// SPDX-License-Identifier: MIT

internal import Elementary
internal import Sensors

/// How far a board leans, and where to: the angle to the right and to the top edge, rad.
///
/// The board's orientation is the rotation from level by √(right² + top²) about the horizontal axis
/// that lowers that side; it never turns about its normal.
struct Lean {
  var right = 0.0
  var top = 0.0

  static func + (left: Lean, other: Lean) -> Lean {
    Lean(right: left.right + other.right, top: left.top + other.top)
  }

  static func * (factor: Double, lean: Lean) -> Lean {
    Lean(right: factor * lean.right, top: factor * lean.top)
  }

  /// The rotation vector from level, device axes.
  private var rotation: Vector3 { Vector3(-top, right, 0) }

  /// The unit vector "up" in device axes.
  var up: Vector3 {
    let angle = rotation.length
    // sin θ / θ near 0.
    let ratio = angle < 1e-6 ? 1 : sine(angle) / angle
    return Vector3(-ratio * right, -ratio * top, cosine(angle))
  }

  /// The angular velocity in device axes when the lean changes by `change` per second.
  ///
  /// ω = ṙ − (1 − cos θ)/θ² r × ṙ + (θ − sin θ)/θ³ r × (r × ṙ), the right Jacobian of the rotation
  /// vector r (Bullo and Murray 1995); its two factors go to 1/2 and 1/6 near level.
  func angularVelocity(changing change: Lean) -> Vector3 {
    let r = rotation
    let angle = r.length
    let rate = change.rotation
    let turned = r.cross(rate)
    let first = angle < 1e-3 ? 0.5 : (1 - cosine(angle)) / (angle * angle)
    let second = angle < 1e-3 ? 1.0 / 6 : (angle - sine(angle)) / (angle * angle * angle)
    return rate - first * turned + second * r.cross(turned)
  }
}
