// SPDX-License-Identifier: MIT

/// Balls on a table at a time.
///
/// A world is a value: it advances by what it is told alone, the same bits on every machine.
/// It allocates when it is made and never in a step.
public struct World: Equatable, Sendable {
  /// The table.
  public let surface: Surface
  /// The number of the next step, which is the time in ms: the first step is number 0.
  public private(set) var step: Int64 = 0
  /// The balls, by number.
  public private(set) var balls: [Ball]
  /// What hit in the last step, in the order of time for each ball.
  public private(set) var impacts: [Impact] = []

  private let walls: Walls

  /// A world before its first step.
  ///
  /// - Parameters:
  ///   - surface: the table.
  ///   - balls: the balls, each inside the walls and not faster than 1e6 m/s on either axis.
  /// - Throws: `OutOfRange` if there are too few or too many balls, or one is misplaced or too fast.
  public init(surface: Surface, balls: [Ball]) throws(OutOfRange) {
    try OutOfRange.check(
      "balls.count", Double(balls.count), in: 1...Double(Constants.ballLimit))
    walls = Walls(columns: surface.columnRange, rows: surface.rowRange)
    for (index, ball) in balls.enumerated() {
      try World.check(ball, index, in: walls)
    }
    self.surface = surface
    // Memory of its own: a caller's array may be shared, and the first step would copy it.
    self.balls = []
    self.balls.reserveCapacity(Constants.ballLimit)
    self.balls += balls
    impacts.reserveCapacity(Constants.impactLimit)
  }

  /// Advances by one step of exactly 1 ms under a tilt that stays the same during it.
  ///
  /// The tilt's components must be numbers of at most 1e6 m/s², z not negative: anything else is a
  /// mistake of the program and traps.
  public mutating func advance(under tilt: Tilt) {
    precondition(
      tilt.x.magnitude <= Constants.largestTilt && tilt.y.magnitude <= Constants.largestTilt
        && tilt.z >= 0 && tilt.z <= Constants.largestTilt, "a tilt that no table can have")
    forgetImpacts()
    let pull = pull(of: tilt)
    let resistance = resistance(under: tilt)
    for index in balls.indices {
      roll(index, pull, resistance)
    }
    step += 1
  }

  /// Whether no step under this tilt would change anything but the step's number.
  public func isSettled(under tilt: Tilt) -> Bool {
    let pull = pull(of: tilt)
    let resistance = resistance(under: tilt)
    for ball in balls where !(ball.isResting && resistance.holds(walls.free(pull, of: ball))) {
      return false
    }
    return true
  }

  /// Numbers on by so many steps in which nothing moves.
  public mutating func pass(steps: Int64) {
    precondition(steps >= 0, "steps can't be taken back")
    forgetImpacts()
    step += steps
  }

  /// Puts a ball somewhere, as at a restart.
  ///
  /// It must lie inside the walls and not be faster than 1e6 m/s on either axis, as at the world's
  /// making: anything else is a mistake of the program and traps.
  public mutating func place(_ ball: Ball, at index: Int) {
    do {
      try World.check(ball, index, in: walls)
    } catch {
      preconditionFailure(error.description)
    }
    balls[index] = ball
  }

  private static func check(_ ball: Ball, _ index: Int, in walls: Walls) throws(OutOfRange) {
    try OutOfRange.check("balls[\(index)].position.x", ball.position.x, in: walls.columns)
    try OutOfRange.check("balls[\(index)].position.y", ball.position.y, in: walls.rows)
    try OutOfRange.check("balls[\(index)].velocity.x", ball.velocity.x, in: Constants.speeds)
    try OutOfRange.check("balls[\(index)].velocity.y", ball.velocity.y, in: Constants.speeds)
  }

  private func pull(of tilt: Tilt) -> Vector2 {
    Vector2(surface.accelerationFactor * tilt.x, surface.accelerationFactor * tilt.y)
  }

  private func resistance(under tilt: Tilt) -> Resistance {
    Resistance(deceleration: surface.accelerationFactor * (surface.resistance * tilt.z))
  }

  private mutating func forgetImpacts() {
    // Keeps the memory, so that a step never asks for any.
    if !impacts.isEmpty { impacts.removeAll(keepingCapacity: true) }
  }

  // MARK: A step

  /// Rolls one ball through a step, piece by piece.
  private mutating func roll(_ index: Int, _ tiltPull: Vector2, _ resistance: Resistance) {
    var ball = balls[index]
    var elapsed = 0.0
    var pieces = 0
    while elapsed < Constants.stepLength && pieces < Constants.pieceLimit {
      pieces += 1
      let pull = walls.free(tiltPull, of: ball)
      if ball.isResting && resistance.holds(pull) { break }
      let remaining = Constants.stepLength - elapsed
      let piece = resistance.piece(of: ball, pull: pull, remaining: remaining, walls: walls)
      if let hit = walls.firstHit(of: piece) {
        elapsed += hit.time
        bounce(&ball, index, off: hit, after: piece, pull: tiltPull, elapsed)
      } else {
        ball.position = walls.clamped(piece.position(at: piece.duration))
        ball.velocity = piece.endsAtRest ? .zero : piece.velocity(at: piece.duration)
        elapsed = piece.duration == remaining ? Constants.stepLength : elapsed + piece.duration
      }
    }
    balls[index] = ball
  }

  /// Brings a ball to the wall that it hits and turns its normal velocity.
  private mutating func bounce(
    _ ball: inout Ball, _ index: Int, off hit: Walls.Hit, after piece: Piece, pull: Vector2,
    _ elapsed: Double
  ) {
    var position = walls.clamped(piece.position(at: hit.time))
    var velocity = piece.velocity(at: hit.time)
    let range = hit.isColumn ? walls.columns : walls.rows
    let plane = hit.isUpper ? range.upperBound : range.lowerBound
    let sign = hit.isUpper ? 1.0 : -1.0
    let along = hit.isColumn ? velocity.x : velocity.y
    // Where the path only touches the wall, rounding may give a tiny speed away from it.
    let speed = sign * along > 0 ? sign * along : 0
    let isPressed = sign * (hit.isColumn ? pull.x : pull.y) > 0
    let canRebound =
      impacts.count < Constants.impactLimit && range.lowerBound < range.upperBound
    var rebound = canRebound ? surface.reboundFactor * speed : 0
    if isPressed && rebound < Constants.bounceThreshold { rebound = 0 }
    let turned = rebound == 0 ? 0 : -sign * rebound
    if hit.isColumn {
      position.x = plane
      velocity.x = turned
    } else {
      position.y = plane
      velocity.y = turned
    }
    ball = Ball(position: position, velocity: velocity)
    let isLanding = rebound == 0 && speed < Constants.bounceThreshold
    if !isLanding && impacts.count < Constants.impactLimit {
      impacts.append(
        Impact(ball: index, position: position, speed: speed, step: step, offset: elapsed))
    }
  }
}
