// SPDX-License-Identifier: MIT

/// The rolling resistance of a step: a deceleration D against the motion.
///
/// From a contact pressure that is shifted forward by c times the radius (Minkin and Sikes,
/// Am. J. Phys. 86, 77 (2018)): D is the acceleration factor times c times the pressing force
/// per mass.
struct Resistance {
  /// D, m/s².
  let deceleration: Double

  /// Whether a ball at rest stays so under this pull, m/s².
  @inline(__always)
  func holds(_ pull: Vector2) -> Bool {
    pull.x * pull.x + pull.y * pull.y <= deceleration * deceleration
  }

  /// The next piece of a ball's path under a pull that doesn't hold it.
  ///
  /// D acts along the direction that the velocity would have in the piece's middle without it,
  /// which is of second order in the piece's length. The piece ends where D would turn the ball
  /// round, and is shorter than `remaining` where the velocity turns sharply.
  ///
  /// - Parameters:
  ///   - ball: the ball at the piece's begin.
  ///   - pull: the acceleration without resistance, with the contact, m/s².
  ///   - remaining: what remains of the step, s.
  ///   - contact: what the ball lies against.
  ///   - surroundings: what the ball may hit, which ends a piece early.
  /// - Returns: the piece, with resistance in its acceleration.
  @inline(__always)
  func piece(
    of ball: Ball, pull: Vector2, remaining: Double, contact: some Pressing,
    surroundings: some Surroundings
  ) -> Piece {
    let free = Piece(
      position: ball.position, velocity: ball.velocity, acceleration: pull, duration: remaining)
    if deceleration == 0 { return free }
    var length = remaining
    if let hit = surroundings.firstHit(of: free) { length = hit.time }
    let span = middle(of: free, within: length)
    // A piece that was only shortened by the expected impact lasts until the real one.
    let duration = span.length < length ? span.length : remaining
    let along = span.direction
    // A ball that leaves a wall slowly may be braked along the normal by more than it is pulled.
    let acceleration = contact.free(
      Vector2(pull.x - deceleration * along.x, pull.y - deceleration * along.y),
      velocity: ball.velocity, within: remaining)
    let drag = deceleration - (pull.x * along.x + pull.y * along.y)
    let stop = (ball.velocity.x * along.x + ball.velocity.y * along.y) / drag
    var piece = Piece(
      position: ball.position, velocity: ball.velocity, acceleration: acceleration,
      duration: duration)
    if drag > 0 && !ball.isResting && stop <= duration {
      piece.duration = stop
      piece.endsAtRest = span.isLine || holds(pull)
    }
    return piece
  }

  /// The direction of the velocity in the middle of a piece, and the length it holds for.
  ///
  /// The length is such that the velocity turns by no more than `turnTangent` up to the middle and
  /// keeps half of its speed there. It changes smoothly with the state, so that two worlds that
  /// differ by rounding stay so. `isLine` says that velocity and pull are on one line: where
  /// resistance turns such a ball round, it really is at rest.
  @inline(__always)
  private func middle(
    of free: Piece, within longest: Double
  ) -> (direction: Vector2, length: Double, isLine: Bool) {
    let v = free.velocity
    let a = free.acceleration
    let square = v.x * v.x + v.y * v.y
    if square == 0 { return (a.unit, longest, false) }
    let dot = v.x * a.x + v.y * a.y
    let cross = (v.x * a.y - v.y * a.x).magnitude
    var length = longest
    // tan = cross L/2 / (square + dot L/2), solved for L.
    let turning = cross - Constants.turnTangent * dot
    if turning * length > 2 * Constants.turnTangent * square {
      length = 2 * Constants.turnTangent * square / turning
    }
    if -dot * length > square { length = square / -dot }
    if length < Constants.shortestTurn {
      length = longest < Constants.shortestTurn ? longest : Constants.shortestTurn
    }
    let m = free.velocity(at: 0.5 * length)
    // A ball that turns round faster than that is braked against the way it still goes.
    let isForward = v.x * m.x + v.y * m.y > 0
    return (
      (isForward ? m : v).unit, length, cross <= Constants.lineSine * dot.magnitude
    )
  }
}
