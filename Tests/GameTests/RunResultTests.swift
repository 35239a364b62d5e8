// SPDX-License-Identifier: MIT

import Game
import Physics
import Testing

@Suite("what is kept of a run")
struct RunResultTests {
  /// A lane of 140 mm without resistance in which 1 m/s² along it accelerates a ball by 0.5 m/s²; the
  /// flag begins 110 mm from the ball's centre.
  private static let lane =
    "game = maze\ncell = 20 mm\nball-radius = 8 mm\nresistance = 0\nacceleration = 0.5 g\n"
    + "restitution = 0\n"
  private static let run = lane + "time = 5 s\n[map]\nS.....F\n.......\n.......\n"

  private func table(_ text: String) throws -> Table {
    try Table.parse(text: text, file: "other", name: "other")
  }

  @Test("a run that is won is kept with its time, its table and who drove, once")
  func won() throws {
    var scene = try Scene(Self.run, name: "lane")
    scene.run(700)
    scene.tilt(1)
    scene.run(3000)
    // 0.11 m under 0.5 m/s² take 663.3 ms: 664 steps; the 700 before the first motion don't count.
    let result = try #require(scene.results().first)
    #expect(result.table == "lane")
    #expect(result.hash == scene.session.table.hash)
    #expect(result.rules == .maze)
    #expect(result.ending == .won)
    #expect(result.steps == 664)
    #expect(result.score == nil)
    #expect(result.impacts == 0)
    #expect(result.isOriginal)
    #expect(result.wasDrivenByClient)
    #expect(!result.wasDrivenBySource)
    scene.run(3000)
    scene.enter(.restart)
    #expect(scene.results() == [])
  }

  @Test("it comes after the flag, and before what begins the next run")
  func order() throws {
    var scene = try Scene(Self.run)
    scene.tilt(1)
    scene.run(700)
    let names = scene.events.map { kind in
      switch kind.kind {
      case .flag: "flag"
      case .runOver(let result): result.ending.rawValue
      case .restarted: "restarted"
      default: "other"
      }
    }
    #expect(names == ["flag", "won"])
  }

  @Test("a run that takes too long is kept as lost, with its impacts")
  func lost() throws {
    var scene = try Scene(Self.run)
    // To the upper wall: one blow, after which the ball stays there.
    scene.tilt(0, 1)
    scene.run(6000)
    let results = scene.results()
    #expect(results.map(\.ending) == [.lost])
    #expect(results.map(\.steps) == [5000])
    #expect(results.map(\.impacts) == [1])
  }

  @Test("points are kept when the time is up")
  func points() throws {
    var scene = try Scene(
      "game = holes\nwidth = 240 mm\nheight = 60 mm\nball-radius = 8 mm\nresistance = 0\n"
        + "acceleration = 0.5 g\nrestitution = 0\nstart = 100 30 mm\nflag = 200 0 40 60 mm\n"
        + "hole = 50 40 10 mm\nballs = 1\ntime = 5 s\n")
    scene.tilt(1)
    scene.run(20_000)
    // 0.1 m under 0.5 m/s² take 632.5 ms, 633 steps of the run's clock: seven times in 5 s.
    let results = scene.results()
    #expect(results.map(\.ending) == [.lost])
    #expect(results.map(\.score) == [7])
    #expect(results.map(\.steps) == [5000])
  }

  @Test(
    "a run that somebody leaves is kept as left when it has lasted a second, else not at all",
    arguments: [(999, 0), (1000, 1)] as [(Int64, Int)])
  func left(steps: Int64, count: Int) throws {
    for input in [.restart, .next, .table(try table(Self.lane + "[map]\nS..F\n"))]
      as [Input]
    {
      var scene = try Scene(
        Self.run, playlist: [try table(Self.run), try table(Self.lane + "[map]\nS.F\n")])
      scene.tilt(0, 1)
      scene.run(steps)
      scene.enter(input)
      let results = scene.results()
      #expect(results.map(\.ending) == Array(repeating: .left, count: count), "\(input)")
      #expect(results.allSatisfy { $0.table == "scene" && $0.steps == steps })
    }
  }

  @Test("nothing is kept before a ball has moved, nor on a table without a flag")
  func nothing() throws {
    var still = try Scene(Self.run)
    still.run(5000)
    still.enter(.restart)
    #expect(still.results() == [])
    var free = try Scene(Self.lane + "[map]\nS..\n...\n")
    free.tilt(1)
    free.run(5000)
    free.enter(.restart)
    #expect(free.results() == [])
  }

  @Test("a run with a block moved, or begun among moved blocks, isn't the table's own")
  func moved() throws {
    var scene = try Scene(Self.run)
    scene.enter(.toggle(column: 3, row: 2))
    scene.tilt(1)
    scene.run(1000)
    scene.enter(.restart)
    scene.run(1000)
    #expect(scene.results().map(\.isOriginal) == [false, false])
    scene.enter(.toggle(column: 3, row: 2))
    scene.enter(.restart)
    scene.run(1000)
    #expect(scene.results().map(\.isOriginal) == [true])
  }

  @Test("who drove in the course of the run is known, whoever drives at its end")
  func drivers() throws {
    var session = Session(table: try table(Self.run))
    var events: [Event] = []
    session.enter(.source(.present), events: &events)
    session.enter(.sourceTilt(Tilt(x: 1, y: 0, z: 9.8), time: 0), events: &events)
    session.advance(to: 100, events: &events)
    session.enter(.clientTilt(Tilt(x: 1, y: 0, z: 9.8), client: 1), events: &events)
    session.advance(to: 200, events: &events)
    session.enter(.release(client: 1), events: &events)
    session.advance(to: 1000, events: &events)
    session.enter(.restart, events: &events)
    session.advance(to: 2000, events: &events)
    let results = events.compactMap { event in
      if case .runOver(let result) = event.kind { result } else { nil }
    }
    #expect(results.map(\.wasDrivenBySource) == [true, true])
    #expect(results.map(\.wasDrivenByClient) == [true, false])
    #expect(results.map(\.steps) == [664, 664])
  }
}
