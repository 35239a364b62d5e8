// SPDX-License-Identifier: MIT

import Physics
import Testing

/// Corridors between blocks that are just as wide as the ball, a little wider, a little narrower.
@Suite struct CorridorTests {
  /// A table of 20 cells by 3, each 0.1 m, with a corridor from cell 4 on in the middle row; or the
  /// same with x and y exchanged.
  private func world(
    gap: Double, isRow: Bool, e: Double, _ place: Vector2, _ velocity: Vector2
  ) throws -> World {
    var grid = try Blocks(columns: isRow ? 20 : 3, rows: isRow ? 3 : 20)
    for index in 4..<20 {
      for side in [0, 2] {
        if isRow { grid[index, side] = true } else { grid[side, index] = true }
      }
    }
    return try World(
      surface: surface(
        width: isRow ? 2 : 0.3, height: isRow ? 0.3 : 2, radius: 0.05 - 0.5 * gap, e: e),
      blocks: grid,
      balls: [Ball(position: turned(place, isRow), velocity: turned(velocity, isRow))])
  }

  private func turned(_ vector: Vector2, _ isRow: Bool) -> Vector2 {
    isRow ? vector : Vector2(vector.y, vector.x)
  }

  @Test(
    "a ball goes through a corridor of 2r + gap as if it were free",
    arguments: [0, 1e-9, 1e-6, 1e-3])
  func passes(gap: Double) throws {
    for isRow in [true, false] {
      for e in isReleaseBuild ? [0, 0.5, 1] : [0.5] {
        for (speed, pull) in [(0.0, 0.8), (0.5, 0.3), (1.2, 0)] {
          var world = try world(
            gap: gap, isRow: isRow, e: e, Vector2(0.25, 0.15), Vector2(speed, 0))
          let tilt = tilt(acceleration: turned(Vector2(pull, 0), isRow))
          for step in 1...1_500 {
            let time = Double(step) / 1000
            let along = 0.25 + speed * time + 0.5 * pull * time * time
            if along > 1.94 { break }
            world.advance(under: tilt)
            let place = turned(world.ball.position, isRow)
            #expect((place.x - along).magnitude < 1e-9)
            #expect((place.y - 0.15).magnitude < 1e-15)
            #expect(world.impacts.isEmpty)
          }
          #expect(turned(world.ball.position, isRow).x > 1.1)
        }
      }
    }
  }

  @Test("in a corridor exactly as wide as the ball a pull across it changes nothing")
  func pulledAcross() throws {
    // Cells whose lines aren't where a radius from the next one would be, for rounding.
    for cell in [0.1, 0.07, 0.28 / 12, 0.3 / 13, 0.012, 0.03] {
      for isRow in [true, false] {
        for across in [-3.0, 0.1, 9] {
          var grid = try Blocks(columns: isRow ? 40 : 13, rows: isRow ? 13 : 40)
          for index in 0..<40 {
            for side in 0..<13 where side != 6 {
              if isRow { grid[index, side] = true } else { grid[side, index] = true }
            }
          }
          let (long, short) = (40 * cell, 13 * cell)
          var world = try World(
            surface: surface(
              width: isRow ? long : short, height: isRow ? short : long, radius: 0.5 * cell),
            blocks: grid,
            balls: [Ball(position: turned(Vector2(2 * cell, 6.5 * cell), isRow))])
          let tilt = tilt(acceleration: turned(Vector2(10 * cell, across), isRow))
          for _ in 0..<(isReleaseBuild ? 2_000 : 400) {
            world.advance(under: tilt)
            #expect(world.impacts.isEmpty)
          }
          let time = Double(world.step) / 1000
          let expected = Vector2(2 * cell + 5 * cell * time * time, 6.5 * cell)
          #expect((turned(world.ball.position, isRow) - expected).length < 1e-9)
        }
      }
    }
  }

  @Test(
    "a corridor narrower than the ball stops it at its mouth", arguments: [-1e-5, -1e-4, -1e-3])
  func blocked(gap: Double) throws {
    let radius = 0.05 - 0.5 * gap
    // Between two corners that are 0.1 m apart the centre is √(r² − 0.05²) before their line.
    let stop = 0.4 - (radius * radius - 0.0025).squareRoot()
    for isRow in [true, false] {
      for e in [0, 0.3] {
        var world = try world(gap: gap, isRow: isRow, e: e, Vector2(0.2, 0.15), Vector2(0.3, 0))
        let tilt = tilt(acceleration: turned(Vector2(0.5, 0), isRow))
        var furthest = 0.0
        for _ in 0..<2_000 {
          world.advance(under: tilt)
          furthest = max(furthest, turned(world.ball.position, isRow).x)
        }
        // The corners' discs are smaller by a trifle, which tells where they are nearly abreast.
        let relief = 2e-12 * radius / (radius * radius - 0.0025).squareRoot()
        #expect(furthest < stop + 1e-9 + relief)
        #expect((turned(world.ball.position, isRow).x - stop).magnitude < 1e-9 + relief)
        #expect(world.ball.velocity == .zero)
        #expect(world.isSettled(under: tilt))
      }
    }
  }

  /// A ball of 30 mm before a gap of 40 mm between two blocks, with a wall far behind it.
  private func notch(velocity: Vector2 = .zero, away: Double = 0, c: Double = 0) throws -> World {
    var grid = try Blocks(columns: 25, rows: 25)
    for column in 0..<25 where column != 12 { grid[column, 12] = true }
    let depth = (0.03 * 0.03 - 0.02 * 0.02).squareRoot()
    return try World(
      surface: surface(width: 1, height: 1, radius: 0.03, e: 0.5, c: c), blocks: grid,
      balls: [Ball(position: Vector2(0.5, 0.48 - depth - away), velocity: velocity)])
  }

  @Test("in the notch between two corners a ball rests while the pull is between the normals")
  func notchHolds() throws {
    // The normals lean by asin(2/3) to each side.
    let (sine, cosine) = (2.0 / 3, 5.0.squareRoot() / 3)
    for share in isReleaseBuild ? [-0.99, -0.5, 0, 0.3, 0.99] : [-0.99, 0.3] {
      for c in [0, 0.003] {
        var world = try notch(away: 1e-3, c: c)
        // It falls in, and comes to rest within 0.6 s.
        world.advance(steps: 600, under: tilt(acceleration: Vector2(0, 1)))
        #expect(world.ball.velocity == .zero)
        #expect((world.ball.position - (try notch()).ball.position).length < 1e-9)
        let rest = world.ball
        let tilt = tilt(acceleration: 2 * Vector2(share * sine, cosine))
        #expect(world.isSettled(under: tilt))
        for _ in 0..<(isReleaseBuild ? 100_000 : 500) { world.advance(under: tilt) }
        #expect(world.ball == rest)
      }
    }
  }

  @Test("out of that cone the notch lets the ball go")
  func notchLetsGo() throws {
    let (sine, cosine) = (2.0 / 3, 5.0.squareRoot() / 3)
    for share in [-2, -1.02, 1.02, 1.5] {
      var world = try notch(away: 1e-3)
      world.advance(steps: 600, under: tilt(acceleration: Vector2(0, 1)))
      let rest = world.ball
      let tilt = tilt(acceleration: 2 * Vector2(share * sine, cosine))
      #expect(!world.isSettled(under: tilt))
      world.advance(steps: 800, under: tilt)
      #expect((world.ball.position.x - rest.position.x) * share > 0.01)
      #expect(world.ball.position.y <= 0.48 - 0.03 + 1e-9)
    }
    var world = try notch(away: 1e-3)
    world.advance(steps: 600, under: tilt(acceleration: Vector2(0, 1)))
    let rest = world.ball.position
    world.advance(steps: 100, under: tilt(acceleration: Vector2(0, -1)))
    #expect((world.ball.position - rest - Vector2(0, -0.005)).length < 1e-9)
  }
}
