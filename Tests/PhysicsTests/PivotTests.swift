// SPDX-License-Identifier: MIT

import Elementary
import Physics
import Testing

/// Balls that roll over the end of a row of blocks, round its corner.
@Suite struct PivotTests {
  private static let radius = 0.006
  private static let end = Vector2(0.16, 0.1)

  /// A row of blocks whose upper face ends at x = 0.16 m, y = 0.1 m, and a ball on it.
  private func world(x: Double, speed: Double, _ surface: Surface) throws -> World {
    var grid = try Blocks(columns: 15, rows: 10)
    for column in 2...7 { grid[column, 5] = true }
    let start = Vector2(x, Self.end.y - Self.radius)
    return try World(
      surface: surface, blocks: grid,
      balls: [Ball(position: start, velocity: Vector2(speed, 0))])
  }

  /// A point on a frictionless step with a round corner, in steps of 1 µs.
  private struct Reference {
    enum State { case face, arc, side, free }
    var state = State.face
    var position: Vector2
    var velocity: Vector2
    private var angle = 0.0
    private var turning = 0.0
    private let h = 1e-6

    init(_ ball: Ball) {
      position = ball.position
      velocity = ball.velocity
    }

    mutating func step(_ a: Vector2) {
      switch state {
      case .face:
        velocity = velocity + Vector2(h * a.x, 0)
        position = position + Vector2(h * velocity.x, 0)
        if position.x >= PivotTests.end.x {
          state = .arc
          angle = (position.x - PivotTests.end.x) / PivotTests.radius
          turning = velocity.x / PivotTests.radius
          place()
        }
      case .arc:
        let (c, s) = (cosine(angle), sine(angle))
        // Held while the inward pull is more than the arc needs.
        if a.y * c - a.x * s < turning * turning * PivotTests.radius {
          state = .free
          return
        }
        turning += h * (a.x * c + a.y * s) / PivotTests.radius
        angle += h * turning
        place()
        if angle >= 0.5 * Double.pi {
          state = .side
        } else if angle < 0 {
          state = .face
        }
      case .side:
        velocity = velocity + Vector2(0, h * a.y)
        position = position + Vector2(0, h * velocity.y)
      case .free:
        position = position + h * velocity + (0.5 * h * h) * a
        velocity = velocity + h * a
      }
    }

    private mutating func place() {
      let (c, s) = (cosine(angle), sine(angle))
      position = PivotTests.end + PivotTests.radius * Vector2(s, -c)
      velocity = (turning * PivotTests.radius) * Vector2(c, s)
    }
  }

  @Test(
    "a whole pivot round a corner stays within 10 µm of steps of 1 µs",
    arguments: [
      // Pull, and speed near the face's end.
      (Vector2(0, 1), 0.002), (Vector2(0.3, 1), 0.001), (Vector2(-0.4, 1), 0.01),
    ])
  func pivot(a: Vector2, speed: Double) throws {
    let surface = try surface(e: 0.3)
    var world = try world(x: Self.end.x - 1e-4, speed: speed, surface)
    var reference = Reference(world.ball)
    let tilt = tilt(acceleration: a)
    var worst = 0.0
    var nearest = Double.infinity
    for _ in 0..<250 {
      world.advance(under: tilt)
      for _ in 0..<1_000 { reference.step(a) }
      nearest = min(nearest, clearance(world.ball.position, surface, world.blocks))
      if world.ball.position.y > 0.17 || reference.position.x < 0.05 { break }
      if reference.state == .free { break }
      worst = max(worst, (world.ball.position - reference.position).length)
    }
    #expect(worst < 1e-5)
    #expect(nearest >= Self.radius - 1e-9)
  }

  @Test("a ball that hardly rolls over an end leaves the corner at cos φ = 2/3 + v²/(3 a r)")
  func leavingAngle() throws {
    for (a, speed) in [(1.0, 1e-4), (0.5, 0.03)] {
      let surface = try surface()
      var world = try world(x: Self.end.x, speed: speed, surface)
      let tilt = tilt(acceleration: Vector2(0, a))
      let cosine = 2.0 / 3 + speed * speed / (3 * a * Self.radius)
      let sine = (1 - cosine * cosine).squareRoot()
      let u = (a * Self.radius * cosine).squareRoot()
      // Beyond it the path is a parabola: its constant sideways speed tells where it began.
      while world.ball.position.y < 0.13 && world.step < 3_000 { world.advance(under: tilt) }
      #expect(world.step < 3_000)
      #expect((world.ball.velocity.x - u * cosine).magnitude < 1e-3 * u)
      let drop = world.ball.position.y - (Self.end.y - Self.radius * cosine)
      let v = (u * u * sine * sine + 2 * a * drop).squareRoot()
      #expect((world.ball.velocity.y - v).magnitude < 1e-3 * v)
    }
  }

  @Test("faster than √(a r) a ball leaves a wall's end at once, on a parabola")
  func flight() throws {
    for (a, speed) in [(1.0, 0.08), (1, 0.5), (0, 0.01), (9, 0.3)] {
      var world = try world(x: 0.15, speed: speed, surface())
      let tilt = tilt(acceleration: Vector2(0, a))
      let leaving = 0.01 / speed
      for _ in 0..<Int(leaving * 1000 + 100) {
        world.advance(under: tilt)
        #expect(world.impacts.isEmpty)
        let time = max(0, Double(world.step) / 1000 - leaving)
        let expected = Vector2(
          0.15 + speed * Double(world.step) / 1000,
          Self.end.y - Self.radius + 0.5 * a * time * time)
        if expected.y > 0.19 || expected.x > 0.29 { break }
        #expect((world.ball.position - expected).length < 1e-9)
      }
    }
  }

  @Test("with the pull along the wall a ball leaves its end straight on, and comes back onto it")
  func straightOn() throws {
    var world = try world(x: 0.15, speed: 0.1, surface())
    let tilt = tilt(acceleration: Vector2(-0.25, 0))
    for _ in 0..<800 {
      world.advance(under: tilt)
      let time = Double(world.step) / 1000
      #expect((world.ball.position.x - (0.15 + 0.1 * time - 0.125 * time * time)).magnitude < 1e-9)
      #expect(world.ball.position.y == Self.end.y - Self.radius)
      #expect(world.impacts.isEmpty)
    }
  }
}
