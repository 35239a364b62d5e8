// SPDX-License-Identifier: MIT

import Physics
import Testing

/// Balls that hit each other and lie against each other.
@Suite struct CollisionTests {
  private static let radius = 0.02

  private func world(_ balls: [Ball], e: Double = 1, c: Double = 0, side: Double = 1) throws
    -> World
  {
    try World(
      surface: surface(width: side, height: side, radius: Self.radius, e: e, c: c), balls: balls)
  }

  private func momentum(_ world: World) -> Vector2 {
    world.balls.reduce(.zero) { $0 + $1.velocity }
  }

  private func energy(_ world: World) -> Double {
    world.balls.reduce(0) { $0 + 0.5 * $1.velocity.length * $1.velocity.length }
  }

  @Test(
    "a hit keeps the momentum, takes (1 − e²)/4 of u², and turns normal parts alone",
    arguments: [0, 0.3, 0.7, 1])
  func twoBalls(e: Double) throws {
    var random = Random(seed: 16)
    for _ in 0..<(isReleaseBuild ? 2_000 : 200) {
      let direction = random.vector(upTo: 1)
      if direction.length < 0.1 { continue }
      let n = (1 / direction.length) * direction
      let t = Vector2(-n.y, n.x)
      // Where and how they meet, and back from there.
      let meeting = Vector2(0.5, 0.5)
      let (one, other) = (random.vector(upTo: 1.5), random.vector(upTo: 1.5))
      let u = (other.x - one.x) * n.x + (other.y - one.y) * n.y
      // A graze makes much of the last bits of where they meet.
      if u < 0.3 * (other - one).length { continue }
      let time = random.number(0.001, 0.02)
      let first = Ball(position: meeting + Self.radius * n - time * one, velocity: one)
      let second = Ball(position: meeting - Self.radius * n - time * other, velocity: other)
      var world = try world([first, second], e: e)
      let before = (momentum(world), energy(world))
      var impacts: [Impact] = []
      for _ in 0..<21 {
        world.advance(under: .level)
        impacts += world.impacts
      }
      try #require(impacts.count == 2)
      #expect(impacts[0].against == .ball(1) && impacts[1].against == .ball(0))
      #expect(impacts.allSatisfy { u * ($0.time - time).magnitude < 1e-9 })
      #expect(impacts.allSatisfy { ($0.speed - u).magnitude < 1e-9 })
      #expect((momentum(world) - before.0).length < 1e-15 * 4)
      let loss = 0.25 * (1 - e * e) * u * u
      #expect((before.1 - energy(world) - loss).magnitude < 1e-9)
      for (index, v) in [one, other].enumerated() {
        let (own, opposite) = index == 0 ? (one, other) : (other, one)
        let along = 0.5 * ((1 - e) * dot(own, n) + (1 + e) * dot(opposite, n))
        let expected = along * n + dot(v, t) * t
        #expect((world.balls[index].velocity - expected).length < 1e-9)
      }
    }
  }

  private func dot(_ a: Vector2, _ b: Vector2) -> Double { a.x * b.x + a.y * b.y }

  @Test("equal balls that meet head on exchange their velocities")
  func swap() throws {
    for (a, b) in [(0.7, -0.4), (0.5, 0), (1.5, 0.25)] {
      for isRow in [true, false] {
        let turned = { (x: Double, y: Double) in isRow ? Vector2(x, y) : Vector2(y, x) }
        var world = try world([
          Ball(position: turned(0.4, 0.5), velocity: turned(a, 0)),
          Ball(position: turned(0.45, 0.5), velocity: turned(b, 0)),
        ])
        world.advance(steps: 50, under: .level)
        #expect((world.balls[0].velocity - turned(b, 0)).length < 1e-15)
        #expect((world.balls[1].velocity - turned(a, 0)).length < 1e-15)
      }
    }
  }

  @Test(
    "in a cradle the last ball flies off, whether the others touch or not",
    arguments: [0, 1e-6, 1e-3])
  func cradle(gap: Double) throws {
    for count in [3, 4] {
      for fromRight in [false, true] {
        let sign = fromRight ? -1.0 : 1
        let balls = (0..<count).map { index in
          Ball(
            position: Vector2(
              0.5 + sign * (Double(index) * (0.04 + gap) - (index == 0 ? 0.01 : 0)), 0.3),
            velocity: index == 0 ? Vector2(sign * 0.8, 0) : .zero)
        }
        var world = try world(balls)
        let before = energy(world)
        world.advance(steps: 40, under: .level)
        for index in 0..<(count - 1) {
          #expect(world.balls[index].velocity.length < 1e-9, "ball \(index) of \(count)")
        }
        #expect((world.balls[count - 1].velocity - Vector2(sign * 0.8, 0)).length < 1e-9)
        #expect((energy(world) - before).magnitude < 1e-12)
      }
    }
  }

  @Test("a ball that had 128 impacts in a step doesn't rebound from another, whichever comes first")
  func impactLimit() throws {
    for isFirst in [true, false] {
      // It hits the walls above and below until it lies at the one at which the other lies.
      let fast = Ball(position: Vector2(0.455, 0.5), velocity: Vector2(10, 1e6))
      let resting = Ball(position: Vector2(0.5, 1 - Self.radius))
      var world = try world(isFirst ? [fast, resting] : [resting, fast])
      world.advance(under: .level)
      let index = isFirst ? 0 : 1
      #expect(world.impacts.filter { $0.ball == index }.count == 128)
      #expect(world.impacts.filter { $0.ball != index }.map(\.against) == [.ball(index)])
      // They go on together, with the half of its speed.
      for ball in world.balls { #expect((ball.velocity - Vector2(5, 0)).length < 1e-9) }
    }
  }

  @Test("the numbers of the balls don't matter")
  func order() throws {
    for e in [0.6, 1] {
      let balls = [
        Ball(position: Vector2(0.2, 0.2), velocity: Vector2(0.9, 0.7)),
        Ball(position: Vector2(0.5, 0.45), velocity: Vector2(-0.3, 0.2)),
        Ball(position: Vector2(0.8, 0.3), velocity: Vector2(-0.8, 0.1)),
        Ball(position: Vector2(0.4, 0.8), velocity: Vector2(0.1, -0.9)),
      ]
      for order in [[3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1]].prefix(isReleaseBuild ? 3 : 1) {
        var first = try world(balls, e: e, c: 0.002)
        var second = try world(order.map { balls[$0] }, e: e, c: 0.002)
        var impacts = 0
        let tilt = tilt(acceleration: Vector2(0.3, 0.2))
        for _ in 0..<800 {
          first.advance(under: tilt)
          second.advance(under: tilt)
          impacts += first.impacts.filter { $0.against != .wall }.count
          for (index, old) in order.enumerated() {
            #expect((second.balls[index].position - first.balls[old].position).length < 1e-9)
          }
        }
        #expect(impacts >= 2)
      }
    }
  }

  @Test("four elastic balls keep their energy, and balls never overlap")
  func gas() throws {
    var world = try world(
      (0..<4).map {
        Ball(
          position: Vector2(0.06 + 0.05 * Double($0), 0.1 + 0.03 * Double($0 % 2)),
          velocity: Vector2(0.5 - 0.3 * Double($0), 0.7))
      }, side: 0.3)
    let before = energy(world)
    var hits = 0
    for _ in 0..<(isReleaseBuild ? 100_000 : 1_500) {
      world.advance(under: .level)
      hits += world.impacts.filter { $0.against != .wall }.count
      for first in 0..<3 {
        for second in (first + 1)..<4 {
          let d = world.balls[first].position - world.balls[second].position
          #expect(d.length >= 2 * Self.radius - 1e-9)
        }
      }
    }
    #expect(hits > 20)
    #expect((energy(world) - before).magnitude < 1e-12)
  }

  @Test(
    "balls in a row that are pressed into a corner come to rest at their places", arguments: 2...4)
  func pressed(count: Int) throws {
    for c in [0.002, 0.01] {
      let balls = (0..<count).map {
        Ball(position: Vector2(0.1 + 0.045 * Double($0), 0.3 - Self.radius))
      }
      var world = try world(balls, e: 0.5, c: c, side: 0.3)
      let tilt = tilt(acceleration: Vector2(0.7, 1))
      world.advance(steps: isReleaseBuild ? 8_000 : 2_500, under: tilt)
      #expect(world.balls.allSatisfy { $0.velocity == .zero })
      #expect(world.isSettled(under: tilt))
      for (index, ball) in world.balls.enumerated() {
        let x = 0.3 - Self.radius - 0.04 * Double(count - 1 - index)
        // Slow balls that are within 1e-7 m of each other count as touching and stop there.
        #expect((ball.position - Vector2(x, 0.3 - Self.radius)).length < 1e-7)
      }
      let rest = world.balls
      for _ in 0..<100 {
        world.advance(under: tilt)
        #expect(world.impacts.isEmpty)
      }
      #expect(world.balls == rest)
    }
  }

  @Test("three balls that jam, two of them on a wall, come to rest instead of creeping for ever")
  func jam() throws {
    let surface = try surface(width: 0.2, height: 0.2, radius: 0.008, e: 0.3, c: 0.005)
    var world = try World(
      surface: surface, balls: [0.04, 0.1, 0.16].map { Ball(position: Vector2($0, 0.1)) })
    let tilt = tilt(acceleration: Vector2(0.813_822_527_089_952_1, 0.271_274_175_747_174_6))
    world.advance(steps: 1_100, under: tilt)
    #expect(world.balls.allSatisfy { $0.velocity == .zero })
    #expect(world.isSettled(under: tilt))
  }
}
