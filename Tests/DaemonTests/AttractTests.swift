// SPDX-License-Identifier: MIT

import Game
import Physics
import Sensors
import Support
import Testing

@testable import Daemon

private typealias Force = Sensors.Vector3

/// An engine that shows demos when nobody has touched anything for 20 s, and a board that gives
/// 100 samples a second.
private struct Exhibition {
  static let idleSteps: Int64 = 20_000

  var engine: Engine
  var events: [Game.Event] = []
  let program: Attract.Program
  /// The table of those who come.
  let home: Table

  init(
    table: String = "marble", tables: [String] = ["bounce", "labyrinth"], swapped: Bool = false,
    gestures: Gestures = Gestures(), program given: Attract.Program? = nil
  ) throws {
    let library = TableLibrary(directories: ["\(packageRoot)/tables"])
    home = try library.table(named: table)
    program =
      try given
      ?? Attract.Program(
        idleSteps: Self.idleSteps,
        demos: [try Self.demo(samples: 300, turn: 1), try Self.demo(samples: 500, turn: 3)],
        tables: tables.map { name in try library.table(named: name) })
    engine = Engine(
      table: home,
      pipeline: TiltPipeline(
        settings: try TiltSettings(axes: TableAxes(areSwapped: swapped), feel: .direct)),
      gestures: gestures, recording: nil)
    engine.attract(with: program)
  }

  /// A board that is tilted to and fro, by integer arithmetic alone.
  static func demo(samples: Int, turn: Int) throws -> Attract.Demo {
    var text = "t (s),ax (m/s^2),ay (m/s^2),az (m/s^2)\n"
    for index in 0..<samples {
      let (x, y) = ((index / 9 * 7 * turn) % 60 - 30, (index / 7 * 5 * turn) % 44 - 22)
      text += "\(Double(index) / 100),\(Double(x) / 10),\(Double(y) / 10),9.2\n"
    }
    return Attract.Demo(
      recording: try Recording.load(bytes: Array(text.utf8), file: "show.csv"),
      pipeline: TiltPipeline())
  }

  /// Lets time pass with no sample.
  mutating func wait(steps: Int64) {
    engine.advance(to: engine.session.step + steps, events: &events)
  }

  /// Lets the board lie so for so long.
  mutating func lie(_ force: Sensors.Vector3 = Force(0, 0, 9.80665), seconds: Double) {
    for _ in 0..<Int(seconds * 100) {
      engine.enter(
        .sourceSample(
          Sample(
            time: engine.session.step * nanosecondsPerStep, acceleration: force,
            angularVelocity: Force(0, 0, 0))), events: &events)
      engine.advance(to: engine.session.step + 10, events: &events)
    }
  }

  mutating func enter(_ input: Engine.Input) { engine.enter(input, events: &events) }

  /// What happened, but for impacts and what else a ball meets with.
  mutating func news() -> [String] {
    defer { events = [] }
    return events.compactMap { event in
      switch event.kind {
      case .demoBegun: "demo"
      case .demoEnded: "over"
      case .tableChanged: "table"
      case .paused: "paused"
      case .resumed: "resumed"
      case .takeover: "takeover"
      case .released: "released"
      case .runOver: "run"
      default: nil
      }
    }
  }
}

@Suite("attract mode")
struct AttractTests {
  @Test("without a sensor it begins when nobody has done anything for so long, to the step")
  func withoutSensor() throws {
    var hall = try Exhibition()
    #expect(hall.engine.nextStepOfSource == 20_000)
    hall.wait(steps: 19_999)
    #expect(hall.engine.session.phase == .noSensor && !hall.engine.session.isDemo)
    hall.wait(steps: 1)
    #expect(hall.engine.session.isDemo && hall.engine.session.table.name == "bounce")
    #expect(hall.engine.session.phase == .rolling)
    #expect(hall.engine.session.snapshot.age == 0)
    #expect(hall.news() == ["demo", "table"])
    let start = hall.engine.session.world.balls
    hall.wait(steps: 500)
    #expect(hall.engine.session.world.balls != start)
    #expect(hall.engine.up == nil && hall.engine.quality == nil)
  }

  @Test(
    "a board that lies is no hand: paused or rolling on, silent or gone, the demo comes",
    arguments: [true, false])
  func stillBoard(pauses: Bool) throws {
    var hall = try Exhibition(
      table: "bounce", gestures: Gestures(pausesUntouched: pauses))
    hall.lie(seconds: 19.9)
    #expect(!hall.engine.session.isDemo)
    hall.lie(seconds: 0.2)
    #expect(hall.engine.session.isDemo)
    // And one that falls silent, or is unplugged.
    for condition in [SourceCondition.stalled, .absent] {
      var hall = try Exhibition()
      hall.lie(seconds: 5)
      hall.enter(.session(.source(condition)))
      hall.wait(steps: 14_999)
      #expect(!hall.engine.session.isDemo)
      hall.wait(steps: 1)
      #expect(hall.engine.session.isDemo)
    }
  }

  @Test("a board that is moved and whatever clients ask for put it off")
  func putOff() throws {
    let touches: [Engine.Input] = [
      .session(.pause), .session(.resume), .session(.restart), .session(.clear), .session(.next),
      .session(.toggle(column: 1, row: 1)), .session(.clientTilt(.level, client: 1)),
      .clientSample(Sample(time: 0, acceleration: Force(0, 0, 9.8)), client: 1),
      .level(isReset: true), .calibrate(.reset),
      .session(.sourceTilt(Physics.Tilt(x: 1, y: 0, z: 9.7), time: 0)),
    ]
    for touch in touches {
      var hall = try Exhibition()
      hall.wait(steps: 12_345)
      hall.enter(touch)
      #expect(hall.engine.nextStepOfSource == 32_345, "\(touch)")
    }
    let others: [Engine.Input] = [
      .session(.release(client: 3)), .session(.source(.stalled)), .session(.untouched),
      .session(.sourceTilt(.level, time: 0)), .sourceOpened(.identity, SensorMemory()),
      .sourceSample(Sample(time: 0, acceleration: Force(0, 0, 9.8))),
    ]
    for other in others {
      var hall = try Exhibition()
      hall.wait(steps: 12_345)
      hall.enter(other)
      #expect(hall.engine.nextStepOfSource == 20_000, "\(other)")
    }
    var hall = try Exhibition()
    hall.lie(seconds: 15)
    hall.lie(Force(-2, 0, 9.6), seconds: 1)
    hall.lie(seconds: 18)
    #expect(!hall.engine.session.isDemo)
    hall.lie(seconds: 2.5)
    #expect(hall.engine.session.isDemo)
  }

  @Test("a board that is tilted by 5° ends it with that sample, and plays after a countdown")
  func moved() throws {
    var hall = try Exhibition()
    hall.lie(seconds: 21)
    #expect(hall.engine.session.isDemo)
    // 4°: somebody has leaned on the table, and it stays so.
    hall.lie(Force(-0.684, 0, 9.783), seconds: 1)
    #expect(hall.engine.session.isDemo)
    _ = hall.news()
    hall.lie(Force(-1.71, 0, 9.657), seconds: 0.05)
    #expect(!hall.engine.session.isDemo && hall.engine.session.phase == .countdown)
    #expect(hall.engine.session.table == hall.home)
    #expect(hall.engine.session.world.balls == hall.home.start)
    #expect(hall.news() == ["over", "table"])
    hall.lie(Force(-1.71, 0, 9.657), seconds: 3.1)
    #expect(hall.engine.session.phase == .rolling)
    #expect(hall.engine.session.world.balls[0].position.x > hall.home.start[0].position.x)
    #expect(hall.news() == ["resumed"])
  }

  @Test("a client that takes the table plays at once; a stick that is pushed, after a countdown")
  func others() throws {
    var hall = try Exhibition()
    hall.wait(steps: 25_000)
    _ = hall.news()
    hall.enter(.session(.clientTilt(Physics.Tilt(x: 1, y: 0, z: 9.7), client: 4)))
    #expect(hall.news() == ["over", "table", "takeover"])
    #expect(hall.engine.session.phase == .rolling && hall.engine.session.drivingClient == 4)
    // A client that presses no key any more plays no longer.
    hall.wait(steps: 20_000)
    #expect(hall.engine.session.isDemo && hall.news() == ["released", "demo", "table"])
    hall.enter(.session(.source(.present)))
    hall.enter(.session(.sourceTilt(.level, time: 0)))
    #expect(hall.engine.session.isDemo)
    hall.enter(.session(.sourceTilt(Physics.Tilt(x: 1, y: 0, z: 9.7), time: 0)))
    #expect(hall.engine.session.phase == .countdown)
  }

  @Test("recordings and tables come in turn, without end, as one demo")
  func turns() throws {
    var hall = try Exhibition()
    hall.wait(steps: 20_000)
    var names: [String] = []
    // 3 s and 5 s, over and over.
    for steps in [3000, 5000, 3000, 5000] as [Int64] {
      names.append(hall.engine.session.table.name)
      hall.wait(steps: steps - 1)
      #expect(hall.engine.session.table.name == names.last)
      hall.wait(steps: 1)
    }
    #expect(names == ["bounce", "labyrinth", "bounce", "labyrinth"])
    #expect(hall.news() == ["demo", "table", "table", "table", "table", "table"])
    hall.enter(.session(.restart))
    hall.wait(steps: 20_000)
    #expect(hall.engine.session.table.name == "labyrinth")
    #expect(hall.news() == ["over", "table", "demo", "table"])
  }

  @Test("it rolls as its recording alone does, however the sensor that is there sits and lies")
  func ownPipeline() throws {
    var hall = try Exhibition(tables: [], swapped: true)
    _ = hall.engine.enter(
      .sourceOpened(
        try Mounting(rows: Force(0, 1, 0), Force(-1, 0, 0), Force(0, 0, 1)),
        SensorMemory(level: Level(up: Force(0.2, 0.1, 1)) ?? .identity)), events: &hall.events)
    hall.lie(seconds: 22)
    var alone = Engine(
      table: hall.home, pipeline: TiltPipeline(), recording: hall.program.demos[0].recording)
    var events: [Game.Event] = []
    alone.advance(to: hall.engine.session.step - 20_000, events: &events)
    #expect(hall.engine.session.isDemo)
    #expect(hall.engine.session.world.balls == alone.session.world.balls)
    #expect(hall.engine.session.snapshot.tilt == alone.session.snapshot.tilt)
  }

  @Test("the same in whatever pieces the steps are run", arguments: [1, 3, 20, 777] as [Int64])
  func grouping(_ group: Int64) throws {
    func run(by group: Int64) throws -> (Session, [Game.Event]) {
      var hall = try Exhibition()
      for target in [33_333, 60_000] as [Int64] {
        while hall.engine.session.step < target {
          hall.wait(steps: min(group, target - hall.engine.session.step))
        }
        hall.enter(.session(.clientTilt(Physics.Tilt(x: 1, y: 0, z: 9.7), client: 4)))
      }
      return (hall.engine.session, hall.events)
    }
    let whole = try run(by: 60_000)
    let pieces = try run(by: group)
    #expect(pieces.0 == whole.0 && pieces.1 == whole.1)
    #expect(whole.1.filter { $0.kind == .demoBegun }.count == 2)
  }

  @Test(
    "a recorded session with demos in it replays to the bit, without them and their settings",
    arguments: [0, 22] as [Double])
  func replay(begin: Double) throws {
    var hall = try Exhibition()
    hall.lie(seconds: begin)
    var text = SessionText.beginning(of: hall.engine, device: "a test's")
    hall.engine.beginJournal()
    hall.events = []
    var states: [(step: Int64, state: EngineState)] = []
    for force in [Force(0, 0, 9.80665), Force(-2, 1, 9.6), Force(0, 0, 9.80665)] {
      for _ in 0..<25 {
        hall.lie(force, seconds: 1)
        // Between two samples, where nothing else enters.
        hall.wait(steps: 5)
        states.append((hall.engine.session.step, hall.engine.state))
        hall.wait(steps: 5)
      }
      text += hall.engine.takeJournal()
    }
    InputText.writeEnd("it is enough", step: hall.engine.session.step, to: &text)

    let recording = try #require(try recordedSession(text))
    var engine = Engine(replaying: recording)
    var events: [Game.Event] = []
    for (step, state) in states {
      engine.advance(to: step, events: &events)
      #expect((engine.state == state) as Bool, "before step \(step)")
    }
    engine.advance(to: recording.endStep - 1, events: &events)
    #expect(engine.state == hall.engine.state)
    #expect(events == hall.events)
    // One of which the recording has only the end, or all; two whose beginning is in it, 20 s after the
    // board was moved.
    #expect(events.filter { $0.kind == .demoBegun }.count == (begin == 0 ? 3 : 2))
    #expect(events.filter { $0.kind == .demoEnded }.count == 2)
    // Nobody is there to end a demo that the recording broke off in.
    engine.advance(to: recording.endStep, events: &events)
    #expect(!engine.session.isDemo && engine.session.phase == .finished)
  }

  @Test("a recording of which nothing can be read is given up, and tried when it is due again")
  func unreadable() throws {
    let directory = TemporaryDirectory()
    var text = "balld-recording 1\ntitle = x\norigin = synthetic\ndevice = x\ncomment = x\n"
    text += "columns = t ax ay az\nunits = s m/s²\n[samples]\n"
    for index in 0..<40_000 { text += "\(Double(index) / 100) 0.1 0.1 9.8\n" }
    let path = directory.file("show.recording", text)
    let recording = try Recording.load(path: path)
    // Overwritten with what is none.
    _ = directory.file("show.recording", String(repeating: "x\n", count: text.utf8.count / 2))
    var hall = try Exhibition(
      program: Attract.Program(
        idleSteps: 1000, demos: [Attract.Demo(recording: recording, pipeline: TiltPipeline())]))
    hall.wait(steps: 1000)
    #expect(!hall.engine.session.isDemo && hall.engine.sourceFailure != nil)
    #expect(hall.news() == ["demo", "table", "over", "table"])
    hall.wait(steps: 999)
    #expect(hall.news() == [])
    hall.wait(steps: 1)
    #expect(hall.news() == ["demo", "table", "over", "table"])
  }

  @Test("any button wakes the table, whatever it is for otherwise")
  func buttons() throws {
    var hall = try Exhibition()
    let presses = [InputAction.pause, .nextTable, .select, nil].map { action in
      InputPress(.direction(.up), action: action)
    }
    #expect(presses[0].input(in: hall.engine.session) == .session(.pause))
    #expect(presses[3].input(in: hall.engine.session) == nil)
    hall.wait(steps: 20_000)
    for press in presses { #expect(press.input(in: hall.engine.session) == .session(.restart)) }
  }
}
