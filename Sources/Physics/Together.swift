// SPDX-License-Identifier: MIT

extension World {
  /// Whether any two balls may come to touch in this step.
  func mayMeet(under drive: Drive) -> Bool {
    for first in balls.indices.dropLast() where presence.contains(first) {
      let reach = 2 * surface.ballRadius + self.reach(of: balls[first], under: drive)
      for second in (first + 1)..<balls.count where presence.contains(second) {
        let d = balls[first].position.from(balls[second].position)
        let near = reach + self.reach(of: balls[second], under: drive) + Constants.touchDistance
        if d.dot(d) <= near * near { return true }
      }
    }
    return false
  }

  /// Rolls all balls through a step together, from event to event of any of them.
  mutating func rollTogether(under drive: Drive) {
    var elapsed = 0.0
    var pieces = 0
    var rebounds = Few<Int>(repeating: 0)
    while elapsed < Constants.stepLength && pieces < Constants.eventLimit {
      pieces += 1
      let remaining = Constants.stepLength - elapsed
      calm(under: drive)
      let plan = plan(under: drive, remaining: remaining)
      for index in balls.indices where plan.stopping.contains(index) {
        balls[index].velocity = .zero
      }
      guard let event = firstEvent(of: plan, remaining: remaining) else { break }
      for index in balls.indices {
        guard let leg = plan.legs[index] else { continue }
        balls[index] = leg.ball(at: event.time)
        balls[index].position = solids.walls.clamped(balls[index].position)
      }
      elapsed = event.time == remaining ? Constants.stepLength : elapsed + event.time
      switch event.kind {
      case .passing: break
      case .solid(let index, let hit):
        var ball = balls[index]
        bounce(
          &ball, index, off: hit, pull: plan.totals[index], isPushed: plan.cluster.contains(index),
          isNear: true, elapsed, &rebounds[index])
        balls[index] = ball
      case .pair(let first, let second):
        collide(first, second, under: drive, elapsed, &rebounds)
      }
    }
  }

  /// Whether all balls stay where they are, at rest.
  func staysTogether(under drive: Drive) -> Bool {
    let plan = plan(
      under: drive, remaining: Constants.stepLength)
    for index in balls.indices where plan.legs[index] != nil { return false }
    return plan.stopping.rawValue == 0
  }
}

/// What each ball will do until the next event.
struct Plan {
  /// The next pieces; nil for balls that stay or are off the table.
  var legs = Few<Leg?>(repeating: nil)
  /// Tilt and holes, m/s².
  var totals = Few<Vector2>(repeating: .zero)
  var cluster = Cluster()
  /// Balls that are at rest from now on.
  var stopping = Presence()
}

/// What ends the pieces of all balls.
private struct Event {
  var time: Double
  var kind: Kind

  enum Kind {
    /// A piece is over.
    case passing
    case solid(Int, Hit)
    case pair(Int, Int)
  }
}

extension World {
  private func plan(under drive: Drive, remaining: Double) -> Plan {
    var plan = Plan()
    plan.cluster = cluster()
    for index in balls.indices where presence.contains(index) {
      let leg = start(
        of: balls[index], under: drive, remaining: remaining)
      plan.legs[index] = leg
      plan.totals[index] = leg.total
      if plan.cluster.contains(index) { plan.cluster.add(leg.contact, of: index) }
    }
    let pulls =
      plan.cluster.isEmpty
      ? plan.totals : plan.cluster.settled(plan.totals, movable: presence)
    var moving = Presence()
    var accelerations = Few<Vector2>(repeating: .zero)
    for index in balls.indices {
      guard var leg = plan.legs[index] else { continue }
      if plan.cluster.contains(index) { leg.pull = pulls[index] }
      if leg.ball.isResting && drive.resistance.holds(leg.pull) {
        plan.legs[index] = nil
        continue
      }
      leg.plan(under: drive.resistance, at: solids)
      moving.insert(index)
      accelerations[index] = leg.piece.acceleration
      plan.legs[index] = leg
    }
    if !plan.cluster.isEmpty {
      accelerations = plan.cluster.settled(accelerations, movable: moving)
    }
    for index in balls.indices {
      guard var leg = plan.legs[index] else { continue }
      if plan.cluster.contains(index) {
        let velocity = leg.ball.velocity
        if drive.resistance.deceleration > 0 && accelerations[index] == .zero
          && velocity.dot(velocity) < Constants.pairTouchSpeed * Constants.pairTouchSpeed
        {
          // The others take all that pulls and brakes it: it would creep on in ever the same pieces,
          // while resistance stops what is so slow in a few microseconds.
          if !leg.ball.isResting { plan.stopping.insert(index) }
          plan.legs[index] = nil
          continue
        }
        leg.piece.accelerate(by: accelerations[index], within: leg.holes.length)
      }
      leg.endWithContact()
      plan.legs[index] = leg
    }
    return plan
  }

  /// The pairs of balls that lie against each other now.
  func cluster() -> Cluster {
    var cluster = Cluster()
    for first in balls.indices.dropLast() where presence.contains(first) {
      for second in (first + 1)..<balls.count where presence.contains(second) {
        let d = balls[first].position.from(balls[second].position)
        let v = balls[first].velocity.from(balls[second].velocity)
        if Disc.isTouching(d, v, solids.pairDistance, .pair) {
          cluster.add(first, second, along: d.unit)
        }
      }
    }
    return cluster
  }

  /// The first event of any ball, or nil if all of them stay.
  private func firstEvent(of plan: Plan, remaining: Double) -> Event? {
    var event = Event(time: remaining, kind: .passing)
    var isMoving = false
    for index in balls.indices {
      guard let leg = plan.legs[index] else { continue }
      isMoving = true
      let search = solids.search(along: leg.piece)
      if let hit = search.hit {
        if hit.time < event.time { event = Event(time: hit.time, kind: .solid(index, hit)) }
      } else {
        let duration = min(leg.piece.duration, search.clearUntil)
        if duration < event.time { event = Event(time: duration, kind: .passing) }
      }
    }
    if !isMoving { return nil }
    for first in balls.indices.dropLast() where presence.contains(first) {
      for second in (first + 1)..<balls.count where presence.contains(second) {
        let one = plan.legs[first]?.piece ?? Piece(resting: balls[first].position)
        let other = plan.legs[second]?.piece ?? Piece(resting: balls[second].position)
        let time = Disc.time(
          offset: one.position.from(other.position), velocity: one.velocity.from(other.velocity),
          acceleration: one.acceleration.from(other.acceleration), radius: solids.pairDistance,
          touch: .pair, within: event.time)
        if time < event.time { event = Event(time: time, kind: .pair(first, second)) }
      }
    }
    return event
  }
}

extension Piece {
  fileprivate init(resting position: Vector2) {
    self.init(position: position, velocity: .zero, acceleration: .zero, duration: .infinity)
  }

  /// Takes what other balls make of the acceleration.
  fileprivate mutating func accelerate(by changed: Vector2, within length: Double) {
    if changed == acceleration { return }
    let drag = -velocity.dot(changed)
    let square = velocity.dot(velocity)
    self = Piece(
      position: position, velocity: velocity, acceleration: changed,
      duration: min(duration, length))
    let cross = (velocity.x * changed.y - velocity.y * changed.x).magnitude
    if drag > 0 && square < drag * duration && cross <= Constants.lineSine * drag {
      duration = square / drag
      endsAtRest = true
    }
  }
}
