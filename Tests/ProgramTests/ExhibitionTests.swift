// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

/// Attract mode, playlist and restart through the real daemon.
@Suite("an exhibition, through the real daemon") struct ExhibitionTests {
  /// A demo after 0.6 s.
  private static let soon = ["--set", "exhibition.demo-after=0.01"]

  private func demo(_ client: TestClient) throws -> Bool {
    try client.first { message in
      if case .event(let event) = message, case .demo(let isOver) = event.kind {
        !isOver
      } else {
        nil
      }
    }
  }

  @Test("where nobody plays a shipped recording does, marked, until a client takes the table")
  func withoutSensor() throws {
    let daemon = try RunningDaemon(
      Self.soon + [
        "--table", "first-roll", "--set", "exhibition.demo-table=nowhere mill labyrinth",
      ])
    #expect(try daemon.program.waitForError(containing: "passing over `nowhere`"))
    let client = try daemon.watch()
    #expect(try client.nextState().isDemo == false)
    for name in ["mill", "labyrinth"] {
      #expect(try demo(client))
      let table = try client.first { if case .table(let table) = $0 { table.name } else { nil } }
      #expect(table == name)
      var state = try client.nextState()
      for _ in 0..<20 { state = try client.nextState() }
      #expect(state.isDemo && state.phase == .rolling && state.up == nil)
      try client.send(.tilt(XY(x: 0.1, y: 0)))
      #expect(try !demo(client))
      let home = try client.first { if case .table(let table) = $0 { table.name } else { nil } }
      #expect(home == "first-roll")
      #expect(try client.nextState().isDemo == false)
    }
    let runs = try Program.run("ballctl", ["runs", "--json", "--runtime-dir", daemon.runtime])
    #expect(!runs.output.contains("mill") && !runs.output.contains("labyrinth"))
    #expect(try daemon.stop().code == 0)
  }

  @Test("a board that lies there ends it when it is tilted, and plays after a countdown")
  func board() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let daemon = try RunningDaemon(
      ["--source", "auto", "--set", "sensor.rescan=0.1"] + Self.soon,
      environment: fake.environment)
    let client = try daemon.watch()
    let feeder = try Feeder(fake, 0, axes: [0, 0, 16_400])
    _ = try client.state(in: .rolling)
    #expect(try demo(client))
    #expect(try client.nextState().isDemo)
    feeder.set([-5000, 0, 15_600])
    #expect(try !demo(client))
    let state = try client.nextState()
    #expect(!state.isDemo && state.phase == .countdown)
    #expect(try daemon.stop().code == 0)
  }

  @Test("a table that nobody tilts is where it should be in time, however long nothing happened")
  func time() throws {
    let daemon = try RunningDaemon(["--set", "exhibition.demo-after=1"])
    let client = try daemon.connect()
    let begin = monotonicNow()
    try client.send(.watch(rate: nil))
    let first = try client.nextState()
    // Longer than the 10 s that a turn of the loop runs at the most while something moves.
    idle(until: begin + 11_000_000_000)
    try client.send(.tilt(XY(x: 1, y: 0)))
    let state = try client.state(in: .rolling)
    let passed = Double(monotonicNow() - begin) / 1e9
    #expect(state.t - first.t <= passed && state.t - first.t > 10.5)
    // It has begun to roll when it was tilted, and not a second before.
    #expect(abs(state.balls[0].x - first.balls[0].x) < 0.05)
    #expect(try daemon.stop().code == 0)
  }

  @Test("settings that name nothing that can be had are said, and the daemon runs")
  func nothing() throws {
    let daemon = try RunningDaemon(
      Self.soon + [
        "--set", "exhibition.demo-recording=nowhere ./none.recording", "--set",
        "daemon.playlist=first-roll nowhere snail",
      ])
    let client = try daemon.connect()
    try client.command(.next)
    try client.command(.next)
    try client.command(.next)
    let result = try daemon.stop()
    #expect(result.code == 0)
    for words in [
      "demo-recording: passing over `nowhere`", "demo-recording: passing over `./none.recording`",
      "no demo will play", "daemon.playlist: passing over `nowhere`",
    ] {
      #expect(result.errors.ranges(of: words).count == 1, "\(words): \(result.errors)")
    }
  }

  @Test(
    "times that can't be are refused, with what can",
    arguments: [
      ("exhibition.demo-after", "0"), ("exhibition.demo-after", "5 s"),
      ("exhibition.demo-after", "often"), ("runs.restart-after", "0.5"),
      ("runs.restart-after", "-1"), ("exhibition.demo-recording", ""),
    ])
  func refused(name: String, value: String) throws {
    let result = try Program.run("balld", ["--set", "\(name)=\(value)", "--check-config"])
    #expect(result.code == 64 && result.errors.contains("--set: \(name): found"))
    #expect(try Program.run("balld", ["--set", "\(name)=never", "--check-config"]).code == 0)
  }

  @Test("a recorded session needs neither the table nor the playlist that the settings name")
  func replay() throws {
    let directory = TemporaryDirectory()
    let path = "\(directory.path)/session.recording"
    let log = ["--source", "log:\(packageRoot)/recordings/rounds.recording", "--speed", "max"]
    #expect(try Program.run("balld", log + ["--record", path]).code == 0)
    let result = try Program.run(
      "balld",
      [
        "--source", "log:\(path)", "--speed", "max", "--print", "--set", "daemon.table=nowhere",
        "--set", "daemon.playlist=nowhere either",
      ])
    #expect(result.code == 66)
    let file = directory.file("settings", "[daemon]\ntable = nowhere\nplaylist = nowhere either\n")
    let replayed = try Program.run(
      "balld", ["--config", file, "--source", "log:\(path)", "--speed", "max", "--print"])
    #expect(replayed.code == 0 && replayed.errors.isEmpty, "\(replayed.errors)")
    #expect(replayed.output.contains("\"name\":\"marble\""))
  }
}
