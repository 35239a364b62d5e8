// SPDX-License-Identifier: MIT

import Game
import Physics
import Sensors
import Support
import Testing
import Wire

@testable import Daemon

/// A session that goes on for days: the shipped recordings over and over, and people who now and then
/// do something.
///
/// Each day has the same samples at the same times of the day, so that the last can be compared with the
/// first. In its first eighth people play; then the sensor goes, and the session stands until the morning.
struct LongSession {
  /// How long it goes on.
  struct Length: Sendable {
    var days: Int64
    /// How long a day is, ns.
    var day: Int64

    static let month = Length(days: 30, day: 86_400_000_000_000)
    /// An hour of play in four days.
    static let hour = Length(days: 4, day: 7_200_000_000_000)
    /// What a debug build can take: four minutes of play.
    static let minutes = Length(days: 4, day: 480_000_000_000)
  }

  /// What the sensor's side has come to at a day's end, and how the session is.
  struct Evening: Equatable {
    /// "Up" as the estimate of gravity has it, and as the specific force alone.
    var gravity: Sensors.Vector3?
    var force: Sensors.Vector3?
    /// How often a sample's time was wrong.
    var wrongTimes = 0
  }

  private(set) var engine: Engine
  private(set) var digest = Digest()
  private(set) var evenings: [Evening] = []
  /// That of sensors that were switched on this very morning.
  private(set) var newborn: [Evening] = []
  private(set) var states = 0
  private(set) var impacts = 0
  private(set) var runs = 0
  /// The recordings that were made and replayed to the same state.
  private(set) var replayed = 0

  private let length: Length
  private let isInPieces: Bool
  private let tables: [Table]
  /// A lap of samples, with times from 0 on, and how long it takes, ns.
  private let lap: [Sample]
  private let lapLength: Int64
  private var dice = Dice(seed: 30)
  private var events: [Game.Event] = []
  private var old: [TiltPipeline]

  /// A session of this length; in pieces each day's end is written down as a recording's beginning,
  /// and the next day goes on from what is read of that.
  init(_ length: Length, inPieces isInPieces: Bool) throws {
    self.length = length
    self.isInPieces = isInPieces
    let library = TableLibrary(directories: ["\(packageRoot)/tables"])
    tables = try ["bounce", "labyrinth", "mill", "classic-holes", "quartet", "maze:9x7:2"].map {
      name in try library.table(named: name)
    }
    (lap, lapLength) = try Self.lap()
    engine = Engine(
      table: tables[0], playlist: tables, restartSteps: 20_000, pipeline: TiltPipeline(),
      recording: nil)
    old = try Self.sensors()
  }

  /// A pipeline in each mode.
  private static func sensors() throws -> [TiltPipeline] {
    [
      TiltPipeline(settings: try TiltSettings(mode: .gravity)),
      TiltPipeline(settings: try TiltSettings(mode: .board)),
    ]
  }

  /// All shipped recordings one after the other, as a sensor has them that is polled 20 times a second.
  private static func lap() throws -> ([Sample], Int64) {
    var samples: [Sample] = []
    var end: Int64 = 0
    for name in ["explore", "rounds", "shaky"] {
      let recording = try Recording.load(path: "\(packageRoot)/recordings/\(name).recording")
      for (index, sample) in try recording.samples.enumerated() where index % 5 == 0 {
        var sample = sample
        sample.time += end - recording.start
        samples.append(sample)
      }
      end = (samples.last?.time ?? 0) + 5 * recording.period
    }
    return (samples, end)
  }

  /// Lives through all of it.
  mutating func run(endOfDay: (Int64, LongSession) throws -> Void = { _, _ in }) throws {
    for day in 0..<length.days {
      var fresh = try Self.sensors()
      try live(day, &fresh)
      evenings.append(evening(old))
      newborn.append(evening(fresh))
      if isInPieces { try sleep() }
      try endOfDay(day + 1, self)
    }
  }

  private func evening(_ pipelines: [TiltPipeline]) -> Evening {
    Evening(
      gravity: pipelines[0].up, force: pipelines[1].up,
      wrongTimes: pipelines.reduce(0) { $0 + $1.timesNotLater + $1.timesCapped })
  }

  private mutating func live(_ day: Int64, _ fresh: inout [TiltPipeline]) throws {
    let begin = day * length.day
    var recording = isInPieces ? nil : SessionText.beginning(of: engine, device: "a test's")
    if recording != nil { engine.beginJournal() }
    let dusk = begin + length.day / 8
    var index = 0
    while true {
      var sample = lap[index % lap.count]
      sample.time += begin + Int64(index / lap.count) * lapLength
      if sample.time >= begin + length.day { break }
      index += 1
      // Sensors that nobody disturbs are looked at day and night, in one of the two sessions.
      if !isInPieces {
        for number in old.indices {
          _ = old[number].enter(sample)
          _ = fresh[number].enter(sample)
        }
      } else if sample.time >= dusk {
        break
      }
      if sample.time >= dusk { continue }
      enter(sample)
      act(index)
      if index % 20 == 0 { publish() }
      // A minute of each day is recorded.
      if index == 1200, let text = recording.take() { try replay(text) }
    }
    for client in 1...3 { engine.enter(.session(.release(client: client)), events: &events) }
    engine.enter(.session(.source(.absent)), events: &events)
    if let text = recording { try replay(text) }
    advance(to: (begin + length.day) / nanosecondsPerStep)
  }

  private mutating func enter(_ sample: Sample) {
    advance(to: (sample.time + nanosecondsPerStep - 1) / nanosecondsPerStep)
    engine.enter(.sourceSample(sample), events: &events)
  }

  private mutating func advance(to step: Int64) {
    // In other groups, too.
    if isInPieces { engine.advance(to: max(engine.session.step, step - 13), events: &events) }
    engine.advance(to: step, events: &events)
    for event in events {
      digest.add(event.time.bitPattern)
      switch event.kind {
      case .impact: impacts += 1
      case .runOver: runs += 1
      default: break
      }
    }
    events.removeAll(keepingCapacity: true)
  }

  /// Every half minute somebody does something, and leaves the rest of it to the sensor.
  private mutating func act(_ index: Int) {
    if index % 600 == 300 {
      for client in 1...3 { engine.enter(.session(.release(client: client)), events: &events) }
      engine.enter(.session(.source(.present)), events: &events)
      engine.enter(.session(.resume), events: &events)
    }
    guard index % 600 == 0 else { return }
    engine.enter(input(), events: &events)
  }

  private mutating func input() -> Engine.Input {
    let client = 1 + dice.roll(3)
    switch dice.roll(12) {
    case 0: return .session(.pause)
    case 1: return .session(.restart)
    case 2: return .session(.next)
    case 3: return .session(.table(tables[dice.roll(tables.count)]))
    case 4: return .session(.source(.stalled))
    case 5: return .session(.source(.absent))
    case 6: return .level(isReset: dice.roll(2) == 0)
    case 7: return .session(.clear)
    case 8:
      return .settings(
        EngineSettings(
          tilt: TiltSettings(), pausesUntouched: dice.roll(2) == 0, restartsWhenShaken: false,
          restartSteps: 20_000, playlist: nil))
    case 9:
      return .session(
        .clientTilt(Physics.Tilt(x: dice.real(), y: dice.real(), z: 9.7), client: client))
    default: return .session(.toggle(column: dice.roll(9), row: dice.roll(7)))
    }
  }

  private mutating func publish() {
    // Without who tilts the table, which says nothing of the ball.
    var state = Report.state(of: engine, Int64(states))
    state.driver = nil
    // Nor does when another run begins by itself, which it does as an event.
    if state.phase != .countdown { state.countdown = nil }
    digest.add(Message.state(state).line)
    states += 1
  }

  /// Lets the session end, and another one begin where it was.
  private mutating func sleep() throws {
    let text = SessionText.beginning(of: engine, device: "a test's")
    engine = Engine(continuing: try #require(try recordedSession(text)).start)
  }

  /// Looks whether what was recorded comes to the state that was come to.
  private mutating func replay(_ beginning: String) throws {
    var text = beginning + engine.takeJournal()
    engine.endJournal()
    InputText.writeMark(step: engine.session.step, to: &text)
    var replay = Engine(replaying: try #require(try recordedSession(text)))
    var events: [Game.Event] = []
    replay.advance(to: engine.session.step, events: &events)
    if replay.state == engine.state { replayed += 1 }
  }
}

extension Report {
  /// The state of an engine now.
  static func state(of engine: Engine, _ sequence: Int64) -> Wire.State {
    state(engine.session.snapshot, of: engine, sequence: sequence)
  }
}

/// A running hash (FNV-1a, 64 bits).
struct Digest: Equatable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  mutating func add(_ word: UInt64) {
    for shift in stride(from: 0, to: 64 as UInt64, by: 8) {
      value = (value ^ (word >> shift & 0xff)) &* 0x100_0000_01b3
    }
  }

  var text: String { "0x" + String(value, radix: 16) }
}
