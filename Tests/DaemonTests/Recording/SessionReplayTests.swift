// SPDX-License-Identifier: MIT

import Game
import Options
import Physics
import Sensors
import Support
import Testing

@testable import Daemon

@Suite("a recorded session and its replay") struct SessionReplayTests {
  /// The states of a replay that answer to those of the live session: in each piece as long as the
  /// live one's, or with each input at once.
  private func replayed(
    _ text: String, like live: [LiveSession.Published]
  ) throws -> [LiveSession.Published] {
    let recording = try #require(try recordedSession(text))
    var engine = Engine(continuing: recording.start)
    var inputs = ReplayedInputs(recording)
    var events: [Game.Event] = []
    return live.map { wanted in
      // All inputs of a millisecond but the last ones give states of their own.
      var state = inputs.state(&engine, at: wanted.snapshot.step, events: &events)
      while state != wanted, let next = inputs.next(&engine, events: &events) { state = next }
      return state
    }
  }

  /// Hands a recording's inputs one by one to an engine that knows nothing of the recording.
  private struct ReplayedInputs {
    private var replay: SessionReplay

    init(_ recording: SessionRecording) { replay = recording.replay }

    /// The state before step number `step`, with the inputs of the steps before it.
    mutating func state(
      _ engine: inout Engine, at step: Int64, events: inout [Game.Event]
    ) -> LiveSession.Published {
      while let due = replay.nextStep, due < step {
        engine.advance(to: due, events: &events)
        guard case .input(let input) = replay.take(before: due) else { continue }
        engine.enter(input, events: &events)
      }
      engine.advance(to: step, events: &events)
      return LiveSession.Published(snapshot: engine.session.snapshot, up: engine.up)
    }

    /// The state with one further input of the present step; nil when there is none.
    mutating func next(
      _ engine: inout Engine, events: inout [Game.Event]
    ) -> LiveSession.Published? {
      guard case .input(let input) = replay.take(before: engine.session.step) else { return nil }
      engine.enter(input, events: &events)
      return LiveSession.Published(snapshot: engine.session.snapshot, up: engine.up)
    }
  }

  @Test("gives the live session's states bit for bit, begun in its middle", arguments: 1...12)
  func bitForBit(seed: UInt64) throws {
    var live = try LiveSession(seed: seed)
    live.run(inputs: 300)
    live.record()
    live.run(inputs: 500)
    let text = live.finished()
    #expect(try replayed(text, like: live.published) == live.published)

    // And played by the engine itself, in large pieces.
    let recording = try #require(try recordedSession(text, blockSize: 100))
    var engine = Engine(replaying: recording)
    var events: [Game.Event] = []
    engine.advance(to: recording.endStep - 1, events: &events)
    #expect(engine.state == live.engine.state)
    engine.advance(to: recording.endStep, events: &events)
    #expect(engine.session.source == .finished)
    #expect(engine.session.drivingClient == nil)
    #expect(engine.nextStepOfSource == nil)
    #expect(recording.truncatedLines == 0)
  }

  @Test("a replay that is recorded gives the same recording, but for its end")
  func again() throws {
    var live = try LiveSession(seed: 4)
    live.record()
    live.run(inputs: 200)
    let text = live.finished()
    var engine = Engine(replaying: try #require(try recordedSession(text)))
    var copy = SessionText.beginning(of: engine, device: "a test's")
    engine.beginJournal()
    var events: [Game.Event] = []
    engine.advance(to: live.engine.session.step, events: &events)
    copy += engine.takeJournal()
    InputText.writeEnd("it is enough", step: engine.session.step, to: &copy)
    #expect(copy == text)
  }

  @Test("cut anywhere behind the state, it replays to the last whole line")
  func torn() throws {
    var live = try LiveSession(seed: 9)
    live.record()
    live.run(inputs: 60)
    let bytes = Array(live.finished().utf8)
    let begin = SessionText.beginning(of: try LiveSession(seed: 9).engine, device: "a test's")
    for end in stride(from: begin.utf8.count, to: bytes.count, by: 23) {
      let text = String(decoding: bytes[..<end], as: UTF8.self)
      let whole = bytes[..<end].lastIndex(of: 10).map { $0 + 1 } ?? 0
      let cut = try #require(try recordedSession(text))
      let clean = try #require(
        try recordedSession(String(decoding: bytes[..<whole], as: UTF8.self)))
      #expect(cut.endStep == clean.endStep)
      #expect(cut.truncatedLines == (whole == end ? 0 : 1))
      var events: [Game.Event] = []
      var (first, second) = (Engine(replaying: cut), Engine(replaying: clean))
      first.advance(to: cut.endStep, events: &events)
      second.advance(to: cut.endStep, events: &events)
      #expect(first.state == second.state)
    }
  }

  @Test("its samples alone are a recording as any other, and restart plays them at its end")
  func samplesAlone() throws {
    var live = try LiveSession(seed: 2)
    live.record()
    live.run(inputs: 600)
    let text = live.finished()
    let session = try #require(try recordedSession(text))
    let samples = try #require(session.samples)
    let lines = text.split(separator: "\n").filter { $0.contains(" sample ") }
    #expect(samples.count == lines.count && samples.count > 200)
    #expect(samples.hasGyro)
    #expect(try Recording.load(bytes: Array(text.utf8), file: "x").samples == samples.samples)

    var engine = Engine(replaying: session)
    var events: [Game.Event] = []
    engine.advance(to: session.endStep, events: &events)
    let next = engine.nextStepOfSource
    #expect(next == nil)
    engine.enter(.session(.restart), events: &events)
    #expect(engine.session.source == .present)
    #expect(engine.nextStepOfSource != nil)
  }

  @Test("a session in which only clients drove replays, and has no samples of its own")
  func clientsOnly() throws {
    let library = TableLibrary(directories: ["\(packageRoot)/tables"])
    var engine = Engine(
      table: try library.table(named: "marble"), pipeline: TiltPipeline(), recording: nil)
    var text = SessionText.beginning(of: engine, device: "client")
    engine.beginJournal()
    var events: [Game.Event] = []
    engine.enter(.session(.clientTilt(.init(x: 1, y: 0, z: 9.7), client: 7)), events: &events)
    engine.advance(to: 300, events: &events)
    text += engine.takeJournal()
    InputText.writeMark(step: 300, to: &text)
    let session = try #require(try recordedSession(text))
    #expect(session.samples == nil)
    #expect(session.largestClient == 7)
    var replay = Engine(replaying: session)
    replay.advance(to: 300, events: &events)
    #expect(replay.session == engine.session)
    #expect(throws: RecordingError.self) {
      try Recording.load(bytes: Array(text.utf8), file: "session")
    }
  }

  @Test("a state that can't be read names the balld that wrote it, if that is another one")
  func otherVersion() throws {
    let text = SessionText.beginning(of: try LiveSession(seed: 3).engine, device: "a test's")
    let strange = text.replacing("session.blocksRevision = ", with: "session.colour = ")
    #expect(strange != text)
    func reason(_ text: String) throws -> String? {
      do {
        _ = try recordedSession(text)
        return nil
      } catch let error as RecordingError {
        return error.reason
      }
    }
    let own = "session.blocksRevision: found nothing, expected a value"
    #expect(try reason(strange) == own)
    let other = strange.replacing("balld = \(balldVersion)", with: "balld = 0.0.7")
    #expect(
      try reason(other) == own + "; balld `0.0.7` wrote it, and this is \(balldVersion)")
  }
}
