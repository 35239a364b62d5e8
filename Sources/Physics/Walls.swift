// SPDX-License-Identifier: MIT

/// The straight walls about a ball, as the ranges in which its centre can be.
struct Walls: Equatable {
  let columns: ClosedRange<Double>
  let rows: ClosedRange<Double>

  /// The plane that a ball meets first.
  struct Hit {
    /// s after the piece's begin.
    let time: Double
    /// Whether the plane bounds x, or else y.
    let isColumn: Bool
    /// Whether the plane is the upper end of its range.
    let isUpper: Bool
  }

  /// What is left of an acceleration where the ball lies against walls: they take what presses.
  @inline(__always)
  func free(_ acceleration: Vector2, of ball: Ball) -> Vector2 {
    Vector2(
      Walls.free(acceleration.x, ball.position.x, ball.velocity.x, columns),
      Walls.free(acceleration.y, ball.position.y, ball.velocity.y, rows))
  }

  @inline(__always)
  private static func free(
    _ acceleration: Double, _ position: Double, _ velocity: Double, _ range: ClosedRange<Double>
  ) -> Double {
    guard velocity == 0 else { return acceleration }
    if position <= range.lowerBound && acceleration < 0 { return 0 }
    if position >= range.upperBound && acceleration > 0 { return 0 }
    return acceleration
  }

  /// The first impact within a piece's duration.
  ///
  /// One exactly at its end is the next piece's, at time 0.
  @inline(__always)
  func firstHit(of piece: Piece) -> Hit? {
    let x = Walls.hit(
      piece.position.x, piece.velocity.x, piece.acceleration.x, columns, piece.duration)
    let y = Walls.hit(
      piece.position.y, piece.velocity.y, piece.acceleration.y, rows, piece.duration)
    if x.time > piece.duration && y.time > piece.duration { return nil }
    return x.time <= y.time
      ? Hit(time: x.time, isColumn: true, isUpper: x.isUpper)
      : Hit(time: y.time, isColumn: false, isUpper: y.isUpper)
  }

  /// When a coordinate leaves its range, or infinity if it stays inside for the duration.
  @inline(__always)
  private static func hit(
    _ position: Double, _ velocity: Double, _ acceleration: Double, _ range: ClosedRange<Double>,
    _ duration: Double
  ) -> (time: Double, isUpper: Bool) {
    let end = position + (velocity + 0.5 * acceleration * duration) * duration
    let endVelocity = velocity + acceleration * duration
    // Where the direction of motion doesn't change, the ends tell: this is nearly every piece.
    if velocity * endVelocity >= 0 && end >= range.lowerBound && end <= range.upperBound {
      return (.infinity, false)
    }
    let up = Crossing.time(
      distance: range.upperBound - position, speed: velocity, acceleration: acceleration)
    let down = Crossing.time(
      distance: position - range.lowerBound, speed: -velocity, acceleration: -acceleration)
    return up < down ? (up, true) : (down, false)
  }

  /// The nearest place inside: takes away what rounding put outside.
  @inline(__always)
  func clamped(_ position: Vector2) -> Vector2 {
    Vector2(Walls.clamped(position.x, columns), Walls.clamped(position.y, rows))
  }

  @inline(__always)
  private static func clamped(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    value < range.lowerBound
      ? range.lowerBound : value > range.upperBound ? range.upperBound : value
  }
}
