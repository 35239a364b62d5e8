// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

/// What happens to sensors while the daemon runs.
@Suite("the life of a sensor", .serialized) struct IIOLifeTests {
  private func daemon(_ fake: FakeIIO, _ arguments: [String] = []) throws -> RunningDaemon {
    try RunningDaemon(
      ["--source", "iio", "--set", "sensor.rescan=0.1"] + arguments, environment: fake.environment)
  }

  /// Flat, but for a right edge that is lower by about 18°.
  private let tilted: [Int16] = [-5000, 0, 15600]

  @Test("pulled out the game pauses; under another number it goes on with the ball where it was")
  func replug() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let daemon = try daemon(fake)
    let client = try daemon.watch()
    let first = try Feeder(fake, 0, axes: tilted)
    let ball = try client.first { message in
      if case .state(let state) = message, state.balls[0].x > 0.17 { state.balls[0] } else { nil }
    }
    first.setSilent(true)
    fake.unplug(0)
    #expect(try client.sensor { $0.health == .waiting }.code != nil)
    let still = try client.state(in: .noSensor)
    #expect(still.balls[0].x >= ball.x)

    fake.plug(.sensor(7, "lsm6dsl_accel"))
    let second = try Feeder(fake, 7, axes: tilted)
    #expect(try client.sensor { $0.mode == "buffered" }.name == "lsm6dsl_accel")
    let again = try client.state(in: .rolling)
    let moved = again.balls[0].x - still.balls[0].x
    // Rolling on in between, it would have come at least so far.
    let distance = still.balls[0].vx * (again.t - still.t)
    #expect(moved >= 0 && moved < distance / 2, "\(moved) m instead of \(distance) m")
    #expect(try second.hasWritten())
  }

  @Test(
    "a sensor that falls silent stalls the game within 0.4 s, and that ends with the next sample")
  func silence() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let daemon = try daemon(fake)
    let client = try daemon.watch()
    let feeder = try Feeder(fake, 0, axes: tilted)
    _ = try client.state(in: .rolling)
    feeder.setSilent(true)
    let begin = monotonicNow()
    #expect(try client.sensor { $0.code == "no-data" }.health == .noData)
    _ = try client.state(in: .stalled)
    #expect(Double(monotonicNow() - begin) / 1e9 < 0.4)
    feeder.setSilent(false)
    #expect(try client.sensor { $0.health == .ok }.code == nil)
    _ = try client.state(in: .rolling)
  }

  @Test("silent for less than five seconds it stays open, and goes on where it was")
  func longSilence() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let daemon = try daemon(fake)
    let client = try daemon.watch()
    let feeder = try Feeder(fake, 0, axes: tilted)
    _ = try client.state(in: .rolling)
    feeder.setSilent(true)
    _ = try client.sensor { $0.code == "no-data" }
    // Who would open it anew now would be refused, and tell it: the first sample alone has but 2 s.
    fake.fault("/dev/iio:device0", "open 5")
    idle(until: monotonicNow() + 2_300_000_000)
    fake.fault("/dev/iio:device0", "")
    feeder.setSilent(false)
    let next = try client.sensor { $0.code != "no-data" }
    // The feeder gives the same reading again and again, of which a slow machine hears first.
    #expect(
      (next.health == .ok || next.code == "quiet") && next.mode == "buffered", "\(next)")
    _ = try client.state(in: .rolling)
  }

  @Test("polled, it may fail for a moment, however long it has been open: that costs no more")
  func failsForAMoment() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lis3dh", type: nil))
    let daemon = try daemon(fake)
    let client = try daemon.watch()
    // The same reading for two seconds: so it has been read for longer than it may fail.
    #expect(try client.sensor { $0.code == "quiet" }.mode == "polled")
    let path = fake.path("in_accel_x_raw", of: 0)
    fake.fault(path, "open 5\nread 5")
    let failing = try client.sensor { $0.code == "no-data" || $0.health == .waiting }
    #expect(failing.code == "no-data", "\(failing)")
    fake.fault(path, "")
    let next = try client.sensor { $0.code != "no-data" }
    #expect(next.health != .waiting && next.mode == "polled", "\(next)")
  }

  @Test("all zeros stall the game as stuck, and good readings let it go on")
  func zeros() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let daemon = try daemon(fake)
    let client = try daemon.watch()
    let feeder = try Feeder(fake, 0, axes: tilted)
    _ = try client.state(in: .rolling)
    feeder.set([0, 0, 0])
    #expect(try client.sensor { $0.code == "stuck" }.hint?.contains("wires") == true)
    _ = try client.state(in: .stalled)
    feeder.set(tilted)
    _ = try client.state(in: .rolling)
  }

  /// What opening a sensor can fail with, and what is said of it.
  static let failures: [(errno: Int32, code: String, hint: String)] = [
    (13, "permission", "group balld"), (22, "no-trigger", "polled"), (110, "timeout", "interrupt"),
    (5, "input-output", "wires"), (16, "busy", "fuser"),
  ]

  @Test(
    "each error of the buffer has its code and hint, and the sensor is polled", arguments: failures)
  func bufferErrors(failure: (errno: Int32, code: String, hint: String)) throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    fake.fault("/dev/iio:device0", "open \(failure.errno)")
    let daemon = try daemon(fake)
    let client = try daemon.watch()
    let report = try client.sensor { $0.mode != nil }
    #expect(report.mode == "polled" && report.code == failure.code)
    #expect(report.hint?.contains(failure.hint) == true, "\(report.hint ?? "")")
    _ = try client.state(in: .rolling)
    #expect(try daemon.stop().code == 0)
  }

  @Test(
    "each error of a reading has its code, and the sensor comes back by itself", arguments: failures
  )
  func readErrors(failure: (errno: Int32, code: String, hint: String)) throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let daemon = try daemon(fake)
    let client = try daemon.watch()
    let feeder = try Feeder(fake, 0, axes: tilted)
    _ = try client.state(in: .rolling)
    // The buffer and what could be polled instead.
    let paths = ["/dev/iio:device0", fake.path("in_accel_x_raw", of: 0)]
    for path in paths { fake.fault(path, "open \(failure.errno)\nread \(failure.errno)") }
    let lost = try client.sensor { $0.health == .waiting }
    #expect(lost.code == failure.code && lost.message?.contains("lsm6dsl_accel") == true)
    for path in paths { fake.fault(path, "") }
    #expect(try client.sensor { $0.health == .ok }.code == nil)
    #expect(try feeder.hasWritten())
  }

  @Test("a read that never returns delays nobody: the loop itself never reaches for a device")
  func wedged() throws {
    let fake = FakeIIO()
    fake.recordFirstThread()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    // On which the ball never rests.
    let daemon = try daemon(fake, ["--table", "bounce"])
    let client = try daemon.watch()
    let feeder = try Feeder(fake, 0, axes: tilted)
    _ = try client.state(in: .rolling)
    fake.fault("/dev/iio:device0", "read-hold 1")
    let stalled = try client.state(in: .stalled)
    // All this happens while that read lasts, since nothing ends it: a client takes over, its requests
    // are answered one after the other, and the ball rolls for it.
    var delays: [Int64] = []
    for number in 1...500 as ClosedRange<Int64> {
      let begin = monotonicNow()
      try client.command(.tilt(XY(x: number % 20 < 10 ? 1 : -1, y: 0)), id: number)
      delays.append(monotonicNow() - begin)
    }
    _ = try client.first { message -> Void? in
      guard case .state(let state) = message, state.t > stalled.t + 1 else { return nil }
      return state.balls[0].vx != 0 ? () : nil
    }
    // It ends although its thread hangs.
    #expect(try daemon.stop().code == 0)
    #expect(try feeder.hasWritten())
    // That the loop can't be held up by a driver for 20 ms, or for one, is seen by what it calls, and not
    // by a clock: that would measure the machine as well.
    #expect(fake.reachedByFirstThread == [])
    delays.sort()
    print(
      "figure: answers during a wedged read: median \(delays[250]) ns, longest \(delays[499]) ns")
  }

  @Test("an opening that takes a second happens once, and delays nobody")
  func slowOpening() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "slow", type: nil, rate: nil, rates: nil))
    fake.fault(fake.path("in_accel_x_raw", of: 0), "open-delay 1000")
    let daemon = try daemon(fake)
    let begin = monotonicNow()
    let client = try daemon.watch()
    #expect(monotonicNow() - begin < 500_000_000)
    _ = try client.state(in: .rolling)
    // Opened at each reading it would give one in a second.
    let rate = try #require(try client.sensor { $0.rate != nil }.rate)
    #expect(rate > 20, "\(rate) Hz")
  }

  @Test("the kernel has no IIO at all, and then it has")
  func lateKernel() throws {
    let fake = FakeIIO()
    fake.removeSubsystem()
    let daemon = try daemon(fake)
    let client = try daemon.watch()
    #expect(try client.sensor { $0.code != nil }.code == "no-sensor")
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let feeder = try Feeder(fake, 0, axes: tilted)
    #expect(try client.sensor { $0.health == .ok }.mode == "buffered")
    #expect(try feeder.hasWritten())
  }

  // MARK: Leaks

  /// 220 of them under BALLD_SOAK=1, fewer in every run.
  private let cycles = Process.environment("BALLD_SOAK") == nil ? 50 : 220

  @Test("out and in again, hundreds of times: no descriptor, thread or memory is left behind")
  func replugging() throws {
    let fake = FakeIIO()
    let daemon = try daemon(fake)
    let client = try daemon.connect()
    try client.send(.watch(rate: 1))
    var before: (Holdings, Int)?
    for cycle in 0..<cycles {
      let number = cycle % 9
      // Every third one is polled.
      fake.plug(.sensor(number, "lsm6dsl_accel", type: cycle % 3 == 2 ? nil : "le:s16/16>>0"))
      let feeder = try Feeder(fake, number, axes: tilted)
      _ = try client.sensor { $0.health == .ok }
      feeder.setSilent(true)
      fake.unplug(number)
      _ = try client.sensor { $0.health == .waiting }
      // Else its standard error would fill up, and it would wait for us.
      try daemon.program.takeErrors()
      if cycle % 50 == 49 {
        print("figure: \(cycle + 1) times: \(try daemon.anonymousMemory()) bytes")
      }
      // The first twenty fill what is kept for later.
      if cycle == 19 {
        before = (Holdings(of: daemon.program.identifier), try daemon.anonymousMemory())
      }
    }
    let after = (Holdings(of: daemon.program.identifier), try daemon.anonymousMemory())
    #expect(try daemon.stop().code == 0)
    let start = try #require(before)
    #expect(after.0 == start.0)
    #expect(
      !Sanitizer.leavesMemoryAlone || after.1 - start.1 <= 64 << 10,
      "\(start.1) → \(after.1) bytes")
  }
}
