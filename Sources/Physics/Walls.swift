// SPDX-License-Identifier: MIT

/// The straight walls about a ball, as the ranges in which its centre can be.
struct Walls: Equatable {
  let columns: ClosedRange<Double>
  let rows: ClosedRange<Double>

  /// The walls that a ball lies against.
  @inline(__always)
  func sides(of ball: Ball) -> Sides {
    let (p, v) = (ball.position, ball.velocity)
    return Sides(
      isLeft: v.x == 0 && p.x <= columns.lowerBound, isRight: v.x == 0 && p.x >= columns.upperBound,
      isUpper: v.y == 0 && p.y <= rows.lowerBound, isLower: v.y == 0 && p.y >= rows.upperBound)
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
    if x.time <= y.time {
      let place = x.isUpper ? columns.upperBound : columns.lowerBound
      return Hit(
        time: x.time, obstacle: .column(place: place, isUpper: x.isUpper, isWall: true))
    }
    let place = y.isUpper ? rows.upperBound : rows.lowerBound
    return Hit(time: y.time, obstacle: .row(place: place, isUpper: y.isUpper, isWall: true))
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
