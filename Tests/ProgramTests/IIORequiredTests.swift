// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

@Suite("--require-sensor") struct IIORequiredTests {
  private func run(_ source: String, _ fake: FakeIIO) throws -> Program.Result {
    let directory = TemporaryDirectory()
    return try Program.run(
      "balld",
      ["--require-sensor", "--source", source, "--runtime-dir", "\(directory.path)/run"],
      environment: fake.environment)
  }

  @Test("without a sensor it ends at once with 69, and says what was looked for and what to do")
  func missing() throws {
    let fake = FakeIIO()
    fake.removeSubsystem()
    let port = try FakeIIOD(axes: [0, 0, 16000]).port
    for (source, texts) in [
      ("auto", ["the kernel shows no IIO device", "--list-sensors"]),
      ("iio:mpu6050", ["the kernel shows no IIO device"]),
      ("iio:ip:127.0.0.1:\(port)", ["cannot reach ip:127.0.0.1:\(port)", "iiod"]),
    ] {
      let result = try run(source, fake)
      #expect(result.code == 69, "\(result.errors)")
      let line = try #require(result.errors.split(separator: "\n").last)
      let beginning = "balld: error: --require-sensor: found no sensor for --source=\(source): "
      #expect(line.hasPrefix(beginning), "\(line)")
      for text in texts { #expect(line.contains(text), "\(line)") }
    }
    fake.plug(.sensor(0, "kxcj9"))
    let other = try run("iio:mpu6050", fake)
    #expect(other.code == 69 && other.errors.contains("there are: kxcj9"), "\(other.errors)")
    fake.unplug(0)
    fake.plug(.sensor(1, "kxcj9", scales: [:]))
    let unscaled = try run("auto", fake)
    #expect(unscaled.code == 69 && unscaled.errors.contains("says no scale"), "\(unscaled.errors)")
  }

  @Test("with a sensor it goes on, and pulling that out later ends nothing")
  func present() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let daemon = try RunningDaemon(
      ["--require-sensor", "--source", "iio", "--set", "sensor.rescan=0.1"],
      environment: fake.environment)
    let client = try daemon.watch()
    let feeder = try Feeder(fake, 0, axes: [0, 0, 16000])
    func report(_ health: SensorReport.Health) throws {
      _ = try client.first { message -> Void? in
        if case .sensor(let report) = message, report.health == health { () } else { nil }
      }
    }
    try report(.ok)
    feeder.setSilent(true)
    fake.unplug(0)
    try report(.waiting)
    fake.plug(.sensor(1, "lsm6dsl_accel"))
    let second = try Feeder(fake, 1, axes: [0, 0, 16000])
    try report(.ok)
    #expect(try second.hasWritten())
    #expect(try daemon.stop().code == 0)
  }

  @Test("where there is no sensor to be required, it is a mistake: 64")
  func mistaken() throws {
    let fake = FakeIIO()
    for source in ["client", "log:\(packageRoot)/recordings/rounds.recording"] {
      let result = try run(source, fake)
      #expect(result.code == 64 && result.errors.contains("--require-sensor"), "\(result.errors)")
    }
  }
}
