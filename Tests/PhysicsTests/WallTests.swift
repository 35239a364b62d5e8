// SPDX-License-Identifier: MIT

import Physics
import Testing

/// Impacts on the four walls against closed forms.
@Suite struct WallTests {
  @Test("under tilt a wall is hit at 2d/(v + √(v² + 2ad))", arguments: Side.allCases)
  func impactTime(side: Side) throws {
    let surface = try surface()
    for (d, v, a) in [(0.05, 0.2, 0.3), (0.05, 0.2, -0.3), (0.02, -0.1, 1.5), (0.08, 0, 0.7)] {
      let start = Vector2(0.15, 0.1) + (side.gap(Vector2(0.15, 0.1), surface) - d) * side.normal
      var world = try World(
        surface: surface, balls: [Ball(position: start, velocity: v * side.normal)])
      let speed = (v * v + 2 * a * d).squareRoot()
      let time = v > 0 ? 2 * d / (v + speed) : (speed - v) / a
      world.advance(steps: Int(time * 1000) + 1, under: tilt(acceleration: a * side.normal))
      try #require(world.impacts.count == 1)
      let impact = world.impacts[0]
      #expect(impact.ball == 0)
      #expect((impact.time - time).magnitude < 1e-12)
      #expect((impact.speed - speed).magnitude < 1e-12)
      #expect(side.gap(impact.position, surface) == 0)
      #expect(impact.step == Int64(time * 1000))
      #expect(impact.offset >= 0 && impact.offset <= 0.001)
      // After the bounce the ball flies on within the same step.
      let rest = Double(world.step) / 1000 - time
      #expect(
        (side.normal(world.ball.velocity) - (-0.5 * speed + a * rest)).magnitude < 1e-12)
      #expect(
        (side.gap(world.ball.position, surface) - (0.5 * speed * rest - 0.5 * a * rest * rest))
          .magnitude < 1e-12)
    }
  }

  @Test(
    "a ball leaves a wall with e u, in the real mode with u (5e − 2)/7",
    arguments: [
      (Rebound.game, 1.0, 1.0), (.game, 0.5, 0.5), (.game, 0, 0), (.real, 1, 3.0 / 7),
      (.real, 0.8, 2.0 / 7), (.real, 0.4, 0), (.real, 0.3, 0), (.real, 0, 0),
    ])
  func reboundFactor(rebound: Rebound, e: Double, factor: Double) throws {
    for side in Side.allCases {
      let along = Vector2(side.normal.y, side.normal.x)
      var world = try World(
        surface: surface(e: e, rebound: rebound),
        balls: [Ball(position: Vector2(0.15, 0.1), velocity: 0.7 * side.normal + 0.1 * along)])
      world.advance(steps: 220, under: .level)
      #expect((side.normal(world.ball.velocity) + 0.7 * factor).magnitude < 1e-15)
      let tangential = world.ball.velocity.x * along.x + world.ball.velocity.y * along.y
      #expect(tangential == 0.1)
    }
  }

  @Test("between two walls the n-th hit comes at (L/v)(e⁻ⁿ − 1)/(e⁻¹ − 1), with v eⁿ⁻¹")
  func twoWalls() throws {
    for (rebound, e, factor) in [(Rebound.game, 0.8, 0.8), (.real, 0.9, 2.5 / 7)] {
      let length = 0.3 - 0.012
      let v = 3.0
      var world = try World(
        surface: surface(e: e, rebound: rebound),
        balls: [Ball(position: Vector2(0.006, 0.1), velocity: Vector2(v, 0))])
      var hits: [Impact] = []
      for _ in 0..<4_000 {
        world.advance(under: .level)
        hits += world.impacts
      }
      #expect(hits.count >= 3)
      var power = 1.0
      for hit in hits {
        let before = power
        power *= factor
        let expected = length / v * (1 / power - 1) / (1 / factor - 1)
        #expect((hit.time - expected).magnitude < 1e-12 * (1 + expected))
        #expect((hit.speed - v * before).magnitude < 1e-14)
      }
    }
  }

  @Test("a concave corner turns a velocity into −e v, whichever wall comes first")
  func corner() throws {
    let surface = try surface(e: 0.5)
    for (x, y) in [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)] {
      for (dx, dy) in [(1e-4, 1e-4), (1e-4, 2e-4), (2e-4, 1e-4), (0, 0)] {
        let corner = Vector2(x > 0 ? 0.3 - 0.006 : 0.006, y > 0 ? 0.2 - 0.006 : 0.006)
        let start = Vector2(corner.x - x * dx, corner.y - y * dy)
        var world = try World(
          surface: surface, balls: [Ball(position: start, velocity: Vector2(x * 0.6, y * 0.6))])
        world.advance(under: .level)
        #expect(world.ball.velocity == Vector2(-x * 0.3, -y * 0.3))
        try #require(world.impacts.count == 2)
        #expect((world.impacts[0].time - min(dx, dy) / 0.6).magnitude < 1e-15)
        #expect((world.impacts[1].time - max(dx, dy) / 0.6).magnitude < 1e-15)
      }
    }
  }

  @Test("an elastic box keeps the speed to the bit for 1 000 000 bounces, tens in a step")
  func elasticBox() throws {
    let surface = try surface(width: 0.1, height: 0.07, radius: 0.005, e: 1)
    let velocity = Vector2(1_834.375, 1_291.625)
    let start = Vector2(0.031, 0.044)
    var world = try World(surface: surface, balls: [Ball(position: start, velocity: velocity)])
    var bounces = 0
    var most = 0
    for _ in 0..<24_500 {
      world.advance(under: .level)
      bounces += world.impacts.count
      most = max(most, world.impacts.count)
    }
    #expect(bounces > 1_000_000)
    #expect(most >= 40)
    #expect(world.ball.velocity.x.magnitude == velocity.x)
    #expect(world.ball.velocity.y.magnitude == velocity.y)
    let time = Double(world.step) / 1000
    let x = fold(start.x - 0.005 + velocity.x * time, 0.09) + 0.005
    let y = fold(start.y - 0.005 + velocity.y * time, 0.06) + 0.005
    #expect((world.ball.position - Vector2(x, y)).length < 1e-4)
  }

  /// The triangle wave: where a point is that is reflected between 0 and `length`.
  private func fold(_ distance: Double, _ length: Double) -> Double {
    let rest = distance.truncatingRemainder(dividingBy: 2 * length)
    return rest > length ? 2 * length - rest : rest
  }

  @Test("with its velocity turned round an elastic ball comes back to its start within 1e-8 m")
  func reversal() throws {
    let start = Ball(position: Vector2(0.05, 0.09), velocity: Vector2(1.37, -0.83))
    var world = try World(surface: surface(e: 1), balls: [start])
    let tilt = tilt(acceleration: Vector2(0.4, 0.9))
    world.advance(steps: 10_000, under: tilt)
    let there = world.ball
    world.place(Ball(position: there.position, velocity: -1 * there.velocity), at: 0)
    world.advance(steps: 10_000, under: tilt)
    #expect((world.ball.position - start.position).length < 1e-8)
    #expect((world.ball.velocity + start.velocity).length < 1e-7)
  }

  @Test("a ball at 1e6 m/s stays inside, and no step is endless", arguments: [0, 0.5, 1])
  func absurdSpeed(e: Double) throws {
    var random = Random(seed: 5)
    for _ in 0..<50 {
      var world = try World(
        surface: surface(e: e, c: 0.005),
        balls: [Ball(position: Vector2(0.1, 0.1), velocity: random.vector(upTo: 1e6))])
      for _ in 0..<20 {
        world.advance(under: Tilt(x: random.number(-1e6, 1e6), y: random.number(-9, 9), z: 9))
        #expect(Side.allCases.allSatisfy { $0.gap(world.ball.position, world.surface) >= 0 })
        #expect(world.ball.velocity.length.isFinite)
        #expect(world.impacts.count <= 128)
      }
    }
  }

  @Test("after 128 impacts in a step the next is a dead stop, and the ball slides on")
  func impactLimit() throws {
    for side in Side.allCases {
      let along = Vector2(side.normal.y, side.normal.x)
      let start = Vector2(0.15, 0.1)
      var world = try World(
        surface: surface(e: 1), balls: [Ball(position: start, velocity: 1e6 * side.normal + along)])
      world.advance(under: .level)
      #expect(world.impacts.count == 128)
      #expect(side.normal(world.ball.velocity) == 0)
      #expect(world.ball.velocity.length == 1)
      let moved = world.ball.position - start
      #expect((moved.x * along.x + moved.y * along.y - 0.001).magnitude < 1e-12)
    }
  }
}
