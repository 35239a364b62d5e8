// SPDX-License-Identifier: MIT

import Game
import Physics
import Testing

private let steep = Tilt(x: 1, y: 0, z: 9.7)

@Suite("pauses that nobody asked for, and countdowns")
struct HoldTests {
  /// A session whose board lies level.
  private func session() throws -> Session {
    var session = Session(table: try shippedTable("marble"))
    _ = enter([.source(.present), .sourceTilt(.level, time: 0)], in: &session)
    return session
  }

  private func enter(_ inputs: [Input], in session: inout Session) -> [Event.Kind] {
    var events: [Event] = []
    for input in inputs { session.enter(input, events: &events) }
    return events.map(\.kind)
  }

  private func advance(_ session: inout Session, by steps: Int64) -> [Event] {
    var events: [Event] = []
    session.advance(to: session.step + steps, events: &events)
    return events
  }

  @Test("an untouched board pauses a game that goes on, once, and no other")
  func untouched() throws {
    var session = try session()
    #expect(enter([.untouched, .untouched], in: &session) == [.paused])
    #expect(session.phase == .paused && session.isUntouched && session.isStill)
    var other = try self.session()
    #expect(enter([.pause, .untouched], in: &other) == [.paused])
    #expect(!other.isUntouched)
    var waiting = Session(table: try shippedTable("marble"))
    #expect(enter([.untouched], in: &waiting) == [])
    #expect(waiting.phase == .noSensor)
  }

  @Test("a countdown lasts 3000 steps in which no ball moves, then the game goes on by itself")
  func countdown() throws {
    var session = try session()
    _ = enter([.untouched, .sourceTilt(steep, time: 0), .countDown], in: &session)
    let start = session.world.balls
    #expect(session.phase == .countdown && !session.isStill)
    #expect(session.snapshot.countdown == 3)
    #expect(advance(&session, by: 1000).isEmpty)
    #expect(session.snapshot.countdown == 2)
    #expect(advance(&session, by: 1999).isEmpty)
    #expect(session.snapshot.countdown == 0.001)
    #expect(session.world.balls == start)
    let events = advance(&session, by: 1)
    #expect(events.map(\.kind) == [.resumed] && events.first?.time == 3)
    #expect(session.phase == .rolling && session.snapshot.countdown == nil)
    _ = advance(&session, by: 1)
    #expect(session.world.balls != start)
  }

  @Test(
    "the grouping of the steps makes no difference to a countdown's end", arguments: [1, 7, 999])
  func grouping(_ group: Int64) throws {
    var one = try session()
    var many = try session()
    for session in [0, 1] {
      let inputs: [Input] = [.sourceTilt(steep, time: 0), .countDown]
      if session == 0 { _ = enter(inputs, in: &one) } else { _ = enter(inputs, in: &many) }
    }
    var events = advance(&one, by: 4000)
    var grouped: [Event] = []
    while many.step < 4000 { grouped += advance(&many, by: min(group, 4000 - many.step)) }
    #expect(one == many)
    events.removeAll { if case .impact = $0.kind { true } else { false } }
    grouped.removeAll { if case .impact = $0.kind { true } else { false } }
    #expect(events == grouped)
  }

  @Test(
    "who plays ends it: a resume, a restart, another table at once, a pause keeps it",
    arguments: [
      ([.resume], .rolling, [.resumed]), ([.restart], .rolling, [.restarted]),
      ([.clientTilt(steep, client: 1)], .rolling, [.takeover(client: 1), .resumed]),
    ] as [([Input], Phase, [Event.Kind])], [Input.untouched, .countDown])
  func ended(_ case: ([Input], Phase, [Event.Kind]), by hold: Input) throws {
    var session = try session()
    _ = enter([hold], in: &session)
    #expect(enter(`case`.0, in: &session) == `case`.2)
    #expect(session.phase == `case`.1 && session.snapshot.countdown == nil)
  }

  @Test("a pause in a countdown, or of an untouched board, is one that somebody has to end")
  func pausedMeanwhile() throws {
    for (hold, told) in [(Input.countDown, [Event.Kind.paused]), (.untouched, [])] {
      var session = try session()
      _ = enter([hold], in: &session)
      #expect(enter([.pause], in: &session) == told)
      #expect(advance(&session, by: 5000).isEmpty)
      #expect(session.phase == .paused && !session.isUntouched)
    }
  }

  @Test(
    "the end of a recording ends it: what is over isn't paused",
    arguments: [Input.untouched, .countDown])
  func finished(_ hold: Input) throws {
    var session = try session()
    _ = enter([hold], in: &session)
    #expect(enter([.source(.finished)], in: &session) == [.finished])
    #expect(session.phase == .finished)
  }

  @Test("a display that has drawn a second of a countdown needs no other state of it")
  func looks() throws {
    var session = try session()
    _ = enter([.countDown], in: &session)
    let first = session.snapshot
    _ = advance(&session, by: 999)
    #expect(session.snapshot.looksLike(first))
    _ = advance(&session, by: 1)
    #expect(!session.snapshot.looksLike(first))
  }

  @Test("the balls are at rest while they lie, and not on a tilted table")
  func atRest() throws {
    var session = try session()
    #expect(session.areBallsAtRest)
    _ = enter([.sourceTilt(steep, time: 0)], in: &session)
    #expect(!session.areBallsAtRest)
  }
}
