// SPDX-License-Identifier: MIT

import Elementary
import Physics
import Testing

/// Balls that come to lie against walls, roll along them and leave them.
@Suite struct ContactTests {
  /// A ball that falls onto a wall: its bounces get smaller and end (Zeno's drop).
  private struct Drop {
    let side: Side
    let a = 0.7
    let h = 0.05
    let factor: Double
    var world: World

    init(_ side: Side, e: Double, rebound: Rebound, factor: Double) throws {
      self.side = side
      self.factor = factor
      let surface = try surface(e: e, rebound: rebound)
      let centre = Vector2(0.15, 0.1)
      let start = centre + (side.gap(centre, surface) - h) * side.normal
      world = try World(surface: surface, balls: [Ball(position: start)])
    }

    var tilt: Tilt { PhysicsTests.tilt(acceleration: a * side.normal) }
    /// The speed of the first impact.
    var u: Double { (2 * a * h).squareRoot() }
  }

  private static let drops: [(Side, Rebound, Double, Double)] = Side.allCases.flatMap {
    [($0, .game, 0.5, 0.5), ($0, .game, 0.9, 0.9), ($0, .real, 0.9, 2.5 / 7)]
  }

  @Test("a dropped ball bounces as geometric series say and then lies still", arguments: drops)
  private func zeno(side: Side, rebound: Rebound, e: Double, factor: Double) throws {
    var drop = try Drop(side, e: e, rebound: rebound, factor: factor)
    let settled = (2 * drop.h / drop.a).squareRoot() * (1 + factor) / (1 - factor)
    var impacts: [Impact] = []
    var restStep: Int64?
    for _ in 0..<Int(settled * 1000) + 100 {
      drop.world.advance(under: drop.tilt)
      impacts += drop.world.impacts
      if restStep == nil && drop.world.ball.velocity == .zero { restStep = drop.world.step }
    }
    // Impacts until the rebound would be slower than the threshold of 1 mm/s.
    let count = logarithm(0.001 / drop.u) / logarithm(factor)
    #expect(impacts.count == Int(count) + 1)
    var time = drop.u / drop.a
    var speed = drop.u
    for impact in impacts {
      #expect((impact.time - time).magnitude < 1e-10)
      #expect((impact.speed - speed).magnitude < 1e-10)
      speed *= factor
      time += 2 * speed / drop.a
    }
    // It comes to rest early by no more than the hops that are left out.
    let rest = Double(try #require(restStep)) / 1000
    #expect(rest <= settled + 0.001)
    #expect(rest >= settled - 2 * 0.001 / (drop.a * (1 - factor)))
    #expect(side.gap(drop.world.ball.position, drop.world.surface) == 0)
    #expect(drop.world.isSettled(under: drop.tilt))
  }

  @Test("a ball that is pressed on a wall lies still for an hour, without an impact")
  func anHour() throws {
    var drop = try Drop(.bottom, e: 0.5, rebound: .game, factor: 0.5)
    drop.world.advance(steps: 3_000, under: drop.tilt)
    let rest = drop.world.ball
    var impacts = 0
    for _ in 0..<(isReleaseBuild ? 3_600_000 : 300_000) {
      drop.world.advance(under: drop.tilt)
      impacts += drop.world.impacts.count
    }
    #expect(impacts == 0)
    #expect(drop.world.ball == rest)
  }

  @Test("a tilt into a corner brings a ball to rest in it, exactly, without resistance too")
  func cornerRest() throws {
    for (x, y) in [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)] {
      for c in [0, 0.005] {
        var world = try World(
          surface: surface(e: 0.6, c: c),
          balls: [Ball(position: Vector2(0.15, 0.1), velocity: Vector2(0.4, -0.7))])
        let tilt = tilt(acceleration: Vector2(x * 0.5, y * 0.3))
        world.advance(steps: 20_000, under: tilt)
        let corner = Vector2(x > 0 ? 0.3 - 0.006 : 0.006, y > 0 ? 0.2 - 0.006 : 0.006)
        #expect(world.ball == Ball(position: corner))
        #expect(world.isSettled(under: tilt))
      }
    }
  }

  @Test("pressed on a wall a ball rolls along it as if it were free", arguments: Side.allCases)
  func rollsAlong(side: Side) throws {
    let along = Vector2(side.normal.y, side.normal.x)
    for c in [0, 0.005] {
      let surface = try surface(width: 20, height: 20, c: c)
      let centre = Vector2(10, 10)
      let start = centre + side.gap(centre, surface) * side.normal
      var world = try World(
        surface: surface, balls: [Ball(position: start, velocity: 0.2 * along)])
      let tilt = tilt(acceleration: 2 * side.normal + 0.3 * along)
      let a = 0.3 - 5.0 / 7 * c * 9.80665
      for _ in 0..<5_000 {
        world.advance(under: tilt)
        #expect(side.gap(world.ball.position, surface) == 0)
        #expect(side.normal(world.ball.velocity) == 0)
        #expect(world.impacts.isEmpty)
      }
      let expected = start + (0.2 * 5 + a * 12.5) * along
      #expect((world.ball.position - expected).length < 1e-10)
    }
  }

  @Test("a ball leaves a wall in the very step in which the tilt says so", arguments: Side.allCases)
  func leaves(side: Side) throws {
    let along = Vector2(side.normal.y, side.normal.x)
    let surface = try surface(width: 20, height: 20)
    let start = Vector2(10, 10) + side.gap(Vector2(10, 10), surface) * side.normal
    var world = try World(surface: surface, balls: [Ball(position: start, velocity: 0.2 * along)])
    world.advance(steps: 100, under: tilt(acceleration: 0.5 * side.normal))
    #expect(side.gap(world.ball.position, surface) == 0)
    // Neither pressed nor pulled, it rolls on along the wall.
    world.advance(steps: 100, under: .level)
    #expect(side.gap(world.ball.position, surface) == 0)
    world.advance(under: tilt(acceleration: -0.001 * side.normal))
    #expect((side.gap(world.ball.position, surface) - 0.5 * 0.001 * 1e-6).magnitude < 4e-15)
    world.advance(steps: 999, under: tilt(acceleration: -0.001 * side.normal))
    #expect((side.gap(world.ball.position, surface) - 0.5 * 0.001).magnitude < 1e-11)
    #expect(
      (world.ball.position - start - side.normal(world.ball.position - start) * side.normal)
        .length - 0.2 * 1.2 < 1e-11)
  }

  @Test("against a wall only the free part of the tilt must overcome resistance")
  func breakawayAtAWall() throws {
    let c = 0.01
    let d = 5.0 / 7 * c * 9.80665
    let start = Ball(position: Vector2(0.15, 0.006))
    for (acceleration, moves) in [
      (Vector2(0.99 * d, -3), false), (Vector2(-0.99 * d, -3), false),
      (Vector2(1.01 * d, -3), true),
      (Vector2(0, 0.99 * d), false), (Vector2(0, 1.01 * d), true),
      (Vector2(0.8 * d, 0.8 * d), true), (Vector2(0.8 * d, -0.8 * d), false),
    ] {
      var world = try World(surface: surface(c: c), balls: [start])
      let tilt = tilt(acceleration: acceleration)
      #expect(world.isSettled(under: tilt) == !moves)
      world.advance(under: tilt)
      #expect((world.ball != start) == moves, "\(acceleration)")
    }
  }

  @Test("a slow ball that nothing presses on the wall bounces however slow it is")
  func slowBounce() throws {
    var world = try World(
      surface: surface(e: 1),
      balls: [Ball(position: Vector2(0.00601, 0.1), velocity: Vector2(-0.0001, 0))])
    world.advance(steps: 200, under: .level)
    #expect(world.ball.velocity == Vector2(0.0001, 0))
    #expect((world.ball.position.x - 0.00601).magnitude < 1e-12)
  }

  @Test("a corridor exactly as wide as the ball lets it roll freely", arguments: [0.5, 1])
  func corridor(e: Double) throws {
    let surface = try surface(width: 20, height: 0.012, e: e)
    for velocity in [Vector2(0.1, 0), Vector2(0.1, 0.3), Vector2(0.1, -0.3)] {
      var world = try World(
        surface: surface, balls: [Ball(position: Vector2(5, 0.006), velocity: velocity)])
      let tilt = tilt(acceleration: Vector2(0.3, 1))
      world.advance(under: tilt)
      #expect(world.impacts.count == (velocity.y == 0 ? 0 : 1))
      world.advance(steps: 4_999, under: tilt)
      #expect((world.ball.position - Vector2(5 + 0.5 + 3.75, 0.006)).length < 1e-10)
    }
  }

  @Test("a settled world is one that a step leaves as it is, and no other is")
  func settled() throws {
    var random = Random(seed: 9)
    var seen: Set<Bool> = []
    for trial in 0..<2_000 {
      let c = random.number(0, 0.02)
      let x = [0.006, 0.1, 0.3 - 0.006][trial % 3]
      let y = [0.006, 0.1, 0.2 - 0.006][trial / 3 % 3]
      let velocity = trial % 5 == 0 ? random.vector(upTo: 0.01) : .zero
      var world = try World(
        surface: surface(c: c), balls: [Ball(position: Vector2(x, y), velocity: velocity)])
      let pull = random.vector(upTo: 0.03 * 9.8)
      let tilt = Tilt(x: pull.x, y: pull.y, z: 9.8)
      let isSettled = world.isSettled(under: tilt)
      seen.insert(isSettled)
      let before = world
      world.advance(under: tilt)
      #expect((world.balls == before.balls && world.impacts.isEmpty) == isSettled)
    }
    #expect(seen.count == 2)
  }
}
