// SPDX-License-Identifier: MIT

import Elementary
import Physics
import Testing

/// When holes take balls, and how the classic game's pull moves them.
@Suite struct CaptureTests {
  private static let centre = Vector2(0.15, 0.1)

  private func world(
    _ rule: CaptureRule, holeRadius: Double, radius: Double = 0.006, c: Double = 0, _ ball: Ball
  ) throws -> World {
    try World(
      surface: surface(radius: radius, c: c),
      holes: Holes([Hole(centre: Self.centre, radius: holeRadius)], pivot: Self.centre, rule: rule),
      balls: [ball])
  }

  /// A ball that is at `offset` from the hole's centre, with this velocity, at the step's end.
  private func arriving(_ offset: Vector2, _ velocity: Vector2) -> Ball {
    Ball(position: Self.centre + offset - 0.001 * velocity, velocity: velocity)
  }

  /// √(g/2r) times the ways over the hole, by free fall through r, with the first one alone where the ball is
  /// on the rim.
  private func limit(_ d: Double, _ holeRadius: Double, _ radius: Double) -> Double {
    let inner = holeRadius - radius
    let first = (holeRadius * holeRadius - d * d).squareRoot()
    let second = d < inner ? (inner * inner - d * d).squareRoot() : 0
    return (9.80665 / (2 * radius)).squareRoot() * (first + second)
  }

  @Test(
    "by speed a ball is taken 2 % below v_max(d) and not 2 % above",
    arguments: [
      (0.054, 0.02135), (0.008, 0.006), (0.01, 0.006), (0.0275, 0.006), (0.007, 0.006),
      (0.0108, 0.00427), (0.009, 0.0089),
    ])
  func speedRaster(holeRadius: Double, radius: Double) throws {
    for share in [0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99] {
      for angle in [0.0, 1, 2.5, 4] {
        let d = share * holeRadius
        let offset = d * Vector2(cosine(angle), sine(angle))
        for course in [0.0, 0.9, 2.2] {
          let direction = Vector2(cosine(angle + course), sine(angle + course))
          for (factor, isTaken) in [(0.1, true), (0.98, true), (1.02, false), (3, false)] {
            let v = factor * limit(d, holeRadius, radius) * direction
            var world = try world(
              .speed, holeRadius: holeRadius, radius: radius, arriving(offset, v))
            world.advance(under: .level)
            #expect((world.captures.count == 1) == isTaken, "d = \(share) R, \(factor) v_max")
            #expect(world.isOnTable(0) != isTaken)
          }
        }
      }
    }
  }

  @Test("golf's hole takes a central ball at 1.313 m/s, a labyrinth's at 0.286 m/s")
  func knownSpeeds() throws {
    for (holeRadius, radius, speed) in [(0.054, 0.02135, 1.313), (0.008, 0.006, 0.286)] {
      for (factor, isTaken) in [(0.98, true), (1.02, false)] {
        var world = try world(
          .speed, holeRadius: holeRadius, radius: radius,
          arriving(.zero, Vector2(factor * speed, 0)))
        world.advance(under: .level)
        #expect(world.isOnTable(0) != isTaken)
      }
    }
  }

  @Test("a ball that crosses a hole at an offset is taken by its least distance")
  func crossing() throws {
    let (holeRadius, radius) = (0.012, 0.006)
    for share in [0, 0.2, 0.4] {
      let d = share * (holeRadius - radius)
      for (factor, isTaken) in [(0.97, true), (1.03, false)] {
        let v = factor * limit(d, holeRadius, radius)
        var world = try world(
          .speed, holeRadius: holeRadius, radius: radius,
          Ball(position: Self.centre + Vector2(-0.1, d), velocity: Vector2(v, 0)))
        world.advance(steps: Int(170 / v), under: .level)
        #expect(world.isOnTable(0) != isTaken)
      }
    }
  }

  @Test("over a hole a ball at rest is taken where d < R, by both rules")
  func atRest() throws {
    for rule in [CaptureRule.centre, .speed] {
      for (share, isTaken) in [
        (0.0, true), (0.5, true), (0.98, true), (0.999, true), (1.001, false), (1.02, false),
      ] {
        for (angle, c) in [(0.3, 0.0), (2.0, 0), (5, 0), (5, 0.005)] {
          let offset = 0.01 * share * Vector2(cosine(angle), sine(angle))
          let place = Self.centre + offset
          var world = try world(rule, holeRadius: 0.01, c: c, Ball(position: place))
          #expect(world.isSettled(under: .level) != isTaken)
          world.advance(under: .level)
          #expect(world.isOnTable(0) != isTaken)
          #expect(world.ball == Ball(position: place))
          if isTaken {
            let capture = try #require(world.captures.first)
            #expect(capture.ball == 0 && capture.hole == 0 && capture.step == 0)
            #expect(capture.position == place)
            #expect(capture.time == 0.001)
          }
        }
      }
    }
  }

  @Test("by the centre a ball is taken where d < R, however fast it is")
  func centreRule() throws {
    for speed in [0.01, 1, 100] {
      for (share, isTaken) in [(0.98, true), (1.02, false)] {
        var world = try world(
          .centre, holeRadius: 0.01, arriving(Vector2(0, 0.01 * share), Vector2(speed, 0)))
        world.advance(under: .level)
        #expect(world.isOnTable(0) != isTaken)
      }
    }
  }

  @Test("a hole no larger than the ball takes none by speed, but does by the centre")
  func tooSmall() throws {
    for holeRadius in [0.006, 0.0059, 0.003] {
      for speed in [0, 1e-3, 0.1] {
        for (rule, isTaken) in [(CaptureRule.speed, false), (.centre, true)] {
          var world = try world(
            rule, holeRadius: holeRadius, arriving(.zero, Vector2(speed, 0)))
          world.advance(steps: 10, under: .level)
          #expect(world.isOnTable(0) != isTaken)
        }
      }
    }
  }

  @Test("a steeper table presses less, and takes slower balls only")
  func gravity() throws {
    let v = limit(0, 0.01, 0.006)
    for (z, isTaken) in [(9.80665, true), (0.9 * 9.80665, false), (1.1 * 9.80665, true)] {
      var world = try world(
        .speed, holeRadius: 0.01, arriving(.zero, Vector2(0.98 * v, 0)))
      world.advance(under: Tilt(x: 0, y: 0, z: z))
      #expect(world.isOnTable(0) != isTaken)
    }
  }

  @Test("a taken ball is at rest, stays, and nothing hits it")
  func taken() throws {
    var world = try World(
      surface: surface(),
      holes: Holes([Hole(centre: Self.centre, radius: 0.01)], pivot: .zero, rule: .centre),
      balls: [
        Ball(position: Self.centre, velocity: Vector2(0.01, 0)),
        Ball(position: Vector2(0.1, 0.089), velocity: Vector2(1, 0)),
      ])
    world.advance(under: .level)
    let caught = world.balls[0]
    #expect(caught.velocity == .zero)
    world.advance(steps: 119, under: .level)
    #expect(world.balls[0] == caught)
    #expect(!world.isOnTable(0) && world.isOnTable(1))
    #expect((world.balls[1].position - Vector2(0.22, 0.089)).length < 1e-12)
  }

  @Test("a moving hole takes by the relative velocity", arguments: [3.0, -3])
  func movingHole(rate: Double) throws {
    let pivot = Vector2(0.15, 0.1)
    let arm = Vector2(0.06, 0.02)
    let hole = Hole(centre: pivot + arm, radius: 0.01)
    let limit = limit(0, 0.01, 0.006)
    // Counter-clockwise as seen from above, y pointing down the table.
    let angle = rate * 0.001
    let now = Vector2(
      arm.x * cosine(angle) + arm.y * sine(angle), arm.y * cosine(angle) - arm.x * sine(angle))
    let carried = rate * Vector2(now.y, -now.x)
    for direction in [Vector2(1, 0), Vector2(0.6, -0.8), Vector2(-0.28, 0.96)] {
      for (factor, isTaken) in [(0.0, true), (0.98, true), (1.02, false)] {
        let v = carried + factor * limit * direction
        var world = try World(
          surface: surface(), holes: Holes([hole], pivot: pivot, rule: .speed),
          balls: [Ball(position: pivot + now - 0.001 * v, velocity: v)])
        world.turn(at: rate)
        world.advance(under: .level)
        #expect(world.isOnTable(0) != isTaken, "\(factor)")
      }
    }
  }

  @Test(
    "the classic pull with its brake agrees with a fine reference, the better the farther from the centre"
  )
  func pull() throws {
    let rule = CaptureRule.pull(atRim: 3, brake: -60 * logarithm(0.8))
    let radius = 0.025
    var kept = 0
    for (offset, velocity, slope) in [
      (Vector2(-0.0249, 0.004), Vector2(0.3, 0), Vector2(0, 0)),
      (Vector2(0.02, 0), Vector2(0, 0.25), Vector2(0, 0)),
      (Vector2(-0.035, 0.015), Vector2(0.4, -0.05), Vector2(0.5, 0.2)),
      (Vector2(0.015, 0.015), Vector2(-0.1, 0.2), Vector2(1, -1)),
      (Vector2(0, -0.024), Vector2(0.5, 0), Vector2(0, -2)),
      (Vector2(0.024, 0.01), Vector2(0, 0), Vector2(0, 0)),
      (Vector2(-0.03, -0.02), Vector2(0.6, 0.1), Vector2(0, 0)),
    ] {
      var world = try world(
        rule, holeRadius: radius, radius: 0.015,
        Ball(position: Self.centre + offset, velocity: velocity))
      var reference = Pulled(position: offset, velocity: velocity, pull: slope, radius: radius)
      let tilt = tilt(acceleration: slope)
      for _ in 0..<100 {
        world.advance(under: tilt)
        for _ in 0..<100 { reference.advance(1e-5) }
        if reference.nearest < 0.2 * radius { break }
        // The pull goes as 1/d², and with it what a step of 1 ms leaves out.
        let bound = reference.nearest > 0.75 * radius ? 2e-6 : 1e-5
        #expect((world.ball.position - Self.centre - reference.position).length < bound)
        kept += 1
      }
    }
    #expect(kept > 400)
  }

  /// The differential equation of the classic hole, by Runge and Kutta's fourth-order rule.
  private struct Pulled {
    var position: Vector2
    var velocity: Vector2
    let pull: Vector2
    let radius: Double
    var nearest = Double.infinity

    private func acceleration(_ d: Vector2, _ v: Vector2) -> Vector2 {
      let distance = d.length
      if distance >= radius { return pull }
      let share = 3 * radius * radius / (distance * distance * distance)
      return pull - share * d + (60 * logarithm(0.8)) * v
    }

    /// A step in two parts where it crosses the rim, at which the pull begins.
    mutating func advance(_ h: Double) {
      let before = self
      step(h)
      nearest = min(nearest, position.length)
      let isInside = before.position.length < radius
      if isInside == (position.length < radius) { return }
      var (low, high) = (0.0, h)
      for _ in 0..<40 {
        let middle = 0.5 * (low + high)
        self = before
        step(middle)
        if isInside == (position.length < radius) { low = middle } else { high = middle }
      }
      self = before
      step(low)
      step(high - low)
      step(h - high)
    }

    private mutating func step(_ h: Double) {
      let (p, v) = (position, velocity)
      let a1 = acceleration(p, v)
      let v2 = v + (h / 2) * a1
      let a2 = acceleration(p + (h / 2) * v, v2)
      let v3 = v + (h / 2) * a2
      let a3 = acceleration(p + (h / 2) * v2, v3)
      let v4 = v + h * a3
      let a4 = acceleration(p + h * v3, v4)
      position = p + (h / 6) * (v + 2 * v2 + 2 * v3 + v4)
      velocity = v + (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4)
    }
  }
}
