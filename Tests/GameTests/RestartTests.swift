// SPDX-License-Identifier: MIT

import Game
import Physics
import Testing

@Suite("a run that is over, and nobody has a key")
struct RestartTests {
  private static let lane =
    "game = maze\ncell = 20 mm\nball-radius = 8 mm\nresistance = 0\nacceleration = 0.5 g\n"
    + "restitution = 0\ntime = 5 s\n[map]\nS.....F\n.......\n.......\n"

  private func table(_ name: String) throws -> Table {
    try Table.parse(text: Self.lane, file: name, name: name)
  }

  @Test("lost, it is shown for as long as is set; then another one begins after a countdown")
  func lost() throws {
    var scene = Scene(try table("lane"), restartSteps: 15_000)
    scene.enter(.toggle(column: 3, row: 2))
    scene.tilt(0, 1)
    _ = scene.news()
    scene.runUntilNews()
    #expect(scene.newsNames() == ["lost time"])
    #expect(scene.session.snapshot.countdown == 15)
    scene.run(14_999)
    #expect(scene.session.snapshot.countdown == 0.001)
    #expect(scene.session.phase == .lost && !scene.session.isStill)
    scene.run(1)
    #expect(scene.newsNames() == ["restarted"])
    #expect(scene.session.phase == .countdown)
    #expect(scene.session.world.balls == scene.session.table.start)
    #expect(scene.session.snapshot.runTime == 0)
    // What people have put down stays, as with their own restart.
    #expect(scene.session.world.blocks[3, 2])
    scene.run(3000)
    #expect(scene.session.phase == .rolling)
  }

  @Test("won, the playlist's next table comes after 3 s; where none follows, the same one again")
  func won() throws {
    let tables = try ["a", "b"].map(table)
    for (playlist, steps, next) in [([], 15_000, "a"), (tables, 3000, "b")]
      as [([Table], Int64, String)]
    {
      var scene = Scene(tables[0], playlist: playlist, restartSteps: 15_000)
      scene.tilt(1)
      scene.runUntilNews()
      #expect(scene.newsNames() == ["flag 0 won"])
      #expect(scene.session.snapshot.countdown == Double(steps) / 1000)
      scene.run(steps - 1)
      #expect(scene.session.phase == .won)
      scene.run(1)
      #expect(scene.session.phase != .won && scene.session.table.name == next)
      #expect(scene.session.world.balls == scene.session.table.start)
    }
  }

  @Test("where it is never, it stays lost or won", arguments: [0.0, 1])
  func never(along: Double) throws {
    var scene = Scene(try table("lane"))
    scene.tilt(along, 1 - along)
    scene.run(10_000)
    let phase = scene.session.phase
    #expect(phase == (along == 0 ? .lost : .won) && scene.session.isStill)
    #expect(scene.session.snapshot.countdown == nil)
    scene.run(100_000)
    #expect(scene.session.phase == phase)
  }

  @Test("a pause stops the count, and a restart by somebody comes first")
  func held() throws {
    var scene = Scene(try table("lane"), restartSteps: 15_000)
    scene.tilt(0, 1)
    scene.run(6000)
    #expect(scene.session.phase == .lost)
    scene.enter(.pause)
    scene.run(100_000)
    scene.enter(.resume)
    #expect(scene.session.phase == .lost)
    scene.enter(.restart)
    #expect(scene.session.phase == .rolling)
    scene.tilt(0)
    _ = scene.news()
    scene.run(4000)
    #expect(scene.news().isEmpty)
  }

  @Test("it is the same in whatever pieces the steps are run", arguments: [1, 7, 1000] as [Int64])
  func grouping(_ group: Int64) throws {
    func end(_ group: Int64) throws -> ([Event], Session) {
      var scene = Scene(try table("lane"), restartSteps: 1234)
      scene.tilt(0.7, 0.1)
      scene.run(30_000, by: group)
      return (scene.events, scene.session)
    }
    let (events, session) = try end(.max)
    let pieces = try end(group)
    #expect(pieces.0 == events && pieces.1 == session)
    #expect(events.filter { $0.kind == .restarted }.count >= 3)
  }
}
