// SPDX-License-Identifier: MIT

import Posix
import Sensors
import Support
import Testing
import Wire

/// What the running program holds over a month: memory, descriptors, threads, files.
///
/// Thirty days of a recording's time under BALLD_SOAK=1, minutes in every run. What is decided in such a
/// month is `MonthSoakTests`'.
@Suite("a month of the program", .serialized)
struct MonthProgramSoakTests {
  private static let isSoak = Process.environment("BALLD_SOAK") != nil

  /// What is held at one time.
  private struct Look {
    let holdings: Holdings
    /// Bytes.
    let memory: Int
    let database: Int64

    init(at daemon: RunningDaemon) throws {
      holdings = Holdings(of: daemon.program.identifier)
      memory = try daemon.anonymousMemory()
      database = try Descriptor.open("\(daemon.state)/runs.db", .reading).regularFileSize() ?? 0
    }
  }

  /// A recording of so many seconds, 20 samples a second, made of real recordings, where those are, and
  /// shipped ones.
  private static func recording(seconds: Int64, in directory: TemporaryDirectory) throws -> String {
    let real = ["broad_01_slow_rotation_35s.csv", "broad_24_tapping_35s.csv"].compactMap {
      realRecording($0)
    }
    if real.isEmpty { print("no real recordings beside the checkout: shipped ones alone") }
    let shipped = ["explore", "rounds", "shaky"].map { "\(packageRoot)/recordings/\($0).recording" }
    let writer = RecordingWriter(hasGyro: true)
    var text = ""
    writer.write(
      RecordingHeader(title: "An hour", origin: .synthetic, device: "several"), to: &text)
    var lap: [Sample] = []
    var lapLength: Int64 = 0
    for path in real + shipped {
      let recording = try Recording.load(path: path)
      var due = recording.start
      for var sample in try recording.samples where sample.time >= due {
        due = sample.time + 45_000_000
        sample.time += lapLength - recording.start
        lap.append(sample)
      }
      lapLength = (lap.last?.time ?? 0) + 50_000_000
    }
    var begin: Int64 = 0
    while begin < seconds * 1_000_000_000 {
      for var sample in lap {
        sample.time += begin
        if sample.time < seconds * 1_000_000_000 { writer.write(sample, to: &text) }
      }
      begin += lapLength
    }
    return directory.file("hour.recording", text)
  }

  /// Two configurations, which take turns.
  private static let configurations = [
    "[tilt]\nfeel = direct\n[gestures]\nauto-pause = no\n",
    "[tilt]\nmode = board\nsmoothing = 40\n",
  ]

  @Test(
    "recordings at the speed max, with clients, reloads, runs and recordings: what is held stays flat"
  )
  func hurried() throws {
    let (passes, seconds, passesADay) =
      Self.isSoak ? (2160, 1200, 72) : (12, 60, 2) as (Int, Int64, Int)
    let directory = TemporaryDirectory()
    let recording = try Self.recording(seconds: seconds, in: directory)
    let lane = directory.file("lane.table", Lane.text)
    let settings = directory.file("balld.conf", Self.configurations[0])
    let daemon = try RunningDaemon([
      "--source", "log:\(recording)", "--speed", "max", "--table", lane, "--config", settings,
      "--set", "daemon.tables=\(directory.path)", "--set", "daemon.playlist=none", "--set",
      "runs.limit=50",
    ])
    var looks: [Look] = []
    var reloads = 0
    var time = 0.0
    let begin = monotonicNow()
    for pass in 1...passes {
      // It comes while the recording plays, and stays until that has ended.
      let client = try daemon.connect()
      try client.send(.watch(rate: 1))
      if pass % passesADay == 0 {
        let recorder = try daemon.connect()
        try recorder.send(.record)
        let text = try recorder.first {
          if case .record(let piece) = $0 { piece.text } else { nil }
        }
        #expect(text.hasPrefix("balld-recording 2\n"))
        reloads += 1
        _ = directory.file("balld.conf", Self.configurations[reloads % 2])
        daemon.program.send(.hangUp)
        // Two that come while the settings are read are one reload.
        #expect(
          try daemon.program.waitForError(containing: "gestures.auto-pause is", times: reloads))
      }
      time = try client.state(in: .finished).t
      // Somebody has a run; and the recording plays again, since it had ended.
      try client.send(.tilt(XY(x: 100, y: 0)))
      try client.send(.restart)
      _ = try Lane(client: client).flag()
      guard pass % passesADay == passesADay / 2 else { continue }
      try daemon.program.takeErrors()
      let look = try Look(at: daemon)
      looks.append(look)
      if looks.count % 5 == 0 {
        print(
          "figure: day \(looks.count): t \(time) s, Anonymous \(look.memory / 1024) KiB,",
          "\(look.holdings), runs.db \(look.database) bytes,",
          "\((monotonicNow() - begin) / 1_000_000_000) s")
      }
    }
    #expect(time >= Double(passes) * Double(seconds))
    let runs = try Lane(client: try daemon.connect()).runs(limit: 64)
    let stopped = try daemon.stop()
    #expect(stopped.code == 0)
    try expectFlat(looks)
    #expect(stopped.errors.split(separator: "gestures.auto-pause is").count - 1 == reloads)
    // A line for the start and for each change of a setting, and none for a client, a run or a pass.
    let lines = stopped.errors.split(separator: "\n").count
    #expect(lines <= 10 + 6 * reloads, "\(stopped.errors.suffix(2000))")
    print("figure: \(lines) lines of log")

    // What lasts is there when it goes on.
    let next = try RunningDaemon(
      ["--table", lane, "--set", "daemon.tables=\(directory.path)", "--set", "runs.limit=50"],
      after: daemon)
    let kept = try Lane(client: try next.connect()).runs(limit: 64)
    #expect(kept.runs == runs.runs)
    #expect(kept.storage.runs.map { $0 <= 51 } == true)
    #expect(try next.stop().code == 0)
  }

  /// That the last look found what an early one did: the first ones fill what is kept for later, and in
  /// a short form hardly all of it.
  private func expectFlat(_ looks: [Look]) throws {
    let (early, late) = (looks[looks.count / 6], try #require(looks.last))
    // A client that leaves and a file that is read may still be open at a look; what is left behind is there
    // at each later one.
    for held in [\Holdings.descriptors, \.threads] {
      let counts = looks.map { $0.holdings[keyPath: held] }
      let (most, least) = (counts[1...2].max() ?? 0, counts.suffix(3).min() ?? 0)
      #expect(least <= most, "\(counts)")
    }
    let room = Self.isSoak ? 64 << 10 : 256 << 10
    #expect(
      !Sanitizer.leavesMemoryAlone || late.memory - early.memory <= room,
      "\(looks.map(\.memory))")
    // 50 runs, and a page that is half full.
    #expect(late.database <= 32 << 10, "\(looks.map(\.database))")
  }

  @Test(
    "a replug an hour, with clients, reloads, runs and recordings: what is held stays flat",
    .enabled(if: isSoak))
  func replugged() throws {
    let directory = TemporaryDirectory()
    let settings = directory.file("balld.conf", Self.configurations[0])
    let lane = directory.file("lane.table", Lane.text)
    let fake = FakeIIO()
    let daemon = try RunningDaemon(
      [
        "--source", "iio", "--set", "sensor.rescan=0.1", "--config", settings, "--table", lane,
        "--set", "daemon.tables=\(directory.path)", "--set", "daemon.playlist=none", "--set",
        "runs.limit=50",
      ], environment: fake.environment)
    let watcher = try daemon.connect()
    try watcher.send(.watch(rate: 1))
    var looks: [Look] = []
    for hour in 1...720 {
      let number = hour % 9
      // Every third one is polled.
      fake.plug(.sensor(number, "lsm6dsl_accel", type: hour % 3 == 2 ? nil : "le:s16/16>>0"))
      let feeder = try Feeder(fake, number, axes: [-5000, 0, 15600])
      let client = try daemon.watch()
      if hour % 24 == 0 { try client.send(.record) }
      _ = try watcher.first { message -> Void? in
        if case .sensor(let report) = message, report.health == .ok { () } else { nil }
      }
      if hour % 24 == 0 {
        _ = try Lane(client: client).win()
        _ = directory.file("balld.conf", Self.configurations[hour / 24 % 2])
        daemon.program.send(.hangUp)
      }
      feeder.setSilent(true)
      fake.unplug(number)
      _ = try watcher.first { message -> Void? in
        if case .sensor(let report) = message, report.health == .waiting { () } else { nil }
      }
      try daemon.program.takeErrors()
      guard hour % 24 == 0 else { continue }
      looks.append(try Look(at: daemon))
      if hour % 120 == 0, let look = looks.last {
        print("figure: \(hour) replugs: Anonymous \(look.memory / 1024) KiB, \(look.holdings)")
      }
    }
    #expect(try daemon.stop().code == 0)
    try expectFlat(looks)
  }
}
