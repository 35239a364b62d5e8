// SPDX-License-Identifier: MIT

import Game
import Physics
import Sensors
import Support
import Testing

@testable import Daemon

@Suite("the engine: a pure function of table, settings, recording and inputs")
struct EngineTests {
  /// A board that is tilted to and fro, by integer arithmetic alone.
  private static func recording(samples: Int = 400) throws -> Recording {
    var text = "t (s),ax (m/s^2),ay (m/s^2),az (m/s^2)\n"
    var time = 0
    for index in 0..<samples {
      let x = (index * 7) % 60 - 30
      let y = (index * 3) % 44 - 22
      text += "\(Double(time) / 1e6),\(Double(x) / 10),\(Double(y) / 10),9.2\n"
      time += 9_000 + (index * 37) % 2_000
    }
    return try Recording.load(bytes: Array(text.utf8), file: "board.csv")
  }

  private func engine(_ recording: Recording?, table: String = "bounce") throws -> Engine {
    Engine(
      table: try TableLibrary(directories: ["\(packageRoot)/tables"]).table(named: table),
      pipeline: TiltPipeline(), recording: recording)
  }

  /// What enters, and before which step.
  private static let inputs: [(step: Int64, input: Engine.Input)] = [
    (100, .session(.pause)),
    (250, .session(.resume)),
    (400, .session(.clientTilt(Physics.Tilt(x: 1, y: -2, z: 9.5), client: 3))),
    (640, .session(.clientTilt(Physics.Tilt(x: -1, y: 0.5, z: 9.7), client: 3))),
    (641, .session(.restart)),
    (
      900,
      .clientSample(
        Sample(time: 5, acceleration: Sensors.Vector3(1, 2, 9)), client: 4)
    ),
    (1200, .session(.release(client: 3))),
    (1500, .session(.release(client: 4))),
    (2000, .session(.pause)),
    (2200, .session(.restart)),
  ]

  /// Runs 5 s in groups of so many steps, with the inputs before their steps.
  private func run(
    by group: Int64, _ inputs: [(step: Int64, input: Engine.Input)] = Self.inputs
  ) throws -> ([Snapshot], [Game.Event]) {
    var engine = try engine(Self.recording())
    var events: [Game.Event] = []
    var snapshots: [Snapshot] = []
    var pending = inputs[...]
    for second in 1...50 as ClosedRange<Int64> {
      let end = second * 100
      while engine.session.step < end {
        var target = min(end, engine.session.step + group)
        if let next = pending.first, next.step <= target { target = next.step }
        engine.advance(to: target, events: &events)
        while let next = pending.first, next.step == engine.session.step {
          engine.enter(next.input, events: &events)
          pending.removeFirst()
        }
      }
      snapshots.append(engine.session.snapshot)
    }
    return (snapshots, events)
  }

  @Test(
    "the same inputs before the same steps give the same states, in whatever pieces",
    arguments: [2, 7, 33, 1000])
  func grouping(_ group: Int64) throws {
    let single = try run(by: 1)
    let grouped = try run(by: group)
    #expect(grouped.0 == single.0)
    #expect(grouped.1 == single.1)
    #expect(single.1.contains { $0.kind == .takeover(client: 4) })
    #expect(single.1.contains { $0.kind == .finished })
  }

  @Test("an input one step later gives other states: the test above can see a difference")
  func sensitive() throws {
    var later = Self.inputs
    later[2].step += 1
    #expect(try run(by: 1, later).0 != run(by: 1).0)
  }

  @Test("before step 0 the first sample is in force already")
  func begin() throws {
    let engine = try engine(Self.recording())
    #expect(engine.session.phase == .rolling)
    #expect(engine.session.snapshot.age == 0)
    #expect(engine.up != nil)
  }

  @Test("the recording's end comes one period after its last sample, and restart plays it again")
  func playsAgain() throws {
    let recording = try Self.recording(samples: 30)
    var engine = try engine(recording)
    var events: [Game.Event] = []
    engine.advance(to: recording.endStep - 1, events: &events)
    #expect(engine.session.phase == .rolling)
    engine.advance(to: recording.endStep, events: &events)
    #expect(engine.session.phase == .finished)
    #expect(engine.nextStepOfSource == nil)

    var first = try self.engine(recording)
    first.advance(to: 200, events: &events)
    engine.advance(to: 5000, events: &events)
    engine.enter(.session(.restart), events: &events)
    #expect(engine.session.phase == .rolling)
    engine.advance(to: 5200, events: &events)
    #expect(engine.session.world.balls == first.session.world.balls)
    #expect(engine.session.snapshot.age == first.session.snapshot.age)
  }

  @Test("a recording whose file is cut while it plays ends there, and the engine says why")
  func cutWhilePlaying() throws {
    let directory = TemporaryDirectory()
    var text = "t (s),ax (m/s^2),ay (m/s^2),az (m/s^2)\n"
    for index in 0..<20_000 { text += "\(Double(index) / 100),\(index % 3),0,9.7\n" }
    let path = directory.file("long.csv", text)
    var engine = try engine(Recording.load(path: path))
    var events: [Game.Event] = []
    engine.advance(to: 1000, events: &events)
    #expect(engine.sourceFailure == nil)
    _ = directory.file("long.csv", String(text.prefix(1000)))
    engine.advance(to: 200_000, events: &events)
    #expect(engine.session.phase == .finished)
    #expect(engine.sourceFailure?.kind == .inputOutput)
  }

  @Test("a restart in the middle leaves the recording where it is")
  func restartInTheMiddle() throws {
    var engine = try engine(Self.recording())
    var events: [Game.Event] = []
    engine.advance(to: 500, events: &events)
    let next = engine.nextStepOfSource
    engine.enter(.session(.restart), events: &events)
    #expect(engine.nextStepOfSource == next)
  }

  @Test("a client's tilt says nothing about up, its sample does, and the source's comes back")
  func up() throws {
    var engine = try engine(Self.recording())
    var events: [Game.Event] = []
    let ofSource = engine.up
    engine.enter(.session(.clientTilt(.level, client: 1)), events: &events)
    #expect(engine.up == nil)
    let sample = Sample(time: 0, acceleration: Sensors.Vector3(0, 0, 9.8))
    engine.enter(.clientSample(sample, client: 1), events: &events)
    #expect(engine.up == Sensors.Vector3(0, 0, 1))
    engine.enter(.session(.release(client: 1)), events: &events)
    #expect(engine.up == ofSource)
  }

  @Test("without a recording the session waits for a client")
  func client() throws {
    var engine = try engine(nil)
    var events: [Game.Event] = []
    #expect(engine.session.phase == .noSensor)
    #expect(engine.nextStepOfSource == nil)
    engine.advance(to: 1_000_000, events: &events)
    #expect(events.isEmpty)
  }
}
