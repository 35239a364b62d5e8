// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

@Suite("a daemon that nobody watches") struct IdleTests {
  /// How often the daemon's threads have gone to sleep and been woken so far.
  private func wakeUps(of daemon: RunningDaemon) throws -> Int {
    let tasks = "/proc/\(daemon.program.identifier)/task"
    var sum = 0
    for task in try Directory.names(in: tasks) {
      let bytes = try Descriptor.open("\(tasks)/\(task)/status", .reading).readAll(atMost: 1 << 16)
      let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first {
        $0.hasPrefix("voluntary_ctxt_switches:")
      }
      sum += try #require(line?.split(separator: "\t").last.flatMap { Int($0) })
    }
    return sum
  }

  private func wait(seconds: Double) {
    idle(until: monotonicNow() + Int64(seconds * 1e9))
  }

  @Test("wakes at most five times a second beyond the sensor's own, while the board is still")
  func stillBoard() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let daemon = try RunningDaemon(["--source", "iio"], environment: fake.environment)
    let feeder = try Feeder(fake, 0, axes: [0, 0, 16399])
    do {
      let client = try daemon.watch()
      _ = try client.state(in: .rolling)
    }
    wait(seconds: 0.5)
    let (samples, before) = (feeder.written, try wakeUps(of: daemon))
    let begin = monotonicNow()
    wait(seconds: 4)
    let (more, after) = (feeder.written - samples, try wakeUps(of: daemon))
    let seconds = Double(monotonicNow() - begin) / 1e9
    #expect(more > 200)
    // A scan wakes the thread that reads it, and that wakes the loop: two for each sample.
    let beyond = Double(after - before - 2 * more) / seconds
    #expect(beyond <= 5, "\(after - before) wake-ups for \(more) samples in \(seconds) s")
  }

  @Test("sleeps while there is no sensor, but for the look for one")
  func noSensor() throws {
    let fake = FakeIIO()
    let daemon = try RunningDaemon(
      ["--source", "auto", "--set", "sensor.rescan=1"], environment: fake.environment)
    wait(seconds: 1)
    let before = try wakeUps(of: daemon)
    let begin = monotonicNow()
    wait(seconds: 4)
    let rate = Double(try wakeUps(of: daemon) - before) / (Double(monotonicNow() - begin) / 1e9)
    // Two threads that look once a second, and what the loop hears of it.
    #expect(rate <= 5, "\(rate) a second")
  }
}
