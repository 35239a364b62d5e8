// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing
import Wire

/// The n-th system call fails, in turn for n = 1, 2, 3 …: what comes of it is an end with a reason, or the
/// daemon goes on and holds no more than before.
@Suite("calls that fail in balld", .serialized, .enabled(if: FaultSweep.isPossible))
struct FaultTests {
  /// What can go wrong, and how many calls are tried of each in every run.
  static let kinds: [(kind: FaultOrders.Kind, sample: Int)] = [
    (.resources, 8), (.device, 8), (.interrupted, 4), (.short, 3), (.memory, 5),
  ]

  @Test("the start succeeds or ends with a reason, and leaves nothing behind", arguments: kinds)
  func start(kind: FaultOrders.Kind, sample: Int) throws {
    try FaultSweep.run("start", kind, sample: sample) { attempt in
      try attempt.begin()
      let daemon = try FaultDaemon(attempt)
      if try daemon.isUp() {
        attempt.outcome = "up,"
        daemon.judge(try attempt.usual ?? daemon.holdings())
      }
      try daemon.end()
    }
  }

  @Test("what doesn't end, such as a full disk, is borne or ends the start with a reason")
  func lasting() throws {
    for kind in [FaultOrders.Kind.resources, .device] {
      try FaultSweep.run("start", kind, sample: 6, lasting: true) { attempt in
        try attempt.begin()
        let daemon = try FaultDaemon(attempt)
        // Whether it can be reached is open as long as the trouble lasts.
        if try daemon.program.waitForError(containing: "listening ", seconds: 2) {
          attempt.outcome = "up,"
        }
        try attempt.orders.disarm()
        if daemon.program.isRunning, !daemon.answers(), daemon.program.isRunning {
          attempt.complain("it doesn't answer when the trouble is over")
        }
        try daemon.end()
      }
    }
  }

  /// A daemon that is up, with a client that watches, before anything fails.
  private func running(
    _ attempt: FaultAttempt, _ arguments: [String] = [], environment: [String: String] = [:],
    but more: Int = 0, _ body: (FaultDaemon) throws -> Void
  ) throws {
    let daemon = try FaultDaemon(attempt, arguments, environment: environment)
    try #require(try daemon.isUp())
    try #require(daemon.answers())
    let before = try attempt.usual ?? daemon.holdings()
    do {
      try body(daemon)
    } catch is ConnectionError {
      // A client may be dropped, and comes again.
      attempt.outcome = "dropped,"
    } catch is Errno {
      attempt.outcome = "not let in,"
    }
    try attempt.orders.disarm()
    daemon.judge(before, but: more)
    try daemon.end()
  }

  @Test("a client's commands are carried out, refused, or the client is dropped", arguments: kinds)
  func commands(kind: FaultOrders.Kind, sample: Int) throws {
    let commands: [Request.Command] = [
      .tilt(XY(x: 0.5, y: 0.3)), .table(try #require(TableName("mill"))),
      .toggle(column: 3, row: 4),
      .pause, .resume, .restart, .status, .runs(table: nil, best: false, limit: 5), .tables,
      .sample(ClientSample(acceleration: XYZ(x: 0, y: 0.3, z: 9.8))), .next, .record,
    ]
    try FaultSweep.run("commands", kind, sample: sample) { attempt in
      try running(attempt) { daemon in
        try attempt.begin()
        let client = try TestClient(path: daemon.control)
        var refused = 0
        for command in commands where try client.hear(command) != nil {
          refused += 1
        }
        attempt.outcome = refused == 0 ? "all done," : "some refused,"
      }
    }
  }

  @Test("a reload takes all of the new settings or keeps the old, and says so", arguments: kinds)
  func reload(kind: FaultOrders.Kind, sample: Int) throws {
    try FaultSweep.run("reload", kind, sample: min(sample, 6)) { attempt in
      let file = attempt.directory.file("balld.conf", "")
      // Besides, from the first reload on, what its thread wakes the loop by.
      try running(attempt, ["--config", file], but: 1) { daemon in
        _ = attempt.directory.file(
          "balld.conf",
          "[tilt]\nfeel = direct\n[clients]\nlimit = 7\n[daemon]\nplaylist = marble bounce\n")
        try attempt.begin()
        daemon.program.send(.hangUp)
        let client = try TestClient(path: daemon.control)
        // They come while the thread reads the settings, or after it has.
        for _ in 0..<2 { try client.hear(.release) }
        try attempt.orders.disarm()
        // Whatever came of it, the next one is taken.
        _ = attempt.directory.file("balld.conf", "[clients]\nlimit = 9\n")
        daemon.program.send(.hangUp)
        if try !daemon.program.waitForError(containing: "clients.limit is 9 from now on") {
          if daemon.program.isRunning { attempt.complain("the next reload isn't taken") }
        }
        attempt.outcome = "goes on,"
      }
    }
  }

  @Test("a sensor that is pulled out and plugged in again drives the ball again", arguments: kinds)
  func replug(kind: FaultOrders.Kind, sample: Int) throws {
    try FaultSweep.run("replug", kind, sample: min(sample, 4)) { attempt in
      let fake = FakeIIO()
      var sensor = FakeIIO.Device.sensor(0, "lsm6dsl_accel")
      // Turned by a quarter: with the matrix taken for identity the ball would roll another way.
      sensor.files["in_accel_mount_matrix"] = "0, 1, 0; -1, 0, 0; 0, 0, 1"
      // The same where it is polled, since its buffer couldn't be opened.
      sensor.files["in_accel_y_raw"] = "-5000"
      sensor.files["in_accel_z_raw"] = "15600"
      fake.plug(sensor)
      var feeder: Feeder? = try Feeder(fake, 0, axes: [0, -5000, 15600])
      try running(
        attempt, ["--source", "iio", "--set", "sensor.rescan=0.1"], environment: fake.environment,
        // Polled, since its layout couldn't be read: three files in place of the buffer.
        but: 2
      ) { daemon in
        let client = try TestClient(path: daemon.control)
        try client.send(.watch(rate: nil))
        _ = try client.state(in: .rolling)
        try attempt.begin()
        feeder = nil
        fake.unplug(0)
        sensor.number = 7
        sensor.files["name"] = "lsm6dso_accel"
        sensor.files["uevent"] = "DEVNAME=iio:device7"
        fake.plug(sensor)
        feeder = try Feeder(fake, 7, axes: [0, -5000, 15600])
        if try !daemon.program.waitForError(containing: "reading lsm6dso_accel", seconds: 15),
          daemon.program.isRunning, try !attempt.isMute
        {
          attempt.complain("it isn't read")
        }
        // The watcher may be dropped by what fails; another one sees the same.
        let watcher = try TestClient(path: daemon.control)
        let deadline = monotonicNow() + 15_000_000_000
        var isRolling = false
        while !isRolling, monotonicNow() < deadline {
          // A ball that lies in the corner already is told of once: from the start it rolls again.
          // It can be refused for want of memory.
          if try watcher.hear(.restart) != nil { continue }
          let state = try watcher.nextState()
          guard state.phase == .rolling, let age = state.age, age < 0.1 else { continue }
          isRolling = true
          if state.tilt.x < 0.1 { attempt.complain("the tilt is \(state.tilt)") }
        }
        if !isRolling { attempt.complain("the ball doesn't roll again") }
        attempt.outcome = "rolls,"
      }
      _ = feeder
    }
  }

  @Test("the end comes in time, stores what there is, and leaves nothing behind", arguments: kinds)
  func shutdown(kind: FaultOrders.Kind, sample: Int) throws {
    try FaultSweep.run("shutdown", kind, sample: min(sample, 6)) { attempt in
      let daemon = try FaultDaemon(attempt)
      try #require(try daemon.isUp())
      let client = try TestClient(path: daemon.control)
      try client.send(.watch(rate: nil))
      try client.hear(.tilt(XY(x: 0.5, y: 0.3)))
      try attempt.begin()
      try daemon.end()
    }
  }
}

extension FaultSweep {
  /// Runs `scenario`, with the n-th call failing, and expects no complaints.
  static func run(
    _ name: String, _ kind: FaultOrders.Kind, sample: Int, lasting: Bool = false,
    _ scenario: (FaultAttempt) throws -> Void
  ) throws {
    let complaints = try complaints(name, kind, sample: sample, lasting: lasting, scenario)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }
}
