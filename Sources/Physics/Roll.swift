// SPDX-License-Identifier: MIT

/// What acts on every ball in a step.
struct Drive {
  /// The tilt's acceleration, m/s².
  let pull: Vector2
  let resistance: Resistance
  /// The pull of holes, on tables that have it.
  let holePull: HolePull?
  /// The largest acceleration that a ball can have, m/s².
  let largest: Double
}

/// A piece of a ball's path as it is planned: what it lies against, what acts, how far it goes.
struct Leg {
  var ball: Ball
  var contact: Contact
  /// Tilt and holes, m/s².
  var total: Vector2
  /// The same with the contact, m/s².
  var pull: Vector2
  var holes: HolePull.Part
  var piece: Piece
  var end: Contact.End?

  /// The ball, a time after the leg's begin.
  func ball(at time: Double) -> Ball {
    var ball = Ball(position: piece.position(at: time), velocity: piece.velocity(at: time))
    if piece.endsAtRest && time == piece.duration { ball.velocity = .zero }
    if holes.brake > 0 {
      let slowing = holes.slowing(time - 0.5 * holes.length)
      ball.velocity = Vector2(ball.velocity.x * slowing, ball.velocity.y * slowing)
    }
    if let end, time == end.time { end.settle(&ball) }
    return ball
  }
}

extension World {
  /// Rolls one ball through a step, piece by piece.
  @inline(__always)
  mutating func roll(_ index: Int, under drive: Drive) {
    let ball = balls[index]
    if drive.holePull != nil || solids.isNear(ball.position, within: reach(of: ball, under: drive))
    {
      rollAmongBlocks(index, under: drive)
    } else {
      rollFreely(index, under: drive)
    }
  }

  /// Rolls a ball that can meet nothing but the walls in this step.
  @inline(__always)
  private mutating func rollFreely(_ index: Int, under drive: Drive) {
    var ball = balls[index]
    var elapsed = 0.0
    var pieces = 0
    var rebounds = 0
    while elapsed < Constants.stepLength && pieces < Constants.pieceLimit {
      pieces += 1
      let sides = solids.walls.sides(of: ball)
      let pull = sides.free(drive.pull)
      if ball.isResting && drive.resistance.holds(pull) { break }
      let remaining = Constants.stepLength - elapsed
      let piece = drive.resistance.piece(
        of: ball, pull: pull, remaining: remaining, contact: sides, surroundings: solids.walls)
      if let hit = solids.walls.firstHit(of: piece) {
        elapsed += hit.time
        ball = Ball(position: piece.position(at: hit.time), velocity: piece.velocity(at: hit.time))
        bounce(
          &ball, index, off: hit, pull: drive.pull, isPushed: false, isNear: false, elapsed,
          &rebounds)
      } else {
        ball.position = solids.walls.clamped(piece.position(at: piece.duration))
        ball.velocity = piece.endsAtRest ? .zero : piece.velocity(at: piece.duration)
        elapsed = piece.duration == remaining ? Constants.stepLength : elapsed + piece.duration
      }
    }
    balls[index] = ball
  }

  /// Rolls a ball that may meet blocks, or that holes pull.
  private mutating func rollAmongBlocks(_ index: Int, under drive: Drive) {
    var ball = balls[index]
    var elapsed = 0.0
    var pieces = 0
    var rebounds = 0
    while elapsed < Constants.stepLength && pieces < Constants.pieceLimit {
      pieces += 1
      let remaining = Constants.stepLength - elapsed
      guard let leg = leg(of: ball, under: drive, remaining: remaining) else { break }
      let search = solids.search(along: leg.piece)
      if let hit = search.hit {
        elapsed += hit.time
        ball = leg.ball(at: hit.time)
        bounce(
          &ball, index, off: hit, pull: leg.total, isPushed: false, isNear: true, elapsed,
          &rebounds)
      } else {
        let duration = min(leg.piece.duration, search.clearUntil)
        ball = leg.ball(at: duration)
        ball.position = solids.walls.clamped(ball.position)
        elapsed = duration == remaining ? Constants.stepLength : elapsed + duration
      }
    }
    balls[index] = ball
  }

  /// How far a ball can come in a step, m.
  @inline(__always)
  func reach(of ball: Ball, under drive: Drive) -> Double {
    let speed = ball.velocity.x.magnitude + ball.velocity.y.magnitude
    return (speed + drive.largest * Constants.stepLength) * Constants.stepLength
  }

  /// The next piece of a ball's path, or nil if it stays.
  @inline(__always)
  func leg(of ball: Ball, under drive: Drive, remaining: Double) -> Leg? {
    var leg = start(of: ball, under: drive, remaining: remaining)
    if ball.isResting && drive.resistance.holds(leg.pull) { return nil }
    leg.plan(under: drive.resistance, at: solids)
    leg.endWithContact()
    return leg
  }

  /// What acts on a ball at the begin of a piece; the piece itself isn't planned yet.
  @inline(__always)
  func start(of ball: Ball, under drive: Drive, remaining: Double) -> Leg {
    var ball = ball
    var part = HolePull.Part(length: remaining)
    var total = drive.pull
    if let holePull = drive.holePull {
      part = holePull.part(of: holes, for: ball, pull: drive.pull, remaining: remaining)
      total = Vector2(total.x + part.acceleration.x, total.y + part.acceleration.y)
      if part.brake > 0 {
        let slowing = part.slowing(0.5 * part.length)
        ball.velocity = Vector2(ball.velocity.x * slowing, ball.velocity.y * slowing)
      }
    }
    let contact = solids.contact(of: ball, pull: total)
    let pull = contact.free(total, velocity: ball.velocity, within: part.length)
    let piece = Piece(
      position: ball.position, velocity: ball.velocity, acceleration: pull, duration: part.length)
    return Leg(
      ball: ball, contact: contact, total: total, pull: pull, holes: part, piece: piece, end: nil)
  }
}

extension Leg {
  /// Plans the piece under the pull that the ball feels.
  @inline(__always)
  mutating func plan(under resistance: Resistance, at solids: Solids) {
    piece = resistance.piece(
      of: ball, pull: pull, remaining: holes.length, contact: contact,
      surroundings: solids)
  }

  /// Ends the piece where the ball leaves what it lies against.
  mutating func endWithContact() {
    if contact.hasNoEnd { return }
    let longest = contact.longestPivot(of: ball, under: total)
    if longest < piece.duration {
      piece.duration = longest
      piece.endsAtRest = false
    }
    let end = contact.end(of: piece)
    if end.time > piece.duration { return }
    piece.duration = end.time
    piece.endsAtRest = false
    self.end = end
  }
}
