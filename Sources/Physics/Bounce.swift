// SPDX-License-Identifier: MIT

extension World {
  /// Brings a ball to the wall, face or corner that it hits and turns its normal velocity.
  mutating func bounce(
    _ ball: inout Ball, _ index: Int, off hit: Hit, pull: Vector2, isPushed: Bool,
    isNear: Bool, _ elapsed: Double, _ rebounds: inout Int
  ) {
    ball.position = solids.walls.clamped(ball.position)
    var normal: Vector2
    var canRebound = rebounds < Constants.impactLimit
    var isWall = false
    switch hit.obstacle {
    case .column(let place, let isUpper, let wall):
      normal = Vector2(isUpper ? -1 : 1, 0)
      isWall = wall
      ball.position.x = place
      if canRebound { canRebound = !solids.isPinchedAcross(ball.position, isNear: isNear) }
    case .row(let place, let isUpper, let wall):
      normal = Vector2(0, isUpper ? -1 : 1)
      isWall = wall
      ball.position.y = place
      if canRebound { canRebound = !solids.isPinchedDown(ball.position, isNear: isNear) }
    case .corner(let place):
      let d = Vector2(ball.position.x - place.x, ball.position.y - place.y)
      let distance = d.length
      normal = Vector2(d.x / distance, d.y / distance)
    }
    let along = ball.velocity.dot(normal)
    // Where the path only touches, rounding may give a tiny speed away from it.
    let speed = along < 0 ? -along : 0
    let isPressed = isPushed || pull.dot(normal) < 0
    var rebound = canRebound ? surface.reboundFactor * speed : 0
    if isPressed && rebound < Constants.bounceThreshold { rebound = 0 }
    ball.velocity = World.turned(ball.velocity, normal, speed: along, rebound: rebound)
    if rebound == 0 && isNear {
      solids.land(&ball, on: normal, pull: pull)
    }
    let isLanding = rebound == 0 && speed < Constants.bounceThreshold
    if !isLanding && rebounds < Constants.impactLimit {
      rebounds += 1
      impacts.append(
        Impact(
          ball: index, against: isWall ? .wall : .block, position: ball.position, speed: speed,
          step: step, offset: elapsed))
    }
  }

  /// A velocity with its normal component turned; exactly so along an axis.
  @inline(__always)
  private static func turned(
    _ velocity: Vector2, _ normal: Vector2, speed: Double, rebound: Double
  ) -> Vector2 {
    let turned = rebound == 0 ? 0 : rebound
    if normal.y == 0 { return Vector2(turned == 0 ? 0 : normal.x * turned, velocity.y) }
    if normal.x == 0 { return Vector2(velocity.x, turned == 0 ? 0 : normal.y * turned) }
    let change = turned - speed
    return Vector2(velocity.x + change * normal.x, velocity.y + change * normal.y)
  }
}

extension Solids {
  /// Whether a ball is in a corridor across x that is exactly as wide as it is.
  @inline(__always)
  func isPinchedAcross(_ place: Vector2, isNear: Bool) -> Bool {
    if walls.columns.lowerBound == walls.columns.upperBound { return true }
    return isNear && columns.corridor != nil && isPinchedAcross(place)
  }

  /// Whether a ball is in a corridor across y that is exactly as wide as it is.
  @inline(__always)
  func isPinchedDown(_ place: Vector2, isNear: Bool) -> Bool {
    if walls.rows.lowerBound == walls.rows.upperBound { return true }
    return isNear && rows.corridor != nil && isPinchedDown(place)
  }

  private func isPinchedAcross(_ place: Vector2) -> Bool {
    let contact = contact(of: Ball(position: place), pull: .zero)
    return contact.sides.isLeft && contact.sides.isRight
  }

  private func isPinchedDown(_ place: Vector2) -> Bool {
    let contact = contact(of: Ball(position: place), pull: .zero)
    return contact.sides.isUpper && contact.sides.isLower
  }

  /// Lets a ball that doesn't rebound come to lie: neither into anything else that it touches, nor
  /// rocking for ever where two things hold it.
  ///
  /// - Parameters:
  ///   - ball: the ball; its velocity along the first normal is 0.
  ///   - normal: of what it has landed on.
  ///   - pull: the acceleration of tilt and holes, m/s².
  fileprivate func land(_ ball: inout Ball, on normal: Vector2, pull: Vector2) {
    // What it touches where it is, whatever its velocity.
    let touched = contact(of: Ball(position: ball.position), pull: pull)
    if touched.cornerCount == 0 { return }
    if ball.velocity.dot(ball.velocity) < Constants.bounceThreshold * Constants.bounceThreshold
      && touched.free(pull, velocity: .zero, within: Constants.stepLength) == .zero
    {
      ball.velocity = .zero
    }
  }
}
