// SPDX-License-Identifier: MIT

import Elementary
import Physics
import Testing

/// Several balls: what they do to each other.
@Suite struct BallsTests {
  private func momentum(_ world: World) -> Vector2 {
    world.balls.reduce(.zero) { $0 + $1.velocity }
  }

  private func energy(_ world: World) -> Double {
    world.balls.reduce(0) { $0 + 0.5 * $1.velocity.length * $1.velocity.length }
  }

  @Test("a collision keeps the momentum and loses (1 − e²)/4 of the normal speed's square")
  func collision() throws {
    var random = Random(seed: 61)
    for trial in 0..<200 {
      let e = trial % 4 == 0 ? 1 : random.unit()
      let angle = random.number(0, 6.28)
      let n = Vector2(cosine(angle), sine(angle))
      let v = random.vector(upTo: 1)
      let u = v - random.number(0.2, 2) * n
      var world = try World(
        surface: surface(width: 4, height: 4, e: e),
        balls: [
          Ball(position: Vector2(2, 2) + 0.0125 * n, velocity: u),
          Ball(position: Vector2(2, 2), velocity: v),
        ])
      let before = (momentum(world), energy(world))
      var hits: [Impact] = []
      for _ in 0..<10 where hits.isEmpty {
        world.advance(under: .level)
        hits = world.impacts
      }
      try #require(hits.count == 2)
      #expect(hits[0].against == .ball(1) && hits[1].against == .ball(0))
      #expect(hits[0].speed == hits[1].speed && hits[0].offset == hits[1].offset)
      #expect((momentum(world) - before.0).length < 1e-14)
      let lost = 0.25 * (1 - e * e) * hits[0].speed * hits[0].speed
      #expect((before.1 - energy(world) - lost).magnitude < 1e-12)
      #expect((hits[0].speed - (v - u).length).magnitude < 1e-9)
    }
  }

  @Test("at e = 1 equal balls exchange their normal velocities; rolling ones keep 2/7")
  func exchange() throws {
    for (rebound, share) in [(Rebound.game, 0.0), (.real, 2.0 / 7)] {
      var world = try World(
        surface: surface(e: 1, rebound: rebound),
        balls: [
          Ball(position: Vector2(0.1, 0.1), velocity: Vector2(0.5, 0)),
          Ball(position: Vector2(0.1125, 0.1)),
        ])
      world.advance(steps: 10, under: .level)
      #expect((world.balls[0].velocity - Vector2(0.5 * share, 0)).length < 1e-12)
      #expect((world.balls[1].velocity - Vector2(0.5 * (1 - share), 0)).length < 1e-12)
    }
  }

  @Test("in a cradle of three the last ball leaves with the first one's velocity")
  func cradle() throws {
    var world = try World(
      surface: surface(e: 1),
      balls: [
        Ball(position: Vector2(0.1, 0.1), velocity: Vector2(0.5, 0)),
        Ball(position: Vector2(0.12, 0.1)), Ball(position: Vector2(0.132, 0.1)),
      ])
    world.advance(steps: 30, under: .level)
    #expect(world.balls[0].velocity.length < 1e-12)
    #expect(world.balls[1].velocity.length < 1e-12)
    #expect((world.balls[2].velocity - Vector2(0.5, 0)).length < 1e-12)
  }

  @Test("a chain of balls comes to rest against a wall, touching and without overlap")
  func chain() throws {
    for (e, c) in [(0.5, 0.005), (0.5, 0), (0.9, 0.005), (0.0, 0)] {
      var world = try World(
        surface: surface(e: e, c: c),
        balls: (0..<4).map { Ball(position: Vector2(0.1 + 0.03 * Double($0), 0.006)) })
      let tilt = tilt(acceleration: Vector2(-0.5, -0.4))
      for _ in 0..<12_000 {
        world.advance(under: tilt)
        for index in 1..<4 {
          let gap = (world.balls[index].position - world.balls[index - 1].position).length - 0.012
          #expect(gap > -1e-9)
        }
      }
      #expect(world.isSettled(under: tilt), "\(e) \(c)")
      for index in 0..<4 {
        let rest = Vector2(0.006 + 0.012 * Double(index), 0.006)
        #expect((world.balls[index].position - rest).length < 1e-6)
        #expect(world.balls[index].velocity == .zero)
      }
      let rest = world.balls
      world.advance(steps: 2_000, under: tilt)
      #expect(world.balls == rest && world.impacts.isEmpty)
    }
  }

  @Test("four balls in a tilted corner come to rest without overlap")
  func heap() throws {
    var world = try World(
      surface: surface(e: 0.4, c: 0.005),
      balls: (0..<4).map {
        Ball(position: Vector2(0.05 + 0.02 * Double($0), 0.05 + 0.007 * Double($0 * $0)))
      })
    let tilt = tilt(acceleration: Vector2(-0.7, -0.5))
    world.advance(steps: 8_000, under: tilt)
    #expect(world.isSettled(under: tilt))
    for first in 0..<4 {
      for second in 0..<first {
        #expect((world.balls[first].position - world.balls[second].position).length > 0.012 - 1e-9)
      }
    }
  }

  @Test("balls that never meet move as if alone, to the bit")
  func alone() throws {
    let starts = [
      Ball(position: Vector2(0.05, 0.05), velocity: Vector2(0.1, 0)),
      Ball(position: Vector2(0.05, 0.15), velocity: Vector2(0.12, 0)),
    ]
    var both = try World(surface: surface(e: 0.5, c: 0.004), balls: starts)
    var alone = try starts.map { try World(surface: surface(e: 0.5, c: 0.004), balls: [$0]) }
    for step in 0..<1_000 {
      let tilt = tilt(acceleration: Vector2(0.2 * sine(Double(step) / 90), 0))
      both.advance(under: tilt)
      for index in 0..<2 { alone[index].advance(under: tilt) }
      #expect(both.balls[0] == alone[0].ball && both.balls[1] == alone[1].ball)
    }
  }

  @Test("a ball off the table is hit by nothing, and place wants room")
  func offTable() throws {
    var world = try World(
      surface: surface(e: 1),
      balls: [
        Ball(position: Vector2(0.1, 0.1), velocity: Vector2(0.5, 0)),
        Ball(position: Vector2(0.15, 0.1)),
      ])
    #expect(!world.hasRoom(for: Ball(position: Vector2(0.15, 0.11)), at: 0))
    #expect(world.hasRoom(for: Ball(position: Vector2(0.15, 0.112)), at: 0))
    world.takeOff(1)
    #expect(!world.isOnTable(1))
    #expect(world.hasRoom(for: Ball(position: Vector2(0.15, 0.11)), at: 0))
    world.advance(steps: 150, under: .level)
    #expect(world.balls[0].velocity == Vector2(0.5, 0))
    #expect(world.balls[1].position == Vector2(0.15, 0.1))
  }

  @Test("a world refuses balls that lie in blocks or in each other")
  func refusals() throws {
    let table = try surface(width: 0.3, height: 0.3)
    let grid = try blocks(["...", ".#.", "..."])
    do {
      _ = try World(surface: table, blocks: grid, balls: [Ball(position: Vector2(0.1, 0.095))])
      Issue.record("a ball in a block was taken")
    } catch { #expect(error.field == "balls[0]'s distance to the nearest block") }
    do {
      _ = try World(
        surface: table,
        balls: [Ball(position: Vector2(0.1, 0.1)), Ball(position: Vector2(0.111, 0.1))])
      Issue.record("a ball in a ball was taken")
    } catch { #expect(error.field == "balls[1]'s distance to balls[0]") }
  }
}
