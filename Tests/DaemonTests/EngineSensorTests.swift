// SPDX-License-Identifier: MIT

import Game
import Physics
import Sensors
import Support
import Testing

@testable import Daemon

private typealias Force = Sensors.Vector3

/// A source that gives 100 samples a second to an engine.
private struct Board {
  var engine: Engine
  var events: [Game.Event] = []
  var time: Int64 = 0

  init(
    mode: TiltMode = .board, gestures: Gestures = Gestures(), table: String = "marble"
  ) throws {
    engine = Engine(
      table: try TableLibrary(directories: ["\(packageRoot)/tables"]).table(named: table),
      pipeline: TiltPipeline(settings: try TiltSettings(mode: mode, feel: .direct)),
      gestures: gestures, recording: nil)
  }

  /// Lets the board be as `force` tells for so long; its gyro reads `rate`.
  mutating func hold(
    _ force: (Double) -> Force, rate: Force = Force(0, 0, 0), seconds: Double
  ) {
    for index in 0..<Int(seconds * 100) {
      engine.advance(to: time / nanosecondsPerStep, events: &events)
      let sample = Sample(
        time: time, acceleration: force(Double(index) / 100), angularVelocity: rate)
      engine.enter(.sourceSample(sample), events: &events)
      time += 10_000_000
    }
  }

  mutating func lie(_ force: Force = Force(0, 0, 9.80665), seconds: Double) {
    hold({ _ in force }, seconds: seconds)
  }

  mutating func enter(_ input: Engine.Input) -> Engine.Refusal? {
    engine.enter(input, events: &events)
  }

  var kinds: [Game.Event.Kind] {
    events.map(\.kind).filter { if case .impact = $0 { false } else { true } }
  }
}

@Suite("what the board's motion asks for, through the engine")
struct EngineGestureTests {
  @Test("untouched for 10 s it pauses; lifted at an edge it counts down 3 s and goes on")
  func autoPause() throws {
    var board = try Board()
    board.lie(seconds: 11)
    #expect(board.engine.session.phase == .rolling)
    // The rest is seen after 1.5 s, and must then last 10 s.
    board.lie(seconds: 1)
    #expect(board.engine.session.phase == .paused && board.kinds == [.paused])
    board.lie(seconds: 60)
    #expect(board.engine.session.phase == .paused)
    let ball = board.engine.session.world.balls
    let tilted = Force(-9.80665 * 0.1736, 0, 9.80665 * 0.9848)
    board.lie(tilted, seconds: 0.2)
    #expect(board.engine.session.phase == .countdown)
    board.lie(tilted, seconds: 2.7)
    #expect(board.engine.session.world.balls == ball)
    board.lie(tilted, seconds: 0.3)
    #expect(board.engine.session.phase == .rolling && board.kinds == [.paused, .resumed])
    #expect(board.engine.session.world.balls != ball)
  }

  @Test("it ends a countdown on time though no sample comes any more")
  func withoutSamples() throws {
    var board = try Board()
    board.lie(seconds: 13)
    board.lie(Force(-5, 0, 8), seconds: 0.2)
    #expect(board.engine.session.phase == .countdown)
    let end = board.engine.session.step + 3001
    board.engine.advance(to: end, events: &board.events)
    #expect(board.engine.session.phase == .rolling)
  }

  @Test("switched off, while a client drives, and while somebody has paused, it does nothing")
  func noAutoPause() throws {
    var off = try Board(gestures: Gestures(pausesUntouched: false))
    off.lie(seconds: 60)
    #expect(off.engine.session.phase == .rolling)
    var driven = try Board()
    _ = driven.enter(.session(.clientTilt(.level, client: 1)))
    driven.lie(seconds: 60)
    #expect(driven.engine.session.phase == .rolling)
    var paused = try Board()
    _ = paused.enter(.session(.pause))
    paused.lie(seconds: 60)
    paused.lie(Force(-5, 0, 8), seconds: 1)
    #expect(paused.engine.session.phase == .paused && paused.kinds == [.paused])
  }

  @Test("another sensor that is plugged in while the board lay untouched can be picked up too")
  func anotherSensor() throws {
    var board = try Board()
    board.lie(seconds: 13)
    #expect(board.engine.session.isUntouched)
    _ = board.enter(.sourceOpened(.identity, SensorMemory()))
    board.lie(Force(-3, 0, 9.3), seconds: 2)
    #expect(board.engine.session.phase == .paused)
    board.lie(Force(3, 0, 9.3), seconds: 0.2)
    #expect(board.engine.session.phase == .countdown)
  }

  @Test("a stick that took the place of an untouched board goes on when it is pushed, not before")
  func stickAfterBoard() throws {
    var board = try Board()
    board.lie(seconds: 13)
    _ = board.enter(.session(.source(.absent)))
    _ = board.enter(.sourceOpened(.identity, SensorMemory()))
    _ = board.enter(.session(.source(.present)))
    let time = board.engine.session.step * nanosecondsPerStep
    _ = board.enter(.session(.sourceTilt(.level, time: time)))
    #expect(board.engine.session.isUntouched)
    _ = board.enter(.session(.sourceTilt(Physics.Tilt(x: 1, y: 0, z: 9.7), time: time)))
    #expect(board.engine.session.phase == .countdown)
    _ = board.enter(.session(.pause))
    _ = board.enter(.session(.sourceTilt(Physics.Tilt(x: 2, y: 0, z: 9.6), time: time)))
    #expect(board.engine.session.phase == .paused)
  }

  @Test("a shake begins the run anew after a countdown, if that is set")
  func shake() throws {
    let shaken: (Double) -> Force = { time in
      Force(Int(time * 8) % 2 == 0 ? 18 : -18, 0, 9.80665)
    }
    var board = try Board(gestures: Gestures(restartsWhenShaken: true))
    board.lie(seconds: 1)
    board.hold(shaken, seconds: 2)
    #expect(board.kinds == [.restarted])
    #expect(board.engine.session.phase == .countdown)
    #expect(board.engine.session.world.balls == board.engine.session.table.start)
    var off = try Board()
    off.lie(seconds: 1)
    off.hold(shaken, seconds: 2)
    #expect(off.kinds.isEmpty)
  }

  @Test("a quarter of an hour of vigorous play with all gestures on: none is ever seen")
  func play() throws {
    var board = try Board(mode: .gravity, gestures: Gestures(restartsWhenShaken: true))
    var random = SplitMix64(seed: 5)
    for _ in 0..<900 {
      let (tempo, size) = (0.3 + 2.7 * random.unit(), 0.6 * random.unit())
      let push = 6 * random.unit()
      board.hold(
        { time in
          let angle = size * sineOf(tempo * time)
          return Force(
            -9.8 * angle + push * sineOf(1.3 * tempo * time), 9.8 * 0.5 * angle, 9.5)
        }, rate: Force(0.3 * size, 0.7 * size, 0), seconds: 1)
    }
    #expect(board.kinds.isEmpty)
    #expect(board.engine.session.phase == .rolling)
  }
}

extension SplitMix64 {
  fileprivate mutating func unit() -> Double { Double.random(in: 0...1, using: &self) }
}

/// A wave of period 1 between −1 and 1, of parabolas.
private func sineOf(_ turns: Double) -> Double {
  let phase = turns - turns.rounded(.down)
  return phase < 0.5 ? 16 * phase * (0.5 - phase) : -16 * (phase - 0.5) * (1 - phase)
}

@Suite("level and calibration, through the engine")
struct EngineLevelTests {
  /// The force of a board whose right edge is 20° down.
  private let sloping = Force(-9.80665 * 0.34202014, 0, 9.80665 * 0.93969262)

  @Test("the pose in which the board is held becomes level, and gravity's level comes back")
  func level() throws {
    var board = try Board()
    board.lie(sloping, seconds: 2)
    #expect(board.engine.session.snapshot.tilt.x > 3)
    #expect(board.enter(.level(isReset: false)) == nil)
    board.lie(sloping, seconds: 0.1)
    let tilt = board.engine.session.snapshot.tilt
    #expect(abs(tilt.x) < 1e-9 && abs(tilt.y) < 1e-9 && abs(tilt.z - 9.80665) < 1e-6)
    #expect(board.enter(.level(isReset: true)) == nil)
    board.lie(sloping, seconds: 0.1)
    #expect(board.engine.session.snapshot.tilt.x > 3)
    #expect(board.engine.sourcePipeline.memory == SensorMemory())
  }

  @Test("it is refused without a pose, in motion and upside down, with a word, a reason and a hint")
  func refused() throws {
    var board = try Board()
    var refusals = [board.enter(.level(isReset: false))]
    board.hold({ Force(3 * sineOf(2 * $0), 0, 9.3) }, seconds: 2)
    refusals.append(board.enter(.level(isReset: false)))
    board.lie(Force(0.3, 0, -9.80665), seconds: 2)
    refusals.append(board.enter(.level(isReset: false)))
    #expect(refusals.map { $0?.code } == ["no-pose", "moving", "upside-down"])
    for refusal in refusals {
      #expect(refusal?.message.isEmpty == false && refusal?.hint?.isEmpty == false)
    }
    #expect(board.engine.sourcePipeline.level == .identity)
  }

  @Test(
    "where the board lay before its sensor was unplugged or failed is neither level nor a pose",
    arguments: [SourceCondition.absent, .stalled])
  func unheard(condition: SourceCondition) throws {
    var board = try Board()
    board.lie(sloping, seconds: 3)
    _ = board.enter(.session(.source(condition)))
    let inputs: [Engine.Input] = [
      .level(isReset: false), .calibrate(.first), .calibrate(.gyro),
    ]
    #expect(inputs.map { board.enter($0)?.code } == ["no-pose", "no-pose", "no-pose"])
    #expect(board.engine.sourcePipeline.memory == SensorMemory())
    #expect(board.enter(.level(isReset: true)) == nil)
    board.lie(sloping, seconds: 3)
    #expect(inputs.map { board.enter($0)?.code } == [nil, nil, nil])
  }

  @Test("a client's own sensor has a level of its own, for as long as it drives")
  func levelOfClient() throws {
    var board = try Board()
    board.lie(seconds: 1)
    func send(_ client: Int, _ seconds: Double) {
      for index in 0..<Int(seconds * 100) {
        let sample = Sample(time: Int64(index) * 10_000_000, acceleration: sloping)
        _ = board.enter(.clientSample(sample, client: client))
      }
    }
    send(1, 2)
    #expect(board.engine.session.snapshot.tilt.x > 3)
    #expect(board.enter(.level(isReset: false)) == nil)
    send(1, 0.1)
    #expect(abs(board.engine.session.snapshot.tilt.x) < 1e-9)
    #expect(board.engine.sourcePipeline.level == .identity)
    // Another client's sensor is another one.
    send(2, 0.1)
    #expect(board.engine.session.snapshot.tilt.x > 3)
    // A client that only tilts has no sensor: the source's is meant.
    _ = board.enter(.session(.clientTilt(.level, client: 3)))
    board.lie(sloping, seconds: 2)
    #expect(board.enter(.level(isReset: false)) == nil)
    #expect(board.engine.sourcePipeline.level != .identity)
  }

  @Test("two poses half a turn apart on a sloping table: the bias is found, kept, and forgotten")
  func calibrate() throws {
    var board = try Board()
    let bias = Force(0.3, -0.2, 0)
    let drift = Force(0.02, 0, -0.01)
    let slope = Force(-0.4, 0.3, 9.79)
    let turned = Force(0.4, -0.3, 9.79)
    #expect(board.enter(.calibrate(.first))?.code == "no-pose")
    #expect(board.enter(.calibrate(.reset)) == nil)
    board.hold({ _ in slope + bias }, rate: drift, seconds: 3)
    #expect(board.enter(.calibrate(.second))?.code == "no-first-pose")
    #expect(board.enter(.calibrate(.first)) == nil)
    // Half a turn in a second, by the gyro.
    board.hold(
      { _ in Force(0, 0, 9.8) + bias }, rate: drift + Force(0, 0, .pi), seconds: 1)
    #expect(board.enter(.calibrate(.second))?.code == "moving")
    board.hold({ _ in turned + bias }, rate: drift, seconds: 3)
    #expect(board.enter(.calibrate(.second)) == nil)
    let found = board.engine.sourcePipeline.memory.calibration
    #expect((found.accelerationBias - bias).length < 1e-3)
    #expect(((found.angularVelocityBias ?? Force(9, 9, 9)) - drift).length < 1e-3)
    // The tilt is the table's slope alone.
    board.hold({ _ in turned + bias }, rate: drift, seconds: 1)
    #expect(board.enter(.calibrate(.second))?.code == "no-first-pose")
    #expect(abs(board.engine.session.snapshot.tilt.x + 0.4) < 0.01)
    #expect(board.enter(.calibrate(.reset)) == nil)
    #expect(board.engine.sourcePipeline.memory == SensorMemory())
  }

  @Test("the gyro alone is calibrated at rest, and what was known of the accelerometer stays")
  func gyro() throws {
    var board = try Board()
    let known = try Calibration(accelerationBias: Force(0.1, 0, 0))
    _ = board.enter(.sourceOpened(.identity, SensorMemory(calibration: known)))
    board.hold({ _ in Force(0.1, 0, 9.8) }, rate: Force(0.05, 0, 0), seconds: 3)
    #expect(board.enter(.calibrate(.gyro)) == nil)
    let found = board.engine.sourcePipeline.memory.calibration
    #expect(found.accelerationBias == Force(0.1, 0, 0))
    #expect(((found.angularVelocityBias ?? Force(9, 9, 9)) - Force(0.05, 0, 0)).length < 1e-9)
  }

  @Test("a pose that was level stays so when the accelerometer's bias is found")
  func levelSurvivesCalibration() throws {
    var board = try Board()
    let bias = Force(0.3, -0.2, 0)
    board.lie(sloping + bias, seconds: 2)
    #expect(board.enter(.level(isReset: false)) == nil)
    board.lie(Force(0, 0, 9.80665) + bias, seconds: 3)
    #expect(board.enter(.calibrate(.first)) == nil)
    board.hold({ _ in Force(0, 0, 9.8) + bias }, rate: Force(0, 0, .pi), seconds: 1)
    board.lie(Force(0, 0, 9.80665) + bias, seconds: 3)
    #expect(board.enter(.calibrate(.second)) == nil)
    board.lie(sloping + bias, seconds: 1)
    let tilt = board.engine.session.snapshot.tilt
    #expect(abs(tilt.x) < 0.01 && abs(tilt.y) < 0.01, "\(tilt)")
  }

  @Test("what is known of a sensor is in force from its first sample on, and another's is another")
  func opened() throws {
    var board = try Board()
    let level = try #require(Level(up: sloping))
    _ = board.enter(.sourceOpened(.identity, SensorMemory(level: level)))
    board.lie(sloping, seconds: 0.01)
    #expect(abs(board.engine.session.snapshot.tilt.x) < 1e-9)
    _ = board.enter(.sourceOpened(.identity, SensorMemory()))
    board.lie(sloping, seconds: 0.01)
    #expect(board.engine.session.snapshot.tilt.x > 3)
  }

  @Test("a recording can be levelled as it plays, and the same inputs give the same states")
  func recording() throws {
    let text = (0..<400).reduce(into: "t (s),ax (m/s2),ay (m/s2),az (m/s2)\n") {
      $0 += "\(Double($1) / 100),-0.8,0,9.77\n"
    }
    func play(levelAt step: Int64, group: Int64) throws -> Engine {
      var engine = Engine(
        table: try Board().engine.session.table, pipeline: TiltPipeline(),
        recording: try Recording.load(bytes: Array(text.utf8), file: "board.csv"))
      var events: [Game.Event] = []
      while engine.session.step < 3000 {
        var target = min(3000, engine.session.step + group)
        if engine.session.step < step { target = min(target, step) }
        engine.advance(to: target, events: &events)
        if target == step { #expect(engine.enter(.level(isReset: false), events: &events) == nil) }
      }
      return engine
    }
    let one = try play(levelAt: 1000, group: 1)
    let many = try play(levelAt: 1000, group: 333)
    #expect(one.session == many.session)
    #expect(abs(one.session.snapshot.tilt.x) < 1e-9)
    // In force from the next sample on, which comes every ten steps.
    #expect(try play(levelAt: 1011, group: 1).session != one.session)
  }

  @Test("the quality is that of the sensor in force, and there is none without one")
  func quality() throws {
    var board = try Board()
    #expect(board.engine.quality == nil)
    board.lie(seconds: 3)
    #expect(board.engine.quality?.isResting == true)
    #expect((board.engine.quality?.uncertainty ?? 1) < 0.02)
    _ = board.enter(.session(.clientTilt(.level, client: 1)))
    #expect(board.engine.quality == nil)
  }
}
