// SPDX-License-Identifier: MIT

/// A part of a step in which a ball's acceleration is constant: its path is a parabola.
struct Piece {
  let position: Vector2
  let velocity: Vector2
  let acceleration: Vector2
  /// How long it lasts unless an impact ends it, s.
  var duration: Double
  /// Whether the ball is at rest when it has lasted so long.
  var endsAtRest = false

  /// Where the ball is t seconds after the piece's begin.
  @inline(__always)
  func position(at t: Double) -> Vector2 {
    Vector2(
      position.x + (velocity.x + 0.5 * acceleration.x * t) * t,
      position.y + (velocity.y + 0.5 * acceleration.y * t) * t)
  }

  /// How fast the ball is t seconds after the piece's begin.
  @inline(__always)
  func velocity(at t: Double) -> Vector2 {
    Vector2(velocity.x + acceleration.x * t, velocity.y + acceleration.y * t)
  }
}
