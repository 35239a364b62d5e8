// SPDX-License-Identifier: MIT

/// What takes the accelerations that press a ball against it.
protocol Pressing {
  /// What is left of an acceleration.
  ///
  /// - Parameters:
  ///   - acceleration: without the contact, m/s².
  ///   - velocity: the ball's, m/s.
  ///   - duration: how long the acceleration will last at most, s.
  /// - Returns: the acceleration with the contact, m/s².
  func free(_ acceleration: Vector2, velocity: Vector2, within duration: Double) -> Vector2
}

/// On which sides of a ball there are walls or faces that it lies against.
struct Sides: Pressing {
  var isLeft: Bool
  var isRight: Bool
  var isUpper: Bool
  var isLower: Bool

  @inline(__always)
  func free(_ acceleration: Vector2, velocity: Vector2, within duration: Double) -> Vector2 {
    free(acceleration)
  }

  @inline(__always)
  func free(_ a: Vector2) -> Vector2 {
    Vector2(
      (isLeft && a.x < 0) || (isRight && a.x > 0) ? 0 : a.x,
      (isUpper && a.y < 0) || (isLower && a.y > 0) ? 0 : a.y)
  }
}

/// What a ball may hit on its way.
protocol Surroundings {
  /// The first impact within a piece's duration; one exactly at its end is the next piece's.
  func firstHit(of piece: Piece) -> Hit?
}

extension Walls: Surroundings {}

extension Solids: Surroundings {
  @inline(__always)
  func firstHit(of piece: Piece) -> Hit? { search(along: piece).hit }
}
