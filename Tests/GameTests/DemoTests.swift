// SPDX-License-Identifier: MIT

import Game
import Physics
import Testing

@Suite("a demo, while nobody plays")
struct DemoTests {
  private static let lane =
    "game = maze\ncell = 20 mm\nball-radius = 8 mm\nresistance = 0\nacceleration = 0.5 g\n"
    + "restitution = 0\ntime = 60 s\n[map]\nS.....F\n.......\n.......\n"
  private static let other = lane.replacing("S.....F", with: "S...F..")

  private func table(_ name: String, _ text: String = lane) throws -> Table {
    try Table.parse(text: text, file: name, name: name)
  }

  private func tilt(_ scene: inout Scene, _ x: Double) {
    scene.enter(
      .demoTilt(Tilt(x: x, y: 0, z: 9.8), time: scene.session.step * nanosecondsPerStep))
  }

  @Test("it takes the table from whoever drives, and moves the ball on a table of its own")
  func begins() throws {
    var scene = Scene(try table("mine"))
    scene.enter(.pause)
    scene.run(100)
    _ = scene.news()
    scene.enter(.beginDemo(try table("show", Self.other)))
    #expect(scene.newsNames() == ["released", "demo", "table"])
    #expect(scene.session.isDemo && scene.session.snapshot.isDemo)
    #expect(scene.session.phase == .rolling && scene.session.table.name == "show")
    #expect(scene.session.drivingClient == nil)
    tilt(&scene, 1)
    scene.run(200)
    // 1 m/s² accelerate the ball by 0.5 m/s²: 10 mm in 0.2 s.
    let way = scene.session.world.balls[0].position.x - scene.session.table.start[0].position.x
    #expect(abs(way - 0.01) < 1e-9)
    #expect(scene.session.snapshot.age == 200_000_000)
  }

  @Test(
    "a playlist that changes meanwhile takes nothing away: its first table follows, or what did before",
    arguments: [[], ["show"], ["other", "show"], ["mine", "other"]] as [[String]])
  func playlist(names: [String]) throws {
    let mine = try table("mine")
    let tables = try names.map { try table($0, $0 == "mine" ? Self.lane : Self.other) }
    var session = Session(table: mine, playlist: [mine, try table("other", Self.other)])
    var events: [Event] = []
    session.enter(.beginDemo(try table("show", Self.other)), events: &events)
    session.follow(tables)
    #expect(session.isDemo && session.table.name == "show")
    session.advance(to: 500, events: &events)
    // The next part is played on the table of whoever comes.
    session.enter(.beginDemo(nil), events: &events)
    #expect(session.table.name == names.first ?? "mine")
    session.enter(.endDemo, events: &events)
    #expect(!session.isDemo && session.table.name == names.first ?? "mine")
    session.enter(.next, events: &events)
    #expect(session.table.name == (names.count > 1 ? names[1] : names.first ?? "mine"))
  }

  @Test("no source, a silent one or one that tilts the other way makes no difference to it")
  func source() throws {
    var balls: [[Ball]] = []
    for condition in [nil, .present, .stalled, .absent] as [SourceCondition?] {
      var scene = Scene(try table("mine"))
      scene.enter(.beginDemo(nil))
      tilt(&scene, 1)
      scene.run(100)
      if let condition { scene.enter(.source(condition)) }
      if condition == .present {
        scene.enter(.sourceTilt(Tilt(x: -3, y: 2, z: 9), time: 0))
        scene.enter(.untouched)
      }
      #expect(scene.session.phase == .rolling)
      scene.run(100)
      balls.append(scene.session.world.balls)
    }
    #expect(Set(balls.map { $0[0].position.x }).count == 1)
    #expect(balls[0] != Scene(try table("mine")).session.world.balls)
  }

  @Test("behind it lies the playlist's first table, or the one that isn't of it, laid out anew")
  func afterwards() throws {
    let tables = try ["a", "b", "c"].map { try table($0) }
    for (home, expected) in [(tables[2], "a"), (try table("d"), "d")] {
      var scene = Scene(home, playlist: tables)
      scene.enter(.toggle(column: 3, row: 2))
      scene.enter(.beginDemo(try table("show")))
      tilt(&scene, 1)
      scene.run(200)
      scene.enter(.beginDemo(try table("encore", Self.other)))
      tilt(&scene, 1)
      scene.run(200)
      _ = scene.news()
      scene.enter(.sourceTilt(.level, time: 0))
      scene.enter(.source(.present))
      scene.enter(.countDown)
      #expect(scene.newsNames() == ["demo over", "table"])
      #expect(scene.session.table.name == expected && !scene.session.isDemo)
      #expect(scene.session.world.balls == scene.session.table.start)
      #expect(scene.session.world.blocks == scene.session.table.blocks)
      #expect(scene.session.snapshot.runTime == 0)
      #expect(scene.session.phase == .countdown)
      scene.run(3000)
      #expect(scene.session.phase == .rolling)
      scene.enter(.next)
      #expect(scene.session.table.name == (expected == "a" ? "b" : "a"))
    }
  }

  @Test("all that somebody does ends it, and is then done; what nobody does doesn't")
  func ends() throws {
    let known = try table("known")
    let inputs: [(Input, Phase?)] = [
      (.clientTilt(.level, client: 2), .rolling), (.pause, .paused), (.countDown, .countdown),
      (.resume, .rolling), (.restart, .rolling), (.table(known), .rolling), (.next, .rolling),
      (.previous, .rolling), (.endDemo, .rolling),
      (.sourceTilt(Tilt(x: 1, y: 0, z: 9), time: 0), nil), (.source(.stalled), nil),
      (.release(client: 1), nil), (.untouched, nil), (.beginDemo(known), nil),
      (.demoTilt(.level, time: 0), nil),
    ]
    let tables = try ["a", "b"].map { try table($0) }
    for (input, phase) in inputs {
      var scene = Scene(tables[0], playlist: tables)
      scene.enter(.source(.present))
      scene.enter(.sourceTilt(.level, time: 0))
      scene.enter(.beginDemo(nil))
      scene.run(50)
      #expect(scene.enter(input) == nil)
      #expect(scene.session.isDemo == (phase == nil), "\(input)")
      if let phase {
        #expect(scene.session.phase == phase, "\(input)")
        let isNeighbour = [.next, .previous].contains(input)
        let name = input == .table(known) ? "known" : isNeighbour ? "b" : "a"
        #expect(scene.session.table.name == name, "\(input)")
      }
    }
  }

  @Test("a block that is meant for the demo's table isn't put down on the other one")
  func blocks() throws {
    for input in [Input.toggle(column: 3, row: 2), .clear] {
      var scene = Scene(try table("mine"))
      scene.enter(.beginDemo(try table("show")))
      #expect(scene.enter(input) == .demoPlayed)
      #expect(!scene.session.isDemo)
      #expect(scene.session.world.blocks == scene.session.table.blocks)
      #expect(scene.enter(input) == nil)
    }
  }

  @Test("the run before it is kept as left; none in it, and none is in progress")
  func runs() throws {
    var scene = Scene(try table("mine"))
    scene.tilt(0, 1)
    scene.run(1500)
    scene.enter(.beginDemo(try table("show")))
    #expect(scene.results().map(\.table) == ["mine"])
    tilt(&scene, 1)
    scene.run(600)
    #expect(!scene.session.isRunInProgress)
    // To the flag twice, and into a third run.
    scene.run(8000)
    scene.enter(.beginDemo(nil))
    tilt(&scene, 0.1)
    scene.run(1500)
    scene.enter(.restart)
    #expect(scene.results() == [])
    scene.tilt(1)
    scene.run(700)
    #expect(scene.results().map(\.ending) == [.won])
  }

  @Test("a run that is over in it is seen for 3 s, and the next one begins at once")
  func goesOn() throws {
    let tables = try ["a", "b"].map { try table($0) }
    var scene = Scene(tables[0], playlist: tables)
    scene.enter(.beginDemo(tables[1]))
    tilt(&scene, 1)
    _ = scene.news()
    scene.runUntilNews()
    #expect(scene.newsNames() == ["flag 0 won"])
    scene.run(2999)
    #expect(scene.session.phase == .won)
    scene.run(1)
    #expect(scene.session.phase == .rolling && scene.session.table.name == "b")
    #expect(scene.newsNames() == ["restarted"])
    // The time is up after 60 s.
    tilt(&scene, -1)
    scene.run(1)
    tilt(&scene, 0.001)
    scene.run(63_500)
    #expect(scene.newsNames().contains("restarted"))
    #expect(scene.session.isDemo)
  }

  @Test("its tilts are ignored where none plays")
  func strayTilts() throws {
    var scene = Scene(try table("mine"))
    let before = scene.session
    tilt(&scene, 1)
    scene.enter(.endDemo)
    #expect(scene.session == before && scene.news().isEmpty)
  }
}
