// SPDX-License-Identifier: MIT

import Physics
import Testing

/// The flaws of the classic maze's motion, one by one, on a table of its measures: 12 by 12 cells,
/// a ball of a third of a cell, e = 0.5, here 280 points to 0.28 m.
@Suite struct ClassicMazeFlawTests {
  private static let cell = 0.28 / 12
  private static let radius = 0.28 / 36

  private func world(
    _ cells: [(Int, Int)], _ position: Vector2, _ velocity: Vector2 = .zero
  ) throws -> World {
    var grid = try Blocks(columns: 12, rows: 12)
    for (column, row) in cells { grid[column, row] = true }
    return try World(
      surface: surface(width: 0.28, height: 0.28, radius: Self.radius, e: 0.5), blocks: grid,
      balls: [Ball(position: position, velocity: velocity)])
  }

  private static let row = (0..<12).map { ($0, 8) }
  private static let top = 8 * cell

  @Test("1: a ball that leaves a block isn't turned back to it")
  func separating() throws {
    for gap in [0, 1e-12, 1e-6, 1e-4] {
      for speed in [0.001, 0.1, 2] {
        let y = Self.top - Self.radius - gap
        var world = try world(Self.row, Vector2(0.1, y), Vector2(0.02, -speed))
        world.advance(steps: 10, under: .level)
        #expect(world.impacts.isEmpty)
        #expect(world.ball.velocity == Vector2(0.02, -speed))
        #expect((world.ball.position.y - (y - 0.01 * speed)).magnitude < 1e-12)
      }
    }
  }

  @Test("2: a flush wall gives −e u wherever it is hit, over one block or over two")
  func flushWall() throws {
    for index in 0...200 {
      let x = 0.05 + 2 * Self.cell * Double(index) / 200
      var world = try world(
        Self.row, Vector2(x, Self.top - Self.radius - 0.0003), Vector2(0, 0.6))
      world.advance(under: .level)
      #expect(world.impacts.count == 1)
      #expect(world.ball.velocity == Vector2(0, -0.3))
    }
  }

  @Test("3: a corner reflects as a round one, and beside a block's edge nothing snags")
  func corners() throws {
    let vertex = Vector2(5 * Self.cell, 5 * Self.cell)
    // Straight down, beside the block's left face by less than a radius.
    for share in [0.1, 0.5, 0.9] {
      let start = vertex + Vector2(-share * Self.radius, -2 * Self.radius)
      var world = try world([(5, 5)], start, Vector2(0, 0.4))
      while world.impacts.isEmpty && world.step < 100 { world.advance(under: .level) }
      let n = Vector2(-share, -(1 - share * share).squareRoot())
      let along = 0.4 * n.y
      let expected = Vector2(0, 0.4) - (1.5 * along) * n
      #expect((world.ball.velocity - expected).length < 1e-9)
    }
    // Along a row a hop that comes down near an edge keeps the speed along it.
    for offset in [-0.3, -0.01, 0, 0.01, 0.3] {
      let x = 5 * Self.cell + offset * Self.cell
      var world = try world(
        Self.row, Vector2(x, Self.top - Self.radius - 1e-5), Vector2(0.5, 0.1))
      world.advance(under: .level)
      #expect(world.ball.velocity == Vector2(0.5, -0.05))
    }
    // And a ball that passes a block's face by a hair isn't touched.
    var world = try world(
      [(5, 5)], Vector2(vertex.x - Self.radius - 1e-9, vertex.y - 0.05), Vector2(0, 0.5))
    for _ in 0..<200 {
      world.advance(under: .level)
      #expect(world.impacts.isEmpty)
    }
  }

  @Test("4: no block is put down under the ball, so none is ignored there")
  func blockUnderBall() throws {
    for (x, y) in [(0.5, 0.5), (0.1, 0.5), (0.99, 0.99), (1.3, 0.5), (-0.2, -0.2)] {
      let place = Vector2((5 + x) * Self.cell, (5 + y) * Self.cell)
      var world = try world([], place)
      let isDone = world.setBlock(column: 5, row: 5, to: true)
      #expect(!isDone)
      #expect(world.blocks.count == 0)
    }
  }

  @Test("5: no speed takes a ball through a block")
  func tunnelling() throws {
    for speed in [0.8, 0.933, 5, 77.7, 1_000, 1e5] {
      for slope in [0, 0.3, -0.7] {
        var world = try world(
          Self.row, Vector2(0.14, 0.05), Vector2(slope * speed, speed))
        for _ in 0..<50 {
          world.advance(under: .level)
          #expect(world.ball.position.y <= Self.top - Self.radius)
          #expect(clearance(world.ball.position, world.surface, world.blocks) >= Self.radius - 1e-9)
        }
      }
    }
  }

  @Test("6: a ball bounces from where it touches, not from a step's travel before")
  func noGap() throws {
    for speed in [0.05, 0.3, 0.93] {
      for start in [0.03, 0.0301, 0.0307] {
        var world = try world(Self.row, Vector2(0.1, Self.top - start), Vector2(0, speed))
        while world.impacts.isEmpty && world.step < 1_000 { world.advance(under: .level) }
        try #require(world.impacts.count == 1)
        #expect((world.impacts[0].position.y - (Self.top - Self.radius)).magnitude < 1e-15)
        #expect((world.impacts[0].time - (start - Self.radius) / speed).magnitude < 1e-12)
      }
    }
  }

  @Test("7: pressed on a block a ball has no speed, not 0.133 a")
  func pressed() throws {
    for pull in [0.3, 1.44, 9] {
      var world = try world(Self.row, Vector2(0.1, Self.top - Self.radius - 0.01))
      let tilt = tilt(acceleration: Vector2(0, pull))
      world.advance(steps: 2_000, under: tilt)
      #expect(world.ball.velocity == .zero)
      #expect((world.ball.position - Vector2(0.1, Self.top - Self.radius)).length < 1e-15)
      #expect(world.isSettled(under: tilt))
    }
  }

  @Test("8: the motion is that of time, not of a timer's ticks")
  func time() throws {
    // At 1 g the classic table is crossed in √(2 · 264.4 / 1440) s.
    var world = try world([], Vector2(Self.radius, 0.14))
    let tilt = tilt(acceleration: Vector2(1.44, 0))
    let crossing = (2 * (0.28 - 2 * Self.radius) / 1.44).squareRoot()
    while world.impacts.isEmpty && world.step < 1_000 { world.advance(under: tilt) }
    try #require(world.impacts.count == 1)
    #expect((world.impacts[0].time - crossing).magnitude < 1e-12)
    #expect((crossing - 0.606).magnitude < 0.001)
  }
}
