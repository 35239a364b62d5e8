// SPDX-License-Identifier: MIT

extension World {
  /// Lets two balls that meet push each other apart along the line of their centres.
  ///
  /// Equal masses share the change of the relative speed u: each gets (u + u′)/2, by momentum. The
  /// rebound u′ is e u; in the `real` mode u (5e − 2)/7 as at a wall, since each ball keeps 2/7 of
  /// the velocity that it rolled with and takes on 5/7 of the new one (see `Rebound.real`).
  mutating func collide(
    _ first: Int, _ second: Int, under drive: Drive, _ elapsed: Double,
    _ rebounds: inout Few<Int>
  ) {
    let normal = balls[first].position.from(balls[second].position).unit
    let along = balls[first].velocity.from(balls[second].velocity).dot(normal)
    let speed = along < 0 ? -along : 0
    let canRebound =
      rebounds[first] < Constants.impactLimit && rebounds[second] < Constants.impactLimit
    var rebound = canRebound ? surface.reboundFactor * speed : 0
    if rebound < Constants.bounceThreshold
      && arePressed(first, second, normal, under: drive)
    {
      rebound = 0
    }
    let change = 0.5 * (speed + rebound)
    let given = Vector2(change * normal.x, change * normal.y)
    balls[first].velocity.x += given.x
    balls[first].velocity.y += given.y
    balls[second].velocity.x -= given.x
    balls[second].velocity.y -= given.y
    if rebound == 0 {
      settle(under: drive, below: Constants.bounceThreshold)
    }
    if rebound == 0 && speed < Constants.bounceThreshold { return }
    note(first, against: second, speed, elapsed, &rebounds)
    note(second, against: first, speed, elapsed, &rebounds)
  }

  private mutating func note(
    _ index: Int, against other: Int, _ speed: Double, _ elapsed: Double,
    _ rebounds: inout Few<Int>
  ) {
    if rebounds[index] >= Constants.impactLimit { return }
    rebounds[index] += 1
    impacts.append(
      Impact(
        ball: index, against: .ball(other), position: balls[index].position, speed: speed,
        step: step, offset: elapsed))
  }

  /// Takes from balls that lie against each other what rounding and hits of one of them have left of
  /// speed towards each other.
  mutating func calm(under drive: Drive) {
    for first in balls.indices.dropLast() where presence.contains(first) {
      for second in (first + 1)..<balls.count where presence.contains(second) {
        let d = balls[first].position.from(balls[second].position)
        let v = balls[first].velocity.from(balls[second].velocity)
        if v.dot(d) < -Constants.pushSlack * solids.pairDistance
          && Disc.isTouching(d, v, solids.pairDistance, .pair)
        {
          settle(under: drive, below: Constants.pairTouchSpeed)
          return
        }
      }
    }
  }

  /// What each ball touches by its place alone.
  private func touched(_ index: Int, _ drive: Drive) -> Contact {
    solids.contact(
      of: Ball(position: balls[index].position), pull: drive.pull)
  }

  /// Whether tilt, walls and other balls would press two balls together if they didn't touch.
  private func arePressed(
    _ first: Int, _ second: Int, _ normal: Vector2, under drive: Drive
  ) -> Bool {
    let pulls = freePulls(under: drive, cluster: cluster())
    return pulls[first].from(pulls[second]).dot(normal) < -Constants.touchSpeed
  }

  /// The accelerations that balls at rest would have.
  private func freePulls(under drive: Drive, cluster: Cluster) -> Few<Vector2> {
    var cluster = cluster
    var pulls = Few<Vector2>(repeating: drive.pull)
    for index in balls.indices where presence.contains(index) {
      if let holePull = drive.holePull {
        let pull = holePull.pull(of: holes, at: balls[index].position)
        pulls[index] = Vector2(drive.pull.x + pull.x, drive.pull.y + pull.y)
      }
      cluster.add(touched(index, drive), of: index)
    }
    return cluster.settled(pulls, movable: presence)
  }

  /// Lets balls that don't rebound from each other come to lie.
  ///
  /// All that touch and are slow towards each other, walls or blocks lose that speed at once, rather
  /// than hand it back and forth for ever; and those that nothing then moves are at rest.
  private mutating func settle(under drive: Drive, below limit: Double) {
    var cluster = Cluster()
    for first in balls.indices.dropLast() where presence.contains(first) {
      for second in (first + 1)..<balls.count where presence.contains(second) {
        let d = balls[first].position.from(balls[second].position)
        let reach = solids.pairDistance + Constants.pairTouchDistance
        if d.dot(d) > reach * reach { continue }
        let normal = d.unit
        let apart = balls[first].velocity.from(balls[second].velocity).dot(normal)
        if apart.magnitude < limit {
          cluster.add(first, second, along: normal)
        }
      }
    }
    let pulls = freePulls(under: drive, cluster: cluster)
    var velocities = Few<Vector2>(repeating: .zero)
    var moved = Presence()
    for index in balls.indices where presence.contains(index) && cluster.contains(index) {
      let velocity = balls[index].velocity
      velocities[index] = velocity
      moved.insert(index)
      // What it hits faster than that is an impact of its own, at once.
      let touched = touched(index, drive)
      let freed = touched.free(velocity, velocity: .zero, within: Constants.stepLength)
      if velocity.from(freed).length < limit {
        cluster.add(touched, of: index)
      }
    }
    velocities = cluster.settled(velocities, movable: moved)
    var resting = Presence()
    for index in balls.indices where moved.contains(index) {
      balls[index].velocity = velocities[index]
      let isSlow = velocities[index].length < Constants.bounceThreshold
      if isSlow && drive.resistance.holds(pulls[index]) { resting.insert(index) }
    }
    // One that touches a ball that goes on isn't at rest itself; each round finds its neighbours.
    for _ in balls.indices {
      for index in balls.indices where cluster.touches(index, outside: resting) {
        resting.remove(index)
      }
    }
    for index in balls.indices where resting.contains(index) { balls[index].velocity = .zero }
  }
}
