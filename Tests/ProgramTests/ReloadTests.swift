// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing
import Wire

@Suite("settings that are read anew while the ball rolls") struct ReloadTests {
  /// A daemon with a configuration file, a fake sensor whose right edge is lowered by 15°, and a client
  /// that watches.
  private final class Rolling {
    let directory = TemporaryDirectory()
    let fake = FakeIIO()
    let daemon: RunningDaemon
    let feeder: Feeder
    let client: TestClient
    private(set) var last: State

    init(_ text: String, _ arguments: [String] = []) throws {
      fake.plug(.sensor(0, "lsm6dsl_accel"))
      let file = directory.file("balld.conf", text)
      daemon = try RunningDaemon(
        ["--source", "iio", "--config", file, "--table", "bounce"] + arguments,
        environment: fake.environment)
      // 0.000598 m/s² a count: g·(−sin 15°, 0, cos 15°).
      feeder = try Feeder(fake, 0, axes: [-4244, 0, 15840])
      client = try daemon.watch()
      last = try client.state(in: .rolling)
    }

    func reload(_ text: String) throws {
      _ = directory.file("balld.conf", text)
      daemon.program.send(.hangUp)
    }

    /// Follows the states until one is as it should be, and sees that the ball never jumps.
    func follow(until isRight: (State) -> Bool) throws -> State {
      let deadline = monotonicNow() + 20_000_000_000 * Sanitizer.slowness
      while true {
        let state = try client.nextState()
        let (ball, before) = (state.balls[0], last.balls[0])
        // A ball that bounces moves no farther than at its fastest, and never faster than by free fall.
        let dt = state.t - last.t
        let fastest = max(abs(ball.vx), abs(before.vx), abs(ball.vy), abs(before.vy)) + 10 * dt
        #expect(abs(ball.x - before.x) <= fastest * dt + 1e-9, "\(before) → \(ball) in \(dt) s")
        #expect(abs(ball.y - before.y) <= fastest * dt + 1e-9, "\(before) → \(ball) in \(dt) s")
        last = state
        if isRight(state) { return state }
        try #require(monotonicNow() < deadline, "no such state: \(state)")
      }
    }
  }

  @Test("the feel changes with the next sample, options keep their precedence, and nothing jumps")
  func feel() throws {
    let rolling = try Rolling("", ["--set", "tilt.smoothing=0"])
    // By the normal feel 15° are 8° · (14/19)^1.5 = 5.06°: 0.865 m/s²; directly, 15°: 2.538 m/s².
    _ = try rolling.follow { abs($0.tilt.x - 0.865) < 0.02 }
    try rolling.reload("[tilt]\nfeel = direct\nsmoothing = 900\n")
    _ = try rolling.follow { abs($0.tilt.x - 2.538) < 0.02 }
    try rolling.reload("[screen]\nrotation = 180\n[tilt]\nfeel = direct\n")
    _ = try rolling.follow { abs($0.tilt.x + 2.538) < 0.02 }
    // Taken out of the file, it is what it was.
    try rolling.reload("")
    _ = try rolling.follow { abs($0.tilt.x - 0.865) < 0.02 }
    let errors = try rolling.daemon.stop().errors
    #expect(errors.contains("tilt.feel is direct from now on"))
    #expect(!errors.contains("tilt.smoothing"))
  }

  @Test("a sensor's mounting changes with the sensor that is opened anew, and back to the system's")
  func mounting() throws {
    let rolling = try Rolling("[tilt]\nfeel = direct\n")
    _ = try rolling.follow { abs($0.tilt.x - 2.538) < 0.03 }
    try rolling.reload("[tilt]\nfeel = direct\n[sensor]\nmount-matrix = 0 1 0 -1 0 0 0 0 1\n")
    // The sensor's −x is the device's y: the upper edge is lower, and y points down.
    let turned = try rolling.follow { abs($0.tilt.y) > 2.4 && $0.phase == .rolling }
    #expect(abs(turned.tilt.x) < 0.1)
    try rolling.reload("[tilt]\nfeel = direct\n")
    _ = try rolling.follow { abs($0.tilt.x - 2.538) < 0.03 && $0.phase == .rolling }
    let errors = try rolling.daemon.stop().errors
    // In the middle of a run, and its buffer was free at once.
    #expect(!errors.contains("busy"))
    #expect(!errors.contains("warning"), "\(errors)")
  }

  @Test("limits and playlist change; a table that isn't there is said, and passed over")
  func others() throws {
    let rolling = try Rolling("")
    try rolling.reload("[clients]\nlimit = 1\n[daemon]\nplaylist = marble bounce\n")
    #expect(try rolling.daemon.program.waitForError(containing: "clients.limit is 1 from now on"))
    try rolling.client.send(.next)
    let name: String = try rolling.client.first { message in
      if case .table(let table) = message { table.name } else { nil }
    }
    // The one behind bounce, round and round.
    #expect(name == "marble")
    #expect(try rolling.daemon.connect().nextError().code == .tooManyClients)
    try rolling.reload("[daemon]\nplaylist = marble nowhere\n")
    #expect(
      try rolling.daemon.program.waitForError(containing: "daemon.playlist: passing over `nowhere`")
    )
    #expect(
      try rolling.daemon.program.waitForError(containing: "daemon.playlist is marble nowhere from"))
    // It is the only one now.
    try rolling.client.send(.next)
    #expect(try rolling.client.nextError().code == .refused)
  }

  @Test("what is taken at the start alone is said once, and nothing is said of what hasn't changed")
  func atTheStart() throws {
    let rolling = try Rolling("")
    let text = "[daemon]\nsource = evdev\ntable = mill\n"
    // --source and --table beat the file: nothing has changed.
    try rolling.reload(text)
    #expect(try rolling.daemon.program.waitForError(containing: "nothing has changed"))
    try rolling.reload(text + "[runs]\nlimit = 5\n")
    #expect(try rolling.daemon.program.waitForError(containing: "runs.limit is 5"))
    try rolling.reload(text + "[runs]\nlimit = 5\n[tilt]\ngain = 2\n")
    #expect(try rolling.daemon.program.waitForError(containing: "tilt.gain is 2 from now on\n"))
    let errors = try rolling.daemon.stop().errors
    let later = errors.split(separator: "\n").filter { $0.contains("from the next start on") }
    #expect(later.count == 1)
  }

  @Test("a recorded session that is replayed keeps its own settings")
  func replay() throws {
    let directory = TemporaryDirectory()
    let file = directory.file("balld.conf", "")
    let path = "\(directory.path)/session"
    let made = try Program.run(
      "balld",
      [
        "--config", file, "--source", "log:\(packageRoot)/recordings/rounds.recording", "--speed",
        "max", "--record", path,
      ])
    #expect(made.code == 0, "\(made.errors)")
    let daemon = try RunningDaemon(["--config", file, "--source", "log:\(path)", "--speed", "0.1"])
    _ = directory.file("balld.conf", "[tilt]\nfeel = direct\n[daemon]\nplaylist = nowhere\n")
    daemon.program.send(.hangUp)
    #expect(try daemon.program.waitForError(containing: "goes on under its own settings"))
    let result = try daemon.stop()
    #expect(result.code == 0)
    // Tables that it won't play are no matter.
    #expect(!result.errors.contains("passing over"), "\(result.errors)")
  }

  @Test("a configuration, a table or a demo for which one would have to wait is refused at once")
  func noFiles() throws {
    let rolling = try Rolling("")
    let pipe = "\(rolling.directory.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    try rolling.reload("[exhibition]\ndemo-after = 9\ndemo-recording = \(pipe)\n")
    #expect(try rolling.daemon.program.waitForError(containing: "no demo will play"))
    try rolling.reload("[daemon]\nplaylist = \(pipe)\n")
    #expect(try rolling.daemon.program.waitForError(containing: "daemon.playlist: passing over"))
    #expect(unlink("\(rolling.directory.path)/balld.conf") == 0)
    #expect(mkfifo("\(rolling.directory.path)/balld.conf", 0o600) == 0)
    rolling.daemon.program.send(.hangUp)
    #expect(try rolling.daemon.program.waitForError(containing: "balld.conf anew: it is no file"))
    // What is wrong with the settings is in the status, too.
    try rolling.client.send(.status, id: 8)
    let status: StatusReport = try rolling.client.first { message in
      if case .status(let status) = message { status } else { nil }
    }
    #expect(status.configuration?.warnings.count == 1, "\(status.configuration as Any)")
    #expect(status.configuration?.fault?.contains("it is no file") == true)
    #expect(try rolling.daemon.stop().code == 0)
  }

  @Test("what was wrong with the settings is in the status until they are read anew, and no longer")
  func faults() throws {
    let rolling = try Rolling("")
    func fault() throws -> String? {
      try rolling.client.send(.status)
      return try rolling.client.first { message -> String?? in
        if case .status(let status) = message { .some(status.configuration?.fault) } else { nil }
      }
    }
    #expect(try fault() == nil)
    try rolling.reload("[tilt]\ngain = much\n")
    #expect(try rolling.daemon.program.waitForError(containing: "the settings stay as they were"))
    #expect(try fault()?.contains("tilt.gain") == true)
    try rolling.reload("[tilt]\ngain = 2\n")
    #expect(try rolling.daemon.program.waitForError(containing: "tilt.gain is 2 from now on"))
    // The line is written before all is taken.
    try rolling.client.command(.release)
    #expect(try fault() == nil)
  }

  @Test("another directory of tables is listed at once, whoever asked a moment ago")
  func tables() throws {
    let rolling = try Rolling("")
    let tables = TemporaryDirectory()
    _ = tables.file("zebra.table", Lane.text)
    func names() throws -> [String] {
      try rolling.client.send(.tables)
      return try rolling.client.first { message in
        if case .tables(let list) = message { list.tables.map(\.name) } else { nil }
      }
    }
    #expect(try !names().contains("zebra"))
    try rolling.reload("[daemon]\ntables = \(tables.path)\n")
    #expect(try rolling.daemon.program.waitForError(containing: "daemon.tables is "))
    try rolling.client.command(.release)
    #expect(try names().contains("zebra"))
    #expect(try rolling.daemon.stop().code == 0)
  }

  @Test("a demo that takes long to read doesn't keep the states waiting")
  func largeDemo() throws {
    let rolling = try Rolling("", ["--set", "gestures.auto-pause=no"])
    let rows = (0..<200_000).map { "\(Double($0) / 100),0.1,0.2,9.8" }.joined(separator: "\n")
    let path = rolling.directory.file("large.csv", "t_s,ax_m_s2,ay_m_s2,az_m_s2\n\(rows)\n")
    let begin = monotonicNow()
    try rolling.reload("[exhibition]\ndemo-after = 0.01\ndemo-recording = \(path)\n")
    var last = begin
    var longest: Int64 = 0
    while try !rolling.client.nextState().isDemo {
      let now = monotonicNow()
      longest = max(longest, now - last)
      last = now
    }
    let all = monotonicNow() - begin
    print("figure: \(all / 1_000_000) ms to a demo, \(longest / 1_000_000) ms between states")
    // A daemon that reads in its loop is silent for nearly all of that.
    #expect(longest < all / 2, "\(longest) ns between states, \(all) ns to the demo")
    #expect(try rolling.daemon.stop().code == 0)
  }

  @Test("a demo begins although nothing moved when the settings asked for it")
  func stillTable() throws {
    let directory = TemporaryDirectory()
    let file = directory.file("balld.conf", "")
    let daemon = try RunningDaemon(["--config", file])
    let client = try daemon.watch()
    _ = try client.nextState()
    _ = directory.file("balld.conf", "[exhibition]\ndemo-after = 0.01\n")
    daemon.program.send(.hangUp)
    _ = try client.first { message -> Void? in
      if case .state(let state) = message, state.isDemo { () } else { nil }
    }
  }

  @Test("who asks twice at once gets both, one after the other, and the last one holds")
  func twice() throws {
    let rolling = try Rolling("", ["--set", "gestures.auto-pause=no"])
    let rows = (0..<100_000).map { "\(Double($0) / 100),0.1,0.2,9.8" }.joined(separator: "\n")
    let path = rolling.directory.file("large.csv", "t_s,ax_m_s2,ay_m_s2,az_m_s2\n\(rows)\n")
    try rolling.reload("[exhibition]\ndemo-after = 9\ndemo-recording = \(path)\n[tilt]\ngain = 2\n")
    // The loop has heard the first one, and turns for a sixth of a second: by then the file is read, and the
    // demo isn't by far.
    for _ in 0..<16 { _ = try rolling.client.nextState() }
    try rolling.reload("[tilt]\ngain = 3\n")
    #expect(try rolling.daemon.program.waitForError(containing: "tilt.gain is 3 from now on"))
    let errors = try rolling.daemon.stop().errors
    let first = try #require(errors.firstRange(of: "tilt.gain is 2 from now on"))
    let second = try #require(errors.firstRange(of: "tilt.gain is 3 from now on"))
    #expect(first.lowerBound < second.lowerBound)
  }

  @Test("a SIGHUP in the first moments of the start ends nothing")
  func early() throws {
    let directory = TemporaryDirectory()
    let pipe = "\(directory.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let program = try Program.start(
      "balld", ["--source", "client", "--config", pipe, "--runtime-dir", directory.path + "/run"])
    // The daemon opens its configuration before anything else: now it is there, and waits.
    let settings = try Descriptor.open(pipe, .replacing(mode: 0o600))
    program.send(.hangUp)
    try writeAll("[tilt]\ngain = 2\n", to: settings.number)
    try settings.close()
    #expect(try program.waitForError(containing: "listening "))
    program.send(.terminate)
    #expect(try program.finish().code == 0)
  }

  @Test("what is printed and isn't a daemon ends with its terminal")
  func noDaemon() throws {
    let program = try Program.start(
      "balld", ["--source", "log:\(packageRoot)/recordings/rounds.recording", "--print"])
    var awaited = [Awaited(program.standardOutput)]
    try poll(&awaited, until: monotonicNow() + 20_000_000_000 * Sanitizer.slowness)
    program.send(.hangUp)
    #expect(try program.finish().code == 128 + SIGHUP)
  }

  @Test("demos begin, and end at once, as the settings say")
  func demos() throws {
    let rolling = try Rolling("", ["--set", "gestures.auto-pause=no"])
    // Still all the time: nothing has been touched for 0.6 s.
    try rolling.reload("[exhibition]\ndemo-after = 0.01\n")
    _ = try rolling.client.first { message -> Void? in
      if case .state(let state) = message, state.isDemo { () } else { nil }
    }
    try rolling.reload("")
    _ = try rolling.client.first { message -> Void? in
      if case .event(let event) = message, case .demo(isOver: true) = event.kind { () } else { nil }
    }
    _ = try rolling.client.first { message -> Void? in
      if case .state(let state) = message, !state.isDemo { () } else { nil }
    }
    #expect(try rolling.daemon.stop().code == 0)
  }
}
