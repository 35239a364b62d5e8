// SPDX-License-Identifier: MIT

import Game
import Physics
import Posix
import Sensors
import Support

@testable import Daemon

/// A session as a daemon has it, without a daemon: inputs at random, at odd times, in odd pieces.
struct LiveSession {
  /// A state that a client without a rate would have got.
  struct Published: Equatable {
    var snapshot: Snapshot
    var up: Sensors.Vector3?
  }

  private(set) var engine: Engine
  /// All states, from the beginning of the recording on.
  private(set) var published: [Published] = []
  /// The recording so far; empty before it has begun.
  private(set) var recording = ""
  private var dice: Dice
  private var events: [Game.Event] = []
  private var time: Int64 = 0
  private let tables: [Table]

  /// A session on one of some tables, in one of the modes, with or without a gyro.
  init(seed: UInt64) throws {
    dice = Dice(seed: seed)
    let library = TableLibrary(directories: ["\(packageRoot)/tables"])
    let names = ["classic-maze", "labyrinth", "bounce", "marble", "maze:6x5:3"]
    tables = try names.map { name in try library.table(named: name) }
    let settings = try TiltSettings(
      mode: seed % 2 == 0 ? .board : .gravity, timeConstant: seed % 3 == 0 ? 0 : 0.03,
      screenRotation: ScreenRotation.allCases[Int(seed % 4)],
      axes: TableAxes(isXInverted: seed % 5 == 0), feel: seed % 2 == 0 ? .normal : .direct)
    engine = Engine(
      table: tables[dice.roll(tables.count)],
      playlist: seed % 3 == 0 ? [] : [tables[1], tables[0], tables[4]],
      pipeline: TiltPipeline(settings: settings), recording: nil)
  }

  /// Lets so much happen.
  mutating func run(inputs: Int) {
    for _ in 0..<inputs {
      // Odd pieces: single steps, turns of a loop, and now and then a stall.
      let pieces = [1, 1, 3, 10, 17, 20]
      var steps = Int64(pieces[dice.roll(pieces.count)])
      if dice.roll(60) == 0 { steps = 2500 }
      time += steps * 1_000_000 - Int64(dice.roll(300_000))
      engine.advance(to: engine.session.step + steps, events: &events)
      publish()
      engine.enter(input(), events: &events)
      publish()
      if !recording.isEmpty { recording += engine.takeJournal() }
    }
  }

  /// Begins to record.
  mutating func record() {
    recording = SessionText.beginning(of: engine, device: "a test's")
    engine.beginJournal()
    published = []
    publish()
  }

  /// What the recording is when the session ends here.
  mutating func finished() -> String {
    var text = recording + engine.takeJournal()
    InputText.writeEnd("it is enough", step: engine.session.step, to: &text)
    return text
  }

  private mutating func publish() {
    published.append(Published(snapshot: engine.session.snapshot, up: engine.up))
  }

  private mutating func sample() -> Sample {
    let hasGyro = dice.roll(8) != 0
    return Sample(
      time: max(0, time - Int64(dice.roll(20_000_000))),
      acceleration: Sensors.Vector3(2 * dice.real(), 2 * dice.real(), 9.5 + dice.real()),
      angularVelocity: hasGyro
        ? Sensors.Vector3(dice.real(), dice.real(), 0.2 * dice.real()) : nil)
  }

  private mutating func input() -> Engine.Input {
    let client = 1 + dice.roll(3)
    switch dice.roll(64) {
    case 0: return .session(.pause)
    case 1, 2: return .session(.resume)
    case 3: return .session(.restart)
    case 4...6: return .session(.toggle(column: dice.roll(14), row: dice.roll(14)))
    case 7: return dice.roll(9) == 0 ? .session(.clear) : .session(.release(client: client))
    case 8: return .session(.next)
    case 9: return .session(.previous)
    case 10: return .session(.table(tables[dice.roll(tables.count)]))
    case 11: return .session(.source(.stalled))
    case 12: return .session(.source(.absent))
    case 13...15:
      return .session(
        .clientTilt(Physics.Tilt(x: dice.real(), y: dice.real(), z: 9.7), client: client))
    case 16...19: return .clientSample(sample(), client: client)
    case 20...22: return .session(.release(client: client))
    case 23:
      return .sourceOpened(
        .identity,
        SensorMemory(level: Level(up: Sensors.Vector3(dice.real() / 9, 0.1, 1)) ?? .identity))
    case 24: return .sourceBegins
    case 25: return .level(isReset: dice.roll(3) == 0)
    case 26:
      let steps = Engine.CalibrationStep.allCases
      return .calibrate(steps[dice.roll(steps.count)])
    case 27: return .session(.beginDemo(dice.roll(2) == 0 ? nil : tables[dice.roll(tables.count)]))
    case 28: return .session(.endDemo)
    case 29...31:
      return .session(
        .demoTilt(
          Physics.Tilt(x: dice.real(), y: dice.real(), z: 9.7),
          time: engine.session.step * nanosecondsPerStep))
    case 32: return .settings(settings())
    default: return .sourceSample(sample())
    }
  }

  private mutating func settings() -> EngineSettings {
    var tilt = TiltSettings()
    tilt.mode = dice.roll(2) == 0 ? .board : .gravity
    tilt.screenRotation = ScreenRotation.allCases[dice.roll(4)]
    tilt.feel = dice.roll(2) == 0 ? .gentle : .direct
    return EngineSettings(
      tilt: tilt, pausesUntouched: dice.roll(2) == 0, restartsWhenShaken: dice.roll(2) == 0,
      restartSteps: dice.roll(2) == 0 ? nil : Int64(dice.roll(9000)),
      playlist: dice.roll(2) == 0 ? nil : [tables[dice.roll(tables.count)], tables[1]])
  }
}

/// A recorded session in memory.
func recordedSession(_ text: String, blockSize: Int = 1 << 16) throws -> SessionRecording? {
  try SessionRecording(
    RecordingContent(bytes: Array(text.utf8), file: "session"), blockSize: blockSize)
}
