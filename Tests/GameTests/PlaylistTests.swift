// SPDX-License-Identifier: MIT

import Game
import Physics
import Testing

@Suite("changing the table")
struct PlaylistTests {
  private func table(_ name: String) throws -> Table {
    try Table.parse(
      text: "game = maze\ncell = 20 mm\nball-radius = 8 mm\nresistance = 0\nacceleration = 0.5 g\n"
        + "[map]\nS.....F\n", file: name, name: name)
  }

  private func scene() throws -> Scene {
    let tables = try ["a", "b", "c"].map(table)
    return Scene(tables[0], playlist: tables)
  }

  @Test("next and previous go round the playlist, the steps are numbered on, all else begins anew")
  func round() throws {
    var scene = try scene()
    scene.tilt(1)
    scene.run(300)
    var names: [String] = []
    for input in [Input.next, .next, .next, .previous, .previous] {
      #expect(scene.enter(input) == nil)
      names.append(scene.session.table.name)
      #expect(scene.session.step == 300)
      #expect(scene.session.snapshot.runTime == 0)
      #expect(scene.session.world.balls == scene.session.table.start)
    }
    #expect(names == ["b", "c", "a", "c", "b"])
    #expect(scene.newsNames() == Array(repeating: "table", count: 5))
  }

  @Test("3 s after the flag the next table is laid out")
  func afterTheFlag() throws {
    var scene = try scene()
    scene.tilt(1)
    scene.runUntilNews()
    #expect(scene.newsNames() == ["flag 0 won"])
    scene.tilt(0)
    scene.run(2999)
    #expect(scene.session.table.name == "a" && scene.session.phase == .won)
    scene.run(1)
    #expect(scene.session.table.name == "b" && scene.session.phase == .rolling)
    #expect(scene.newsNames() == ["table"])
  }

  @Test("a table that isn't of the playlist stands before its first and behind its last one")
  func foreign() throws {
    var scene = try scene()
    scene.enter(.table(try table("x")))
    #expect(scene.session.table.name == "x")
    scene.enter(.next)
    #expect(scene.session.table.name == "a")
    scene.enter(.table(try table("x")))
    scene.enter(.previous)
    #expect(scene.session.table.name == "c")
    scene.enter(.table(try table("b")))
    scene.enter(.next)
    #expect(scene.session.table.name == "c")
  }

  @Test("a session that begins in the middle of the playlist goes on from there")
  func middle() throws {
    let tables = try ["a", "b", "c"].map(table)
    var scene = Scene(tables[1], playlist: tables)
    scene.enter(.next)
    #expect(scene.session.table.name == "c")
  }

  @Test("without another table there is nothing to go to")
  func none() throws {
    let only = try table("a")
    for playlist in [[], [only]] {
      var scene = Scene(only, playlist: playlist)
      scene.run(10)
      let before = scene.session
      #expect(scene.enter(.next) == .noOtherTable)
      #expect(scene.enter(.previous) == .noOtherTable)
      #expect(scene.session == before)
    }
  }

  @Test("a playlist of one table plays it again and again")
  func again() throws {
    let only = try table("a")
    var scene = Scene(only, playlist: [only])
    scene.tilt(1)
    scene.run(12_000)
    let names = scene.newsNames()
    #expect(names.prefix(4) == ["flag 0 won", "table", "flag 0 won", "table"])
  }

  @Test("a change of the table ends a pause and a lost run")
  func ends() throws {
    var scene = try scene()
    scene.enter(.pause)
    scene.enter(.next)
    #expect(scene.session.phase == .rolling)
  }
}
