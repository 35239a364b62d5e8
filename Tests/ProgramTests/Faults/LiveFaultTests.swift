// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing
import Wire

/// The n-th system call fails while an input device tilts the table, and while that is recorded.
@Suite("calls that fail in what goes on", .serialized, .enabled(if: FaultSweep.isPossible))
struct LiveFaultTests {
  /// What can go wrong, and how many calls are tried of each in every run.
  static let kinds: [(kind: FaultOrders.Kind, sample: Int)] = [
    (.resources, 4), (.device, 5), (.interrupted, 3), (.short, 3), (.memory, 3),
  ]

  /// A pad that lies with its right edge lowered, as another number from the second time on.
  private func plug(_ input: FakeInput, as number: Int) {
    input.plug(.accelerometer(values: [-4096, 0, 7094]), as: number)
  }

  @Test("an input device that is pulled out and plugged in again tilts again", arguments: kinds)
  func replug(kind: FaultOrders.Kind, sample: Int) throws {
    try FaultSweep.run("evdev replug", kind, sample: sample) { attempt in
      let input = FakeInput()
      plug(input, as: 3)
      let daemon = try FaultDaemon(
        attempt, ["--source", "evdev", "--set", "sensor.rescan=0.1"],
        environment: input.environment)
      try #require(try daemon.isUp())
      let client = try TestClient(path: daemon.control)
      try client.send(.watch(rate: nil))
      _ = try client.state(in: .rolling)
      let before = try attempt.usual ?? daemon.holdings()
      try attempt.begin()
      input.unplug(3)
      plug(input, as: 11)
      // The client may be dropped by what fails; another one sees the same.
      let deadline = monotonicNow() + 15_000_000_000
      var tilts = false
      while !tilts, daemon.program.isRunning, monotonicNow() < deadline {
        do {
          let watcher = try TestClient(path: daemon.control)
          // A ball that lies in the corner already is told of once: from the start it rolls again.
          // It can be refused for want of memory.
          if try watcher.hear(.restart) != nil { continue }
          let state = try watcher.nextState()
          tilts = state.phase == .rolling && state.tilt.x > 0.1
        } catch is ConnectionError {
        } catch is Errno {
        }
      }
      if daemon.program.isRunning, !tilts { attempt.complain("it doesn't tilt again") }
      attempt.outcome = "tilts,"
      try attempt.orders.disarm()
      daemon.judge(before)
      try daemon.end()
    }
  }

  @Test(
    "a recording of what goes on can be replayed to where it ends, or its end is told",
    arguments: kinds)
  func recording(kind: FaultOrders.Kind, sample: Int) throws {
    try FaultSweep.run("live record", kind, sample: sample) { attempt in
      let input = FakeInput()
      plug(input, as: 3)
      let file = "\(attempt.directory.path)/made"
      try attempt.begin()
      let daemon = try FaultDaemon(
        attempt, ["--source", "evdev", "--set", "sensor.rescan=0.1", "--record", file],
        environment: input.environment)
      if try daemon.isUp() {
        attempt.outcome = "up,"
        for step in 1...20 {
          input.write(
            [(3, 1, 200 * step), (0, 0, 0)], to: 3, time: monotonicNow())
          _ = daemon.answers()
        }
      }
      try attempt.orders.disarm()
      try daemon.end()
      try judge(file, attempt)
    }
  }

  @Test(
    "a client's recording can be replayed to where it ends, or its end is told", arguments: kinds)
  func clientRecording(kind: FaultOrders.Kind, sample: Int) throws {
    let daemon = try RunningDaemon()
    let client = try daemon.watch()
    try FaultSweep.run("ballctl record", kind, sample: sample) { attempt in
      let file = "\(attempt.directory.path)/made"
      try attempt.begin()
      let program = try Program.start(
        "ballctl", ["--runtime-dir", daemon.runtime, "record", file],
        environment: attempt.orders.environment())
      // It runs until it is interrupted; what it has got by then is in the file.
      let deadline = monotonicNow() + 10_000_000_000
      while program.isRunning, monotonicNow() < deadline {
        try client.command(.tilt(XY(x: 0.3, y: 0.1)))
        try client.command(.tilt(XY(x: -0.3, y: 0.2)))
        if bytes(of: file).count > 4000 { break }
      }
      program.send(.interrupt)
      let result = try program.finish(seconds: 10)
      try attempt.orders.disarm()
      if result.code == 128 + SIGINT {
        attempt.outcome = "interrupted"
      } else {
        try attempt.judge(result, of: "ballctl")
      }
      try judge(file, attempt)
    }
    try daemon.connect().command(.restart)
  }

  /// Sees that what has been recorded, if anything, is a recording: it may end in the middle of a line.
  private func judge(_ file: String, _ attempt: FaultAttempt) throws {
    // Nothing had been written before it failed.
    guard !bytes(of: file).isEmpty else { return }
    let result = try Program.run(
      "balld", ["--source", "log:\(file)", "--speed", "max", "--print"])
    if result.code != 0 { attempt.complain("it can't be replayed: \(result.errors)") }
  }

  private func bytes(of file: String) -> [UInt8] {
    (try? Descriptor.open(file, .reading).readAll(atMost: 1 << 24)) ?? []
  }
}
