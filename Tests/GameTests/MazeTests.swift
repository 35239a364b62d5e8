// SPDX-License-Identifier: MIT

import Game
import Physics
import Testing

@Suite("the maze")
struct MazeTests {
  /// A lane without resistance in which 1 m/s² along it accelerates a ball by 0.5 m/s².
  private static let lane =
    "game = maze\ncell = 20 mm\nball-radius = 8 mm\nresistance = 0\nacceleration = 0.5 g\n"
    + "restitution = 0\n"

  /// The flag begins 100 mm from the ball's centre.
  private static let run = lane + "time = 5 s\n[map]\nS.....F\n.......\n.......\n"

  // MARK: The flag and the clock

  @Test("the flag is reached when the ball's centre is in it, and the time is the run's")
  func flag() throws {
    var scene = try Scene(Self.run)
    scene.run(700)
    scene.tilt(1)
    scene.runUntilNews()
    // 0.11 m under 0.5 m/s² take 663.3 ms: 664 steps; the 700 before the first motion don't count.
    #expect(
      scene.news() == [
        .flag(
          FlagReached(ball: 0, runTime: 0.664, score: nil, isWon: true))
      ])
    #expect(scene.session.step == 1364)
    #expect(scene.session.phase == .won)
    #expect(scene.session.snapshot.onTable == [false])
  }

  @Test("without a playlist a won table stays as it is until a restart")
  func won() throws {
    var scene = try Scene(Self.run)
    scene.tilt(1)
    scene.runUntilNews()
    #expect(scene.session.isStill)
    scene.run(1_000_000_000)
    #expect(scene.session.phase == .won)
    #expect(scene.session.snapshot.runTime == 0.664)
    scene.tilt(0)
    scene.enter(.restart)
    #expect(scene.session.phase == .rolling)
    #expect(scene.session.snapshot.runTime == 0)
    #expect(scene.session.snapshot.onTable == [true])
    #expect(scene.session.world.balls == scene.session.table.start)
  }

  @Test("with several balls the first is at home and off the table, and the last one wins")
  func severalBalls() throws {
    var scene = try Scene(Self.lane + "[map]\nS.....F\n..S...F\n.......\n")
    scene.tilt(1)
    scene.runUntilNews()
    #expect(scene.newsNames() == ["flag 1"])
    #expect(scene.session.snapshot.onTable == [true, false])
    #expect(scene.session.phase == .rolling)
    scene.runUntilNews()
    #expect(scene.newsNames() == ["flag 0 won"])
  }

  @Test("the clock stands while the game is paused and while nothing has moved yet")
  func clockStands() throws {
    var scene = try Scene(Self.run)
    scene.run(1000)
    #expect(scene.session.snapshot.runTime == 0)
    #expect(scene.session.isStill)
    scene.tilt(1)
    scene.run(100)
    #expect(scene.session.snapshot.runTime == 0.1)
    scene.enter(.pause)
    scene.run(5000)
    #expect(scene.session.snapshot.runTime == 0.1)
    scene.enter(.resume)
    scene.run(50)
    #expect(scene.session.snapshot.runTime == 0.15)
  }

  @Test("it goes on while the ball rests, so such a session isn't still")
  func clockOfRestingBall() throws {
    var scene = try Scene(Self.run)
    scene.tilt(-0.001)
    scene.run(10)
    scene.tilt(-1)
    scene.run(1000)
    #expect(scene.session.world.isSettled(under: Tilt(x: -1, y: 0, z: 9.8)))
    #expect(!scene.session.isStill)
    scene.run(1000)
    #expect(scene.session.snapshot.runTime == 2.01)
  }

  @Test("when the time is up the run is lost, even if nothing moves", arguments: [1, 7, 100_000])
  func outOfTime(_ group: Int64) throws {
    var scene = try Scene(Self.run)
    scene.tilt(-1)
    scene.run(20_000, by: group)
    #expect(scene.events.last?.time == 5)
    #expect(scene.newsNames() == ["lost time"])
    #expect(scene.session.phase == .lost)
    #expect(scene.session.isStill)
    scene.enter(.restart)
    #expect(scene.session.phase == .rolling)
  }

  @Test("a ball that is at the flag in the last step has won")
  func justInTime() throws {
    var scene = try Scene(
      Self.lane + "time = 664 ms\n[map]\nS.....F\n.......\n.......\n")
    scene.tilt(1)
    scene.run(2000)
    #expect(scene.newsNames() == ["flag 0 won"])
  }

  // MARK: Captures

  /// A hole 60 mm to the right of the ball, of 9 mm.
  private static let hole =
    lane + "hole-radius = 9 mm\nballs = 2\n[map]\nS..O..F\n.......\n.......\n"

  @Test("a captured ball comes back to its start at rest after 1 s, and costs a ball")
  func capture() throws {
    var scene = try Scene(Self.hole)
    scene.tilt(1)
    scene.runUntilNews()
    // The centre is over the hole from 51 mm on: 451.7 ms.
    #expect(scene.session.step == 452)
    #expect(scene.newsNames() == ["captured 0"])
    #expect(scene.session.phase == .captured)
    #expect(scene.session.snapshot.ballsLeft == 1)
    #expect(scene.session.snapshot.onTable == [false])
    scene.tilt(0)
    scene.run(999)
    #expect(scene.session.phase == .captured)
    scene.run(1)
    #expect(scene.session.phase == .rolling)
    #expect(scene.session.world.balls == [Ball(position: Vector2(0.01, 0.01))])
    #expect(scene.session.snapshot.onTable == [true])
    #expect(scene.session.snapshot.runTime == 0.452)
  }

  @Test("somebody's pause stops the second after a capture, and it goes on afterwards")
  func pausedCapture() throws {
    var scene = try Scene(Self.hole)
    scene.tilt(1)
    scene.runUntilNews()
    scene.run(400)
    scene.enter(.pause)
    scene.run(10_000)
    scene.enter(.resume)
    scene.run(599)
    #expect(scene.session.phase == .captured)
    scene.run(1)
    #expect(scene.session.phase == .rolling)
  }

  @Test("when no balls are left the run is lost")
  func noBallsLeft() throws {
    var scene = try Scene(Self.hole)
    scene.tilt(1)
    scene.run(5000)
    #expect(scene.newsNames() == ["captured 0", "captured 0", "lost balls"])
    #expect(scene.session.phase == .lost)
    #expect(scene.session.snapshot.ballsLeft == 0)
    #expect(scene.session.step == 5000)
    scene.enter(.restart)
    #expect(scene.session.snapshot.ballsLeft == 2)
  }

  @Test("without a number of balls there is no end of them")
  func endlessBalls() throws {
    var scene = try Scene(Self.hole.replacing("balls = 2\n", with: ""))
    scene.tilt(1)
    scene.run(60_000)
    #expect(scene.newsNames().count == 60_000 / 1452 + 1)
    #expect(scene.session.snapshot.ballsLeft == nil)
  }

  @Test("of several balls only the captured one goes back, and waits until its start is free")
  func waitsForRoom() throws {
    var scene = try Scene(
      "game = maze\nwidth = 240 mm\nheight = 16 mm\nball-radius = 8 mm\nresistance = 0\n"
        + "acceleration = 0.5 g\nstart = 40 8 mm\nstart = 90 8 mm\nhole = 149 8 9 mm\n")
    scene.tilt(1)
    scene.runUntilNews()
    // Both have rolled 50 mm: ball 1 is over the hole, ball 0 where ball 1 started.
    #expect(scene.newsNames() == ["captured 1"])
    let other = scene.session.world.balls[0]
    #expect((other.position.x - 0.09).magnitude < 0.0003)
    scene.tilt(0)
    scene.run(1000)
    #expect(scene.session.phase == .rolling)
    #expect(scene.session.world.balls[0] == other)
    #expect(scene.session.snapshot.onTable == [true, false])
    // With √(2 · 0.5 · 0.05) = 0.224 m/s it is 16 mm further after 71.5 ms, less the 0.2 mm or so.
    scene.run(60)
    #expect(scene.session.snapshot.onTable == [true, false])
    scene.run(15)
    #expect(scene.session.snapshot.onTable == [true, true])
    #expect(scene.session.world.balls[1] == scene.session.table.start[1])
  }

  // MARK: Blocks

  @Test("a block is put down and taken away, and all are told")
  func toggle() throws {
    var scene = try Scene(Self.run)
    #expect(scene.enter(.toggle(column: 3, row: 1)) == nil)
    #expect(scene.session.world.blocks[3, 1])
    let revision = scene.session.snapshot.blocksRevision
    #expect(scene.enter(.toggle(column: 3, row: 1)) == nil)
    #expect(!scene.session.world.blocks[3, 1])
    #expect(scene.session.snapshot.blocksRevision != revision)
    #expect(scene.newsNames() == ["block 3 1 true", "block 3 1 false"])
  }

  @Test("on a maze without a grid no block can be put down, taken or cleared, and it says so")
  func noGrid() throws {
    var scene = try Scene(
      """
      game = maze
      width = 200 mm
      height = 100 mm
      ball-radius = 5 mm
      start = 20 20 mm
      flag = 150 50 20 20 mm
      """)
    for input in [Input.toggle(column: 0, row: 0), .toggle(column: 3, row: 1), .clear] {
      let before = scene.session
      #expect(scene.enter(input) == .noGrid)
      #expect(scene.session == before)
    }
    #expect(Refusal.noGrid.description == "this table has no grid of cells to put blocks on")
    #expect(Refusal.noGrid.hint == "try classic-maze")
    let refusal = Refusal.noSuchCell(column: 9, row: 1, columns: 7, rows: 3)
    #expect(
      refusal.description == "there is no cell 9 1: the columns are 0 to 6, the rows 0 to 2")
  }

  @Test(
    "a block isn't put down outside of the grid, on a ball, on a start or on the flag",
    arguments: [
      (7, 0, .noSuchCell(column: 7, row: 0, columns: 7, rows: 3)),
      (0, 3, .noSuchCell(column: 0, row: 3, columns: 7, rows: 3)),
      (-1, 0, .noSuchCell(column: -1, row: 0, columns: 7, rows: 3)),
      (.max, .min, .noSuchCell(column: .max, row: .min, columns: 7, rows: 3)),
      (0, 0, .startThere(column: 0, row: 0)),
      (6, 0, .flagThere(column: 6, row: 0)),
      (2, 0, .ballThere(column: 2, row: 0)),
      (3, 0, .ballThere(column: 3, row: 0)),
    ] as [(Int, Int, Refusal)])
  func refusedToggles(_ column: Int, _ row: Int, _ refusal: Refusal) throws {
    var scene = try Scene(Self.run)
    scene.tilt(1)
    // At 0.049 m after 440 ms, with 0.21 m/s: over the cells 2 and 3... of 40 to 80 mm.
    scene.run(440)
    let before = scene.session
    #expect(scene.enter(.toggle(column: column, row: row)) == refusal)
    #expect(scene.session == before)
    #expect(scene.newsNames() == [])
    #expect(!refusal.description.isEmpty)
  }

  @Test("clear takes all blocks away, a restart leaves them as they are, the table restores them")
  func clear() throws {
    let text = Self.run.replacing(".......\n.......", with: "..#....\n...#...")
    let table = try Table.parse(text: text, file: "x", name: "x")
    var scene = Scene(table)
    scene.enter(.toggle(column: 5, row: 2))
    #expect(scene.session.world.blocks.count == 3)
    scene.enter(.restart)
    #expect(scene.session.world.blocks.count == 3)
    #expect(scene.enter(.clear) == nil)
    #expect(scene.session.world.blocks.count == 0)
    scene.enter(.table(table))
    #expect(scene.session.world.blocks == table.blocks)
    #expect(scene.newsNames() == ["block 5 2 true", "restarted", "cleared", "table"])
  }

  @Test("a run on blocks that somebody moved says so, also when they are back in place")
  func original() throws {
    func won(_ inputs: [Input]) throws -> Bool? {
      var scene = try Scene(Self.run)
      for input in inputs { scene.enter(input) }
      scene.tilt(1)
      scene.run(2000)
      return scene.results().first { $0.ending == .won }?.isOriginal
    }
    let there = Input.toggle(column: 3, row: 2)
    #expect(try won([]) == true)
    #expect(try won([there]) == false)
    #expect(try won([there, there]) == false)
    #expect(try won([there, there, .restart]) == true)
    #expect(try won([there, .restart]) == false)
    #expect(try won([.clear]) == false)
  }

  @Test(
    "in the other games blocks stay where they are",
    arguments: ["marble", "bounce", "classic-holes"])
  func otherGames(_ name: String) throws {
    let table = try shippedTable(name)
    var scene = Scene(table)
    #expect(scene.enter(.toggle(column: 0, row: 0)) == .blocksAreFixed(table.rules))
    #expect(scene.enter(.clear) == .blocksAreFixed(table.rules))
    #expect(scene.newsNames() == [])
    let refusal = Refusal.blocksAreFixed(table.rules)
    #expect(
      refusal.description
        == "this table has no blocks to move: its game is `\(table.rules.rawValue)`")
  }
}
