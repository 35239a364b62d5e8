// SPDX-License-Identifier: MIT

import Game
import Options
import Physics
import Posix
import Sensors
import Support
import Testing

@testable import Daemon

@Suite("the server and a world that stands") struct ServerWatchTests {
  private func server() throws -> Server {
    // The loop takes them only so; other tests in this thread may have let them through again.
    Process.block(Server.signals)
    defer { Process.unblock(Server.signals) }
    var configuration = Configuration()
    try configuration.set("daemon.tables", to: "\(packageRoot)/tables", by: "--set")
    let prepared = try configuration.prepared()
    let log = Log { _ in }
    let (table, _) = try configuration.tables(in: prepared.library, log: log)
    var engine = Engine(table: table, pipeline: prepared.pipeline, recording: nil)
    var events: [Game.Event] = []
    engine.enter(
      .session(.clientTilt(Physics.Tilt(x: 1, y: 0, z: 9.7), client: 1)), events: &events)
    return try Server(
      engine: engine,
      sensor: Report.sensor(SourceStatus(), .iio, pipeline: prepared.pipeline),
      configuration: configuration, prepared: prepared, store: SensorStore(in: nil, log: log),
      speed: .factor(1), recording: nil, log: log)
  }

  @Test("ends the daemon with 70 and one line, when samples come for 2 s and no step is taken")
  func stands() throws {
    let server = try server()
    #expect(server.engine.session.phase == .rolling)
    for index in 0...199 as ClosedRange<Int64> { server.watchWorld(now: index * 10_000_000) }
    #expect(server.failure == nil)
    server.watchWorld(now: 2_000_000_000)
    #expect(server.failure?.code == .internal)
    #expect(server.failure?.description.contains("the world has stood at step 0 for 2 s") == true)
  }

  @Test("lets a world that takes steps, or is paused, alone")
  func rolls() throws {
    let server = try server()
    var events: [Game.Event] = []
    for index in 0..<1000 as Range<Int64> {
      if index % 100 == 0 { server.engine.advance(to: index / 100 + 1, events: &events) }
      server.watchWorld(now: index * 10_000_000)
    }
    server.engine.enter(.session(.pause), events: &events)
    for index in 1000..<2000 as Range<Int64> { server.watchWorld(now: index * 10_000_000) }
    #expect(server.failure == nil)
  }
}
