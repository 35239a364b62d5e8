// SPDX-License-Identifier: MIT

import Game
import Physics
import Testing

@Suite("a session")
struct SessionTests {
  private let steep = Tilt(x: 1, y: 0.3, z: 9.7)

  private func session(_ name: String = "marble") throws -> Session {
    Session(table: try shippedTable(name))
  }

  /// Enters inputs and says what happened.
  private func enter(_ inputs: [Input], in session: inout Session) -> [Event.Kind] {
    var events: [Event] = []
    for input in inputs { session.enter(input, events: &events) }
    return events.map(\.kind)
  }

  private func advance(_ session: inout Session, to step: Int64) -> [Event.Kind] {
    var events: [Event] = []
    session.advance(to: step, events: &events)
    return events.map(\.kind)
  }

  // MARK: Phases

  @Test(
    "the phase follows from what has entered",
    arguments: [
      ([], .noSensor),
      ([.source(.present)], .ready),
      ([.source(.present), .sourceTilt(.level, time: 0)], .rolling),
      ([.source(.present), .sourceTilt(.level, time: 0), .pause], .paused),
      ([.source(.present), .sourceTilt(.level, time: 0), .pause, .resume], .rolling),
      ([.source(.present), .sourceTilt(.level, time: 0), .pause, .restart], .rolling),
      ([.source(.present), .sourceTilt(.level, time: 0), .source(.finished)], .finished),
      ([.clientTilt(.level, client: 1)], .rolling),
      ([.source(.finished), .clientTilt(.level, client: 1)], .rolling),
      ([.source(.finished), .clientTilt(.level, client: 1), .release(client: 1)], .finished),
      ([.source(.finished), .pause], .paused),
      ([.clientTilt(.level, client: 1), .release(client: 1)], .paused),
      ([.clientTilt(.level, client: 1), .release(client: 1), .resume], .noSensor),
    ] as [([Input], Phase)])
  func phases(_ inputs: [Input], _ phase: Phase) throws {
    var session = try session()
    _ = enter(inputs, in: &session)
    #expect(session.phase == phase)
  }

  @Test("an event is told once, and only when something changed")
  func events() throws {
    var session = try session()
    #expect(enter([.pause, .pause], in: &session) == [.paused])
    #expect(enter([.resume, .resume], in: &session) == [.resumed])
    #expect(enter([.restart, .restart], in: &session) == [.restarted, .restarted])
    #expect(enter([.source(.present), .source(.present)], in: &session) == [])
    #expect(enter([.source(.finished), .source(.finished)], in: &session) == [.finished])
  }

  // MARK: Who drives

  @Test("a client takes over from the source, the last one from the one before, and all are told")
  func takeover() throws {
    var session = try session()
    _ = enter([.source(.present), .sourceTilt(.level, time: 0)], in: &session)
    let told = enter(
      [
        .clientTilt(steep, client: 1), .clientTilt(.level, client: 1),
        .clientTilt(steep, client: 2), .release(client: 1), .release(client: 2),
      ], in: &session)
    #expect(told == [.takeover(client: 1), .takeover(client: 2), .released(client: 2)])
    #expect(session.drivingClient == nil)
  }

  @Test("while a client drives the source is ignored, and its newest tilt comes back with it")
  func sourceIsReadOn() throws {
    var session = try session()
    let left = Tilt(x: -1, y: 0, z: 9.7)
    _ = enter([.source(.present), .sourceTilt(.level, time: 0)], in: &session)
    _ = enter([.clientTilt(steep, client: 1), .sourceTilt(left, time: 5_000_000)], in: &session)
    #expect(session.snapshot.tilt == steep)
    _ = enter([.release(client: 1)], in: &session)
    #expect(session.snapshot.tilt == left)
  }

  @Test("without a source a client's end lays the table level and pauses the game")
  func clientEnds() throws {
    var session = try session()
    _ = enter([.clientTilt(steep, client: 7)], in: &session)
    #expect(enter([.release(client: 7)], in: &session) == [.released(client: 7), .paused])
    #expect(session.snapshot.tilt == .level)
    #expect(session.snapshot.age == nil)
  }

  @Test("a pause for want of a driver ends with the next one; a pause that somebody made stays")
  func nextDriver() throws {
    var session = try session()
    _ = enter([.clientTilt(steep, client: 7), .release(client: 7)], in: &session)
    #expect(
      enter([.clientTilt(steep, client: 8)], in: &session) == [.takeover(client: 8), .resumed])
    #expect(session.phase == .rolling)
    _ = enter([.release(client: 8), .pause, .clientTilt(steep, client: 9)], in: &session)
    #expect(session.phase == .paused)
    _ = enter([.resume, .pause, .release(client: 9), .clientTilt(steep, client: 9)], in: &session)
    #expect(session.phase == .paused)
  }

  @Test("the age is the session's time less the sample's")
  func age() throws {
    var session = try session()
    _ = enter([.source(.present), .sourceTilt(steep, time: 2_500_000)], in: &session)
    _ = advance(&session, to: 10)
    #expect(session.snapshot.age == 7_500_000)
    _ = enter([.clientTilt(steep, client: 1)], in: &session)
    #expect(session.snapshot.age == 0)
  }

  // MARK: Steps

  @Test("steps are numbered on while nothing moves, and the ball stays where it is")
  func pauses() throws {
    var session = try session()
    _ = enter([.clientTilt(steep, client: 1)], in: &session)
    _ = advance(&session, to: 100)
    let before = session.world.balls
    _ = enter([.pause], in: &session)
    #expect(session.isStill)
    _ = advance(&session, to: 1_000_000_000_000)
    #expect(session.step == 1_000_000_000_000)
    #expect(session.world.balls == before)
    _ = enter([.resume], in: &session)
    _ = advance(&session, to: 1_000_000_000_001)
    #expect(session.world.balls != before)
  }

  @Test("a ball at rest under a level table is still, and a tilt wakes it")
  func stillness() throws {
    var session = try session()
    _ = enter([.clientTilt(.level, client: 1)], in: &session)
    #expect(session.isStill)
    _ = enter([.clientTilt(steep, client: 1)], in: &session)
    #expect(!session.isStill)
  }

  @Test("a restart puts the ball back with the speed of the start")
  func restart() throws {
    var session = try session("bounce")
    let start = session.world.balls
    _ = enter([.clientTilt(steep, client: 1)], in: &session)
    _ = advance(&session, to: 500)
    #expect(session.world.balls != start)
    _ = enter([.restart], in: &session)
    #expect(session.world.balls == start)
    #expect(session.step == 500)
  }

  @Test("grouping: steps taken one by one, by sevens or at once give the same bits and events")
  func grouping() throws {
    func run(by group: Int64) throws -> (Session, [Event]) {
      var session = try session("bounce")
      var events: [Event] = []
      var seed: UInt32 = 1
      for block in 0..<50 as Range<Int64> {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        let x = Double(seed >> 16) / 8192 - 4
        session.enter(.clientTilt(Tilt(x: x, y: -x / 2, z: 9), client: 1), events: &events)
        if block == 20 { session.enter(.pause, events: &events) }
        if block == 25 { session.enter(.resume, events: &events) }
        if block == 30 { session.enter(.restart, events: &events) }
        let end = (block + 1) * 97
        while session.step < end {
          session.advance(to: min(end, session.step + group), events: &events)
        }
      }
      return (session, events)
    }
    let single = try run(by: 1)
    #expect(single.1.contains { if case .impact = $0.kind { true } else { false } })
    for group in [2, 7, 97] as [Int64] {
      let grouped = try run(by: group)
      #expect(grouped.0 == single.0)
      #expect(grouped.1 == single.1)
    }
  }
}
