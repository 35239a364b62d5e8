// SPDX-License-Identifier: MIT

import Game
import Glibc
import Posix
import Sensors
import Support
import Testing
import Wire

@testable import Daemon

/// What a client without a rate got of a session, and the replay of its recording.
private struct Comparison {
  /// States that the replay has, to the bit.
  var same = 0
  /// The first state that it hasn't.
  var difference: String?
  /// The last step of the recording.
  var lastStep: Int64 = 0

  /// Replays the recording at `path` and looks for the states in `lines`.
  ///
  /// Those behind the recording's end are left out: they were lost with the last second.
  init(_ path: String, _ states: [Wire.State]) throws {
    let recording = try #require(try SessionRecording(RecordingContent(path: path)))
    lastStep = recording.endStep - 1
    var engine = Engine(continuing: recording.start)
    var replay = recording.replay
    var events: [Game.Event] = []
    for live in states {
      let step = Int64((live.t * 1000).rounded())
      if step > lastStep { return }
      // The inputs of earlier steps, then those of this one until the state is the same.
      while let due = replay.nextStep, due < step, let event = replay.take(before: due) {
        guard case .input(let input) = event else { break }
        engine.advance(to: due, events: &events)
        engine.enter(input, events: &events)
      }
      engine.advance(to: step, events: &events)
      while Self.line(of: engine, live.seq) != Message.state(live).line {
        guard case .input(let input) = replay.take(before: step) else {
          let found = String(decoding: Self.line(of: engine, live.seq), as: UTF8.self)
          let lived = String(decoding: Message.state(live).line, as: UTF8.self)
          difference = "step \(step): lived \(lived) replayed \(found)"
          return
        }
        engine.enter(input, events: &events)
      }
      same += 1
      events.removeAll()
    }
  }

  private static func line(of engine: Engine, _ sequence: Int64) -> [UInt8] {
    Message.state(
      Report.state(engine.session.snapshot, of: engine, sequence: sequence)
    ).line
  }
}

/// A daemon that records, a client that gets every state, and people who play.
private final class PlayedDaemon {
  let daemon: RunningDaemon
  let path: String
  private(set) var states: [Wire.State] = []
  /// The longest time between two states that arrived, ns.
  private(set) var longestGap: Int64 = 0
  private var lastArrival: Int64?
  private let watcher: Connection
  private let fake: FakeIIO?
  private let feeder: Feeder?
  private var dice: UInt64
  private var players: [Connection] = []

  /// Starts a daemon of one of several kinds, as the seed has it.
  init(seed: Int, arguments: [String] = [], environment: [String: String] = [:]) throws {
    dice = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
    var given = arguments
    var environment = environment
    switch seed % 3 {
    case 0, 1:
      let fake = FakeIIO()
      fake.plug(
        .sensor(0, "lsm6dsl_accel", seed % 2 == 0 ? ["accel", "anglvel"] : ["accel"]))
      self.fake = fake
      environment.merge(fake.environment) { $1 }
      given += ["--source", "iio"]
    default:
      fake = nil
      given += ["--source", "client"]
    }
    let tables = ["classic-maze", "labyrinth", "classic-holes", "marble"]
    given += ["--table", tables[seed % 4]]
    given += ["--set", "tilt.mode=\(seed % 4 < 2 ? "board" : "gravity")"]
    let place = TemporaryDirectory()
    directory = place
    path = "\(place.path)/session"
    daemon = try RunningDaemon(given + ["--record", path], environment: environment)
    let rates: [Int64] = [100, 37, 173, 11, 250]
    feeder = try fake.map { fake in
      try Feeder(
        fake, 0, axes: seed % 2 == 0 ? [-3000, 900, 16000, 40, -20, 3] : [-3000, 900, 16000],
        rate: rates[seed % 5])
    }
    watcher = try Self.connect(daemon)
    try watcher.send(Request(.watch(rate: nil)))
  }

  private let directory: TemporaryDirectory

  private static func connect(_ daemon: RunningDaemon) throws -> Connection {
    let path = "\(daemon.runtime)/\(RuntimeDirectory.controlSocket)"
    return Connection(
      consuming: try UnixSocket.connect(to: path), path: path, mayControl: true)
  }

  private func roll(_ bound: Int) -> Int {
    dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((dice >> 33) % UInt64(bound))
  }

  /// Plays for so many seconds, at random.
  func play(seconds: Double) throws {
    let end = monotonicNow() + Int64(seconds * 1e9)
    while monotonicNow() < end {
      try act()
      try listen(until: min(end, monotonicNow() + Int64(roll(60)) * 1_000_000))
    }
  }

  /// Takes in states until a time, ns of CLOCK_MONOTONIC.
  func listen(until deadline: Int64) throws {
    repeat {
      var awaited = [Awaited(watcher.descriptor)]
      try poll(&awaited, until: deadline)
      guard awaited[0].isReadable else { continue }
      let now = monotonicNow()
      for case .state(var state) in try watcher.nextMessages() {
        state.skipped = nil
        states.append(state)
        if let lastArrival { longestGap = max(longestGap, now - lastArrival) }
        lastArrival = now
      }
    } while monotonicNow() < deadline
  }

  private func act() throws {
    if players.isEmpty || roll(12) == 0 { players.append(try Self.connect(daemon)) }
    // A client that goes without a word.
    if players.count > 3 { players.remove(at: roll(players.count)) }
    let player = players[roll(players.count)]
    let real = { Double(self.roll(2000)) / 1000 - 1 }
    if let feeder {
      feeder.set(
        [Int16(real() * 4000), Int16(real() * 4000), 16000, 100, Int16(real() * 300), 0]
          .prefix(fakeAxes).map { $0 })
      feeder.setSilent(roll(25) == 0)
    }
    switch roll(16) {
    case 0: try player.send(Request(.pause))
    case 1, 2: try player.send(Request(.resume))
    case 3: try player.send(Request(.restart))
    case 4, 5: try player.send(Request(.toggle(column: roll(12), row: roll(12))))
    case 6: try player.send(Request(.next))
    case 7: try player.send(Request(.release))
    case 8:
      if let name = TableName("maze:5x4:\(roll(50))") { try player.send(Request(.table(name))) }
    case 9, 10: try player.send(Request(.tilt(XY(x: 2 * real(), y: 2 * real()))))
    case 11, 12:
      try player.send(
        Request(
          .sample(
            ClientSample(
              acceleration: XYZ(x: 3 * real(), y: 3 * real(), z: 9.5),
              angularVelocity: roll(2) == 0 ? XYZ(x: real(), y: real(), z: 0) : nil))))
    default: break
    }
  }

  private var fakeAxes: Int { feederHasGyro ? 6 : 3 }
  private var feederHasGyro: Bool { fake?.get("in_anglvel_x_raw", of: 0) != nil }
}

/// Keeps a processor busy until the last reference goes.
private final class Load: Sendable {
  private let isRunning = Lock(true)

  init(threads: Int) throws {
    for _ in 0..<threads {
      let isRunning = isRunning
      try Posix.Thread.start("load") {
        var sum = 0
        while isRunning.withLock({ $0 }) { for index in 0..<100_000 { sum &+= index } }
        precondition(sum != 1)
      }
    }
  }

  deinit { isRunning.withLock { $0 = false } }
}

private let isSoak = Posix.Process.environment("BALLD_SOAK") != nil

/// The real daemon, with clients that come and go, odd rates and stalls.
///
/// A few short sessions in every run; thirty longer ones, half of them on a loaded machine, under
/// BALLD_SOAK=1.
@Suite("live sessions and their replays") struct LiveReplayTests {
  @Test(
    "the replay of a live session has every state that a client without a rate got, to the bit",
    arguments: 0..<(isSoak ? 30 : 4))
  func sessions(seed: Int) throws {
    let load = isSoak && seed % 2 == 1 ? try Load(threads: 4) : nil
    let played = try PlayedDaemon(seed: seed)
    try played.play(seconds: isSoak ? 8 : 2)
    #expect(try played.daemon.stop().code == 0)
    _ = load
    let comparison = try Comparison(played.path, played.states)
    #expect(comparison.difference == nil)
    #expect(comparison.same == played.states.count)
    #expect(comparison.same > 30, "too few states to say anything")
    // The program itself: `--print` of the recording has the same states where it prints one.
    let printed = try Program.run(
      "balld", ["--source", "log:\(played.path)", "--speed", "max", "--print"])
    #expect(printed.code == 0, "\(printed.errors)")
    // Where several inputs entered before a step, the last of its states is the one that is printed.
    var last: [Double: Wire.State] = [:]
    for state in played.states { last[state.t] = state }
    var shared = 0
    var different = 0
    for line in printed.output.split(separator: "\n") {
      guard case .state(var state) = try Message.decode(Array(line.utf8)),
        let live = last[state.t], state.phase != .finished
      else { continue }
      state.seq = live.seq
      shared += 1
      if state != live { different += 1 }
    }
    // A state that came between two inputs of a millisecond may have been the last that was sent.
    #expect(different <= 1, "\(different) of \(shared)")
  }

  @Test(
    "settings that are read anew in the middle are recorded, and the replay has every state to the bit",
    arguments: 0..<3)
  func reloads(seed: Int) throws {
    let directory = TemporaryDirectory()
    let file = directory.file("balld.conf", "")
    let played = try PlayedDaemon(seed: seed, arguments: ["--config", file])
    let contents = [
      "[tilt]\nfeel = direct\nsmoothing = 40\n",
      """
      [daemon]
      playlist = marble bounce
      [screen]
      rotation = 90
      [gestures]
      auto-pause = no
      [sensor]
      mount-matrix = 0 1 0 -1 0 0 0 0 1
      """,
      "[tilt]\nlimit = nonsense\n", "",
    ]
    // Each is read before the next one comes.
    let pause = 0.4 * Double(Sanitizer.slowness)
    for text in contents {
      try played.play(seconds: pause)
      _ = directory.file("balld.conf", text)
      played.daemon.program.send(.hangUp)
      try played.play(seconds: pause)
    }
    #expect(try played.daemon.stop().code == 0)
    let comparison = try Comparison(played.path, played.states)
    #expect(comparison.difference == nil)
    #expect(comparison.same == played.states.count)
    #expect(comparison.same > 30, "too few states to say anything")
    let bytes = try Descriptor.open(played.path, .reading).readAll(atMost: 64 << 20)
    let inputs = String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter {
      $0.contains(" settings \"")
    }
    #expect(inputs.count == 3)
  }

  @Test("killed at any moment, the recording replays up to the last second")
  func killed() throws {
    for round in 0..<(isSoak ? 100 : 5) {
      let played = try PlayedDaemon(seed: round)
      try played.play(seconds: 0.3 + Double((round * 37) % 100) / 60)
      kill(played.daemon.program.identifier, SIGKILL)
      let lived = try #require(played.states.last).t
      #expect(try played.daemon.program.finish().code == 128 + SIGKILL)
      let comparison = try Comparison(played.path, played.states)
      #expect(comparison.difference == nil, "round \(round)")
      let lost = lived - Double(comparison.lastStep) / 1000
      #expect(lost < 1, "round \(round): \(lost) s are lost")
      let printed = try Program.run(
        "balld", ["--source", "log:\(played.path)", "--speed", "max", "--print"])
      #expect(printed.code == 0, "round \(round): \(printed.errors)")
    }
  }

  @Test("a disk that takes 3 s to sync delays no state, and nothing of the recording is lost")
  func slowDisk() throws {
    let fake = FakeIIO()
    fake.fault("/sync", "delay 3000\n")
    let played = try PlayedDaemon(seed: 0, environment: fake.environment)
    // The beginning is synced before the sockets are there; the first of the others begins half a
    // second later.
    try played.listen(until: monotonicNow() + (isSoak ? 20_000_000_000 : 5_000_000_000))
    #expect(played.states.count > 200)
    #expect(played.longestGap < 500_000_000, "\(played.longestGap) ns without a state")
    let result = try played.daemon.stop()
    #expect(result.code == 0)
    let comparison = try Comparison(played.path, played.states)
    #expect(comparison.difference == nil)
    #expect(comparison.same == played.states.count)
  }

  @Test(
    "a disk that takes nothing any more ends the recording, with the reason, and the ball rolls on")
  func stuckDisk() throws {
    let directory = TemporaryDirectory()
    let path = "\(directory.path)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    // Open for both, so that the daemon finds a reader: one that reads nothing.
    let reader = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let daemon = try RunningDaemon([
      "--table", "marble", "--set", "daemon.playlist=none", "--record", path,
    ])
    let client = try daemon.connect()
    for number in 0..<200 {
      for _ in 0..<150 {
        try client.send(
          .sample(ClientSample(acceleration: XYZ(x: 0.123456789, y: -0.987654321, z: 9.87654321))))
      }
      try client.command(.resume, id: Int64(number))
    }
    #expect(
      try daemon.program.waitForError(
        containing: "ends here: the disk doesn't keep up: what waits to be written has no more room"
      ))
    // From the middle, as by now it may lie in a corner.
    try client.command(.restart, id: 999)
    try client.send(.watch(rate: nil))
    let first = try client.nextState()
    #expect(try client.nextState().t > first.t)
    daemon.program.send(.terminate)
    #expect(try daemon.program.finish().code == 0)
  }
}
