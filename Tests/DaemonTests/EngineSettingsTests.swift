// SPDX-License-Identifier: MIT

import Game
import Physics
import Sensors
import Support
import Testing

@testable import Daemon

@Suite("settings that change while the ball rolls") struct EngineSettingsTests {
  private let library = TableLibrary(directories: ["\(packageRoot)/tables"])

  private func settings(_ feel: Feel = .normal, playlist: [Table]? = nil) -> EngineSettings {
    var tilt = TiltSettings()
    tilt.feel = feel
    return EngineSettings(
      tilt: tilt, pausesUntouched: true, restartsWhenShaken: false, restartSteps: nil,
      playlist: playlist)
  }

  /// A board whose right edge is 15° lower, from step 0 to `steps`.
  private func rolling(_ steps: Int64) throws -> (Engine, [Game.Event]) {
    var engine = Engine(
      table: try library.table(named: "marble"), pipeline: TiltPipeline(), recording: nil)
    var events: [Game.Event] = []
    for step in stride(from: 0, to: steps, by: 10) {
      engine.advance(to: step, events: &events)
      engine.enter(.sourceSample(sample(at: step)), events: &events)
    }
    engine.advance(to: steps, events: &events)
    return (engine, events)
  }

  private func sample(at step: Int64) -> Sample {
    Sample(
      time: step * nanosecondsPerStep,
      acceleration: Sensors.Vector3(-9.80665 * 0.2588190451025207, 0, 9.80665 * 0.9659258262890683))
  }

  @Test("nothing jumps: the state is the same, and the next sample's tilt is by the new feel")
  func nothingJumps() throws {
    var (engine, events) = try rolling(200)
    let before = engine.session.snapshot
    #expect(before.balls[0].velocity.x > 0.05)
    engine.enter(.settings(settings(.direct)), events: &events)
    #expect(engine.session.snapshot == before)
    engine.enter(.sourceSample(sample(at: 200)), events: &events)
    // By the normal feel the table is tilted by 8° · ((15 − 1)/19)^1.5 = 5.1°, directly by the board's 15°.
    #expect(abs(engine.session.snapshot.tilt.x - 9.80665 * 0.2588190451025207) < 0.02)
    #expect(abs(before.tilt.x - 9.80665 * 0.0882) < 0.02)
    #expect(engine.session.snapshot.balls == before.balls)
  }

  @Test("the sensor sits as it did: a mounting isn't among what changes, nor its level")
  func mountingStays() throws {
    var (engine, events) = try rolling(50)
    let mounting = try Mounting(
      rows: Sensors.Vector3(0, 1, 0), Sensors.Vector3(-1, 0, 0), Sensors.Vector3(0, 0, 1))
    engine.enter(.sourceOpened(mounting, SensorMemory()), events: &events)
    engine.enter(.settings(settings(.gentle)), events: &events)
    #expect(engine.sourcePipeline.settings.mounting == mounting)
    #expect(engine.sourcePipeline.settings.feel == .gentle)
    #expect(engine.clientPipeline.settings.feel == .gentle)
  }

  @Test("another playlist follows: the table stays, and next goes on from its place, if it has one")
  func playlist() throws {
    let tables = try ["bounce", "marble", "labyrinth"].map { name in
      try library.table(named: name)
    }
    var (engine, events) = try rolling(50)
    #expect(engine.enter(.session(.next), events: &events) != nil)
    engine.enter(.settings(settings(playlist: tables)), events: &events)
    #expect(engine.session.table.name == "marble")
    #expect(engine.enter(.session(.next), events: &events) == nil)
    #expect(engine.session.table.name == "labyrinth")
    engine.enter(.settings(settings()), events: &events)
    #expect(engine.session.playlist == tables)
    engine.enter(.settings(settings(playlist: [tables[0]])), events: &events)
    #expect(engine.session.table.name == "labyrinth")
    engine.enter(.session(.next), events: &events)
    #expect(engine.session.table.name == "bounce")
  }
}
