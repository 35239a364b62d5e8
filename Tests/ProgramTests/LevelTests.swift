// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

/// Level, calibration and auto-pause through the real daemon and ballctl, on devices made of files.
@Suite("a board that is levelled, calibrated and left alone") struct LevelTests {
  private static let scale = 0.000598
  private static let rateScale = 0.000152

  private func counts(_ force: [Double], _ rate: [Double] = []) -> [Int16] {
    force.map { Int16(($0 / Self.scale).rounded()) }
      + rate.map { Int16(($0 / Self.rateScale).rounded()) }
  }

  private func daemon(_ fake: FakeIIO, after other: RunningDaemon? = nil) throws -> RunningDaemon {
    try RunningDaemon(
      ["--source", "auto", "--set", "sensor.rescan=0.1", "--set", "tilt.feel=direct"],
      environment: fake.environment, after: other)
  }

  private func control(_ daemon: RunningDaemon, _ arguments: [String]) throws -> Program.Result {
    try Program.run("ballctl", arguments + ["--runtime-dir", daemon.runtime])
  }

  /// Asks with ballctl until it is granted: a hand must have been quiet for a moment.
  private func retry(_ daemon: RunningDaemon, _ arguments: [String]) throws -> Program.Result {
    let deadline = monotonicNow() + 15_000_000_000
    while true {
      let result = try control(daemon, arguments)
      if result.code == 0 || monotonicNow() > deadline { return result }
    }
  }

  private func tilt(_ client: TestClient, where condition: (XY) -> Bool) throws {
    _ = try client.first { message -> Void? in
      if case .state(let state) = message, state.phase == .rolling, condition(state.tilt) {
        ()
      } else {
        nil
      }
    }
  }

  @Test("ballctl level makes the pose level, it is there after a restart, and --reset forgets it")
  func level() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let sloping = counts([-3, 0, 9.3])
    let daemon = try daemon(fake)
    let client = try daemon.watch()
    let feeder = try Feeder(fake, 0, axes: sloping)
    try tilt(client) { $0.x > 2 }
    let result = try retry(daemon, ["level"])
    #expect(result.code == 0, "\(result.errors)")
    try tilt(client) { abs($0.x) < 0.05 }
    #expect(
      try control(daemon, ["sensors"]).output.contains("level        up is -0.307, 0.000, 0.952"))
    #expect(try daemon.stop().code == 0)
    #expect(try Directory.names(in: "\(daemon.state)/sensors").count == 1)

    let second = try self.daemon(fake, after: daemon)
    let other = try second.connect()
    try other.send(.watch(rate: nil))
    try tilt(other) { abs($0.x) < 0.05 }
    #expect(try control(second, ["level", "--reset"]).code == 0)
    try tilt(other) { $0.x > 2 }
    #expect(try second.stop().code == 0)
    #expect(try feeder.hasWritten())
  }

  @Test("what is forgotten while the sensor is unplugged is forgotten after a restart as well")
  func resetWithoutSensor() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let daemon = try daemon(fake)
    let client = try daemon.watch()
    let feeder = try Feeder(fake, 0, axes: counts([-3, 0, 9.3]))
    #expect(try retry(daemon, ["level"]).code == 0)
    _ = try client.state(in: .rolling)
    fake.unplug(0)
    _ = try client.state(in: .noSensor)
    #expect(try control(daemon, ["level"]).code == 70)
    #expect(try control(daemon, ["level", "--reset"]).code == 0)
    #expect(try daemon.stop().code == 0)
    let files = try Directory.names(in: "\(daemon.state)/sensors")
    #expect(files.count == 1)
    let file = try Descriptor.open("\(daemon.state)/sensors/\(files[0])", .reading)
    #expect(try file.readAll(atMost: 1000) == Array("version = 1\n".utf8))
    #expect(try feeder.hasWritten())
  }

  @Test("in motion it is refused with a code, the reason and a hint; without a sensor too")
  func refused() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let daemon = try daemon(fake)
    let client = try daemon.connect()
    try client.send(.level(reset: false), id: 3)
    let early = try client.nextError()
    #expect(early.code.rawValue == "no-pose" && early.id == 3 && early.hint != nil)
    try client.send(.watch(rate: nil))
    for index in 0..<40 {
      fake.scan(
        counts([index % 2 == 0 ? -6 : 6, 0, 9.3]), time: monotonicNow(), to: 0)
      _ = try client.state(in: .rolling)
    }
    try client.send(.level(reset: false), id: 4)
    let refusal = try client.nextError()
    #expect(refusal.code == .moving && refusal.id == 4)
    #expect(refusal.hint?.contains("hold the board still") == true)
    #expect(try control(daemon, ["level"]).code == 70)
  }

  @Test("the gyro is calibrated at rest by one command, shown by ballctl sensors, and forgotten")
  func calibrate() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl", ["accel", "anglvel"]))
    let daemon = try daemon(fake)
    let feeder = try Feeder(fake, 0, axes: counts([0, 0, 9.8], [0.0349, 0, 0]))
    let result = try retry(daemon, ["calibrate", "--gyro"])
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("and 2.00, 0.00, 0.00 °/s"), "\(result.output)")
    // Just calibrated it begins anew: the accuracy is known with the next sample.
    var shown = ""
    for _ in 0..<50 where !shown.contains("accuracy") {
      shown = try control(daemon, ["sensors"]).output
    }
    #expect(shown.contains("and 2.00, 0.00, 0.00 °/s") && shown.contains("accuracy"), "\(shown)")
    #expect(try control(daemon, ["calibrate", "--reset"]).code == 0)
    #expect(try !control(daemon, ["sensors"]).output.contains("corrected"))
    #expect(try feeder.hasWritten())
    #expect(try daemon.stop().code == 0)
  }

  @Test("left alone it pauses; lifted it counts down from 3, and goes on")
  func autoPause() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let daemon = try daemon(fake)
    let client = try daemon.watch()
    let feeder = try Feeder(fake, 0, axes: counts([0, 0, 9.8]))
    _ = try client.state(in: .paused)
    feeder.set(counts([-2, 0, 9.6]))
    var seconds: [Double] = []
    while seconds.last != 1 {
      let countdown = try client.state(in: .countdown).countdown
      let whole = try #require(countdown).rounded(.up)
      if seconds.last != whole { seconds.append(whole) }
    }
    #expect(seconds == [3, 2, 1])
    _ = try client.state(in: .rolling)
    #expect(try daemon.stop().code == 0)
  }
}
