// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing
import Wire

/// The n-th system call fails in a program that does one thing and ends.
@Suite("calls that fail in commands", .serialized, .enabled(if: FaultSweep.isPossible))
struct FaultProgramTests {
  /// What can go wrong, and how many calls are tried of each in every run.
  static let kinds: [(kind: FaultOrders.Kind, sample: Int)] = [
    (.resources, 6), (.device, 8), (.interrupted, 3), (.short, 3),
  ]

  /// The beginning of a shipped recording: what is played fast.
  private static let recording: String? = {
    let path = "\(packageRoot)/recordings/rounds.recording"
    guard let bytes = try? Descriptor.open(path, .reading).readAll(atMost: 1 << 20) else {
      return nil
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix(100)
    return lines.joined(separator: "\n") + "\n"
  }()

  /// Runs a program in each attempt; when it says that all went well, and nothing else, then its output is
  /// that of the run in which nothing failed.
  private func sweep(
    _ name: String, _ kind: FaultOrders.Kind, sample: Int, program: String,
    made file: String? = nil, fake: FakeIIO? = nil, _ arguments: (FaultAttempt) -> [String]
  ) throws {
    var usual: [UInt8]?
    try FaultSweep.run(name, kind, sample: sample) { attempt in
      let words = arguments(attempt)
      try attempt.begin()
      let running = try Program.start(
        program, words, environment: attempt.orders.environment(fake?.environment ?? [:]))
      let result = try running.finish(seconds: 20)
      try attempt.orders.disarm()
      try attempt.judge(result, of: program)
      try attempt.judgeLeftovers()
      guard result.code == 0, result.errors.isEmpty else { return }
      // Who isn't let in to command watches, and what can be done there is another thing to draw.
      let name = try attempt.orders.name
      if name.hasPrefix("connect") || name.hasPrefix("socket") { return }
      // A reader that has seen enough and closed the pipe is no failure.
      if try attempt.isMute { return }
      var output = Array(result.output.utf8)
      if let file {
        let made = try? Descriptor.open("\(attempt.directory.path)/\(file)", .reading)
        output += (try? made?.readAll(atMost: 1 << 24)) ?? []
      }
      usual = usual ?? output
      if output != usual {
        attempt.complain(
          "it ended by 0 and was silent, with \(output.count) bytes in place of \(usual?.count ?? 0)"
        )
      }
    }
  }

  @Test("a recording is printed as always, or the failure is told", arguments: kinds)
  func printing(kind: FaultOrders.Kind, sample: Int) throws {
    let directory = TemporaryDirectory()
    let log = directory.file("log", try #require(Self.recording))
    try sweep("print", kind, sample: sample, program: "balld") { _ in
      ["--source", "log:\(log)", "--speed", "max", "--print"]
    }
  }

  @Test("a session is recorded whole, or the failure is told", arguments: kinds)
  func recording(kind: FaultOrders.Kind, sample: Int) throws {
    let directory = TemporaryDirectory()
    let log = directory.file("log", try #require(Self.recording))
    try sweep("record", kind, sample: sample, program: "balld", made: "made") { attempt in
      [
        "--source", "log:\(log)", "--speed", "max", "--record", "\(attempt.directory.path)/made",
      ]
    }
  }

  @Test("the sensors are listed as they are, or what can't be read is said", arguments: kinds)
  func listing(kind: FaultOrders.Kind, sample: Int) throws {
    let fake = FakeIIO()
    var sensor = FakeIIO.Device.sensor(0, "lsm6dsl_accel")
    sensor.files["in_accel_mount_matrix"] = "0, 1, 0; -1, 0, 0; 0, 0, 1"
    fake.plug(sensor)
    try FaultSweep.run("list", kind, sample: sample) { attempt in
      try attempt.begin()
      let result = try Program.run(
        "balld", ["--source", "iio", "--list-sensors"],
        environment: attempt.orders.environment(fake.environment))
      try attempt.judge(result, of: "balld")
      // Never a sensor that sits straight all at once.
      if result.output.contains("identity") { attempt.complain(result.output) }
    }
  }

  @Test("ballctl does it, or says why not; the daemon goes on", arguments: kinds)
  func control(kind: FaultOrders.Kind, sample: Int) throws {
    let daemon = try RunningDaemon()
    for command in [["tables"], ["table", "mill"], ["restart"], ["pause"]] {
      try sweep(
        "ballctl \(command[0])", kind, sample: (sample + 1) / 2, program: "ballctl"
      ) { _ in
        ["--runtime-dir", daemon.runtime] + command
      }
    }
    try daemon.connect().command(.restart)
  }

  @Test("ballview draws the frame whole, or says why not", arguments: kinds)
  func view(kind: FaultOrders.Kind, sample: Int) throws {
    let daemon = try RunningDaemon()
    try sweep("ballview --once", kind, sample: sample, program: "ballview") { _ in
      ["--runtime-dir", daemon.runtime, "--once", "--size=60x20"]
    }
    try sweep(
      "ballview --png", kind, sample: (sample + 1) / 2, program: "ballview", made: "frame.png"
    ) { attempt in
      [
        "--runtime-dir", daemon.runtime, "--png=\(attempt.directory.path)/frame.png",
        "--size=64x48",
      ]
    }
    try daemon.connect().command(.restart)
  }
}
