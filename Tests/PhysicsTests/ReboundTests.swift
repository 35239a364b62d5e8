// SPDX-License-Identifier: MIT

import Physics
import Testing

/// What blocks leave of a ball's speed, in both modes.
@Suite struct ReboundTests {
  /// What a smooth wall and then the floor make of the normal speed u of a rolling ball of radius r:
  /// it leaves with v₀ = e u and the spin that it came with, and slides until it rolls with
  /// 5/7 (v₀ + 2/5 r ω₀); where that is into the wall, it stays there.
  private static func rolling(_ e: Double, u: Double) -> Double {
    let r = 0.02
    let spin = -u / r
    return max(0, 5.0 / 7 * (e * u + 2.0 / 5 * r * spin))
  }

  private static let cases: [(Rebound, Double)] = [0, 0.2, 0.4, 0.4001, 0.5, 0.8, 1].flatMap {
    [(Rebound.game, $0), (Rebound.real, $0)]
  }

  private func world(_ rebound: Rebound, e: Double, _ ball: Ball) throws -> World {
    var grid = try Blocks(columns: 10, rows: 10)
    grid[4, 4] = true
    grid[5, 4] = true
    return try World(
      surface: surface(width: 1, height: 1, radius: 0.02, e: e, rebound: rebound), blocks: grid,
      balls: [ball])
  }

  @Test(
    "a face gives back e u, in the real mode 5/7 (e u − 2/5 u), and keeps the rest",
    arguments: cases)
  func faces(rebound: Rebound, e: Double) throws {
    let u = 0.7
    let expected = rebound == .game ? e * u : Self.rolling(e, u: u)
    for (place, normal) in [
      (Vector2(0.37, 0.45), Vector2(-1, 0)), (Vector2(0.63, 0.45), Vector2(1, 0)),
      (Vector2(0.5, 0.37), Vector2(0, -1)), (Vector2(0.55, 0.53), Vector2(0, 1)),
    ] {
      let along = Vector2(normal.y, normal.x)
      var world = try world(
        rebound, e: e, Ball(position: place, velocity: 0.1 * along - u * normal))
      world.advance(steps: 20, under: .level)
      try #require(world.impacts.isEmpty)
      #expect((world.ball.velocity - (0.1 * along + expected * normal)).length < 1e-15)
      if expected == 0 { #expect(world.ball.velocity == 0.1 * along) }
    }
  }

  @Test("a corner gives back the same along its normal", arguments: cases)
  func corners(rebound: Rebound, e: Double) throws {
    let u = 0.6
    let expected = rebound == .game ? e * u : Self.rolling(e, u: u)
    for (vertex, normal) in [
      (Vector2(0.4, 0.4), Vector2(-0.6, -0.8)), (Vector2(0.6, 0.4), Vector2(0.8, -0.6)),
      (Vector2(0.4, 0.5), Vector2(-0.28, 0.96)), (Vector2(0.6, 0.5), Vector2(0.8, 0.6)),
    ] {
      let along = Vector2(-normal.y, normal.x)
      let velocity = 0.25 * along - u * normal
      var world = try world(
        rebound, e: e,
        Ball(position: vertex + 0.02 * normal - 0.0095 * velocity, velocity: velocity))
      var impacts: [Impact] = []
      for _ in 0..<10 {
        world.advance(under: .level)
        impacts += world.impacts
      }
      try #require(impacts.count == 1)
      #expect((impacts[0].speed - u).magnitude < 1e-9)
      #expect((world.ball.velocity - (0.25 * along + expected * normal)).length < 1e-9)
    }
  }

  @Test("in the real mode tan(out) = tan(in) · 7/(5e − 2)")
  func reflectionAngle() throws {
    for e in [0.6, 0.8, 1] {
      for tangent in [0.2, 1, 3] {
        var world = try world(
          .real, e: e, Ball(position: Vector2(0.45, 0.375), velocity: Vector2(0.5 * tangent, 0.5)))
        world.advance(steps: 20, under: .level)
        let out = world.ball.velocity.x / -world.ball.velocity.y
        #expect((out - tangent * 7 / (5 * e - 2)).magnitude < 1e-12 * out)
      }
    }
  }

  @Test("two balls share a central hit by the mode's factor", arguments: cases)
  func balls(rebound: Rebound, e: Double) throws {
    let u = 0.5
    let back = rebound == .game ? e * u : Self.rolling(e, u: u)
    var world = try World(
      surface: surface(width: 1, height: 1, radius: 0.02, e: e, rebound: rebound),
      balls: [
        Ball(position: Vector2(0.4, 0.5), velocity: Vector2(u, 0)),
        Ball(position: Vector2(0.445, 0.5)),
      ])
    world.advance(steps: 11, under: .level)
    #expect((world.balls[0].velocity - Vector2(0.5 * (u - back), 0)).length < 1e-12)
    #expect((world.balls[1].velocity - Vector2(0.5 * (u + back), 0)).length < 1e-12)
  }
}
