// SPDX-License-Identifier: MIT

import Physics
import Testing

/// Blocks that are put down and taken away while balls roll.
@Suite struct ToggleTests {
  /// 10 by 10 cells of 0.1 m, balls of 30 mm.
  private func world(_ places: [Vector2], velocity: Vector2 = .zero) throws -> World {
    try World(
      surface: surface(width: 1, height: 1, radius: 0.03, e: 0.5),
      blocks: Blocks(columns: 10, rows: 10),
      balls: places.map { Ball(position: $0, velocity: velocity) })
  }

  @Test(
    "a block is refused exactly where the ball reaches into the cell; touching is allowed",
    arguments: [
      // The cell is from 0.5 to 0.6 m on both axes.
      (Vector2(0.55, 0.55), false), (Vector2(0.5, 0.5), false), (Vector2(0.48, 0.55), false),
      (Vector2(0.55, 0.62), false), (Vector2(0.47 + 1e-9, 0.55), false),
      (Vector2(0.5 - 0.0179, 0.5 - 0.0239), false), (Vector2(0.5 - 0.0181, 0.5 - 0.0241), true),
      // Touching, by the coordinates of a face and by a corner's 3:4:5.
      (Vector2(0.5 - 0.03, 0.55), true), (Vector2(0.55, 0.6 + 0.03), true),
      (Vector2(0.5 - 0.018, 0.5 - 0.024), true), (Vector2(0.6 + 0.024, 0.6 + 0.018), true),
      (Vector2(0.46, 0.55), true), (Vector2(0.2, 0.8), true),
    ])
  func refusal(place: Vector2, isAllowed: Bool) throws {
    var world = try world([place])
    let before = world
    let isDone = world.setBlock(column: 5, row: 5, to: true)
    #expect(isDone == isAllowed)
    #expect(world.blocks[5, 5] == isAllowed)
    #expect(world.balls == before.balls)
    if !isAllowed { #expect(world == before) }
    world.advance(steps: 100, under: .level)
    #expect(world.ball.position == place)
    #expect(world.ball.velocity == .zero)
  }

  @Test("any of the balls refuses a block, but none that is off the table")
  func everyBall() throws {
    let places = [
      Vector2(0.1, 0.1), Vector2(0.3, 0.1), Vector2(0.55, 0.55), Vector2(0.8, 0.8),
    ]
    var world = try world(places)
    let cells = [(0, 0), (1, 1), (3, 1), (5, 5), (8, 8), (6, 2), (9, 9)]
    let answers = cells.map { world.setBlock(column: $0.0, row: $0.1, to: true) }
    #expect(answers == [false, false, false, false, false, true, true])
    world.takeOff(2)
    let isDone1 = world.setBlock(column: 5, row: 5, to: true)
    #expect(isDone1)
    #expect(!world.hasRoom(for: Ball(position: places[2]), at: 2))
    let isDone2 = world.setBlock(column: 5, row: 5, to: false)
    #expect(isDone2)
    #expect(world.hasRoom(for: Ball(position: places[2]), at: 2))
  }

  @Test("a block that is put down beside a ball holds it, and taken away lets it go")
  func letsGo() throws {
    for (cell, pull) in [
      ((6, 5), Vector2(1, 0)), ((4, 5), Vector2(-1, 0)), ((5, 6), Vector2(0, 1)),
      ((5, 4), Vector2(0, -1)),
    ] {
      var world = try world([Vector2(0.55, 0.55)])
      let isDone3 = world.setBlock(column: cell.0, row: cell.1, to: true)
      #expect(isDone3)
      let tilt = tilt(acceleration: pull)
      world.advance(steps: 3_000, under: tilt)
      #expect((world.ball.position - (Vector2(0.55, 0.55) + 0.02 * pull)).length < 1e-15)
      #expect(world.isSettled(under: tilt))
      let isDone4 = world.setBlock(column: cell.0, row: cell.1, to: false)
      #expect(isDone4)
      #expect(!world.isSettled(under: tilt))
      let start = world.ball.position
      world.advance(steps: 200, under: tilt)
      #expect((world.ball.position - (start + 0.02 * pull)).length < 1e-12)
      #expect((world.ball.velocity - 0.2 * pull).length < 1e-12)
    }
  }

  @Test("putting down what is there and taking away what isn't changes nothing")
  func again() throws {
    var world = try world([Vector2(0.25, 0.25)])
    let isDone5 = world.setBlock(column: 7, row: 7, to: true)
    #expect(isDone5)
    let before = world
    let isDone6 = world.setBlock(column: 7, row: 7, to: true)
    #expect(isDone6)
    let isDone7 = world.setBlock(column: 2, row: 2, to: false)
    #expect(isDone7)
    #expect(world == before)
    #expect(world.digest == before.digest)
  }

  @Test("a block in the way of a rolling ball is hit from the next step on")
  func inTheWay() throws {
    var world = try world([Vector2(0.2, 0.55)], velocity: Vector2(0.5, 0))
    world.advance(steps: 100, under: .level)
    let isDone8 = world.setBlock(column: 5, row: 5, to: true)
    #expect(isDone8)
    var impacts: [Impact] = []
    for _ in 0..<600 {
      world.advance(under: .level)
      impacts += world.impacts
    }
    try #require(impacts.count == 1)
    #expect((impacts[0].time - 0.27 / 0.5).magnitude < 1e-12)
    #expect(impacts[0].position.x == 0.5 - 0.03)
  }

  @Test("whatever is put down while balls roll, none of them is ever in a block")
  func clearanceKept() throws {
    var random = Random(seed: 20)
    var refusals = 0
    for _ in 0..<20 {
      var world = try world(
        [Vector2(0.25, 0.25), Vector2(0.75, 0.75)], velocity: random.vector(upTo: 2))
      for _ in 0..<(isReleaseBuild ? 2_000 : 150) {
        let cell = (Int(random.bits() % 10), Int(random.bits() % 10))
        let isBlock = random.bits() % 3 == 0
        let isDone = world.setBlock(column: cell.0, row: cell.1, to: isBlock)
        #expect(isDone || isBlock)
        refusals += isDone ? 0 : 1
        world.advance(under: Tilt(x: random.number(-5, 5), y: random.number(-5, 5), z: 9))
        for ball in world.balls {
          #expect(clearance(ball.position, world.surface, world.blocks) >= 0.03 - 1e-9)
        }
      }
    }
    #expect(refusals > 10)
  }
}
