// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

@Suite("a fast sensor", .serialized) struct IIOLoadTests {
  /// The whole length under BALLD_SOAK=1, a short form in every run.
  private let isSoak = Process.environment("BALLD_SOAK") != nil

  /// User and system time of a process, s: proc(5).
  private func processorTime(of process: Int32) throws -> Double {
    let text = String(
      decoding: try Descriptor.open("/proc/\(process)/stat", .reading).readAll(atMost: 4096),
      as: UTF8.self)
    let fields = text.split(separator: " ")
    let ticks = try #require(Int(fields[13])) + #require(Int(fields[14]))
    return Double(ticks) / 100
  }

  @Test("at 1000 Hz no sample is lost, by the numbers in the samples themselves")
  func noneLost() throws {
    let seconds: Int64 = isSoak ? 60 : 3
    let fake = FakeIIO()
    fake.plug(.sensor(0, "fast", rate: "1000", rates: "1000"))
    let daemon = try RunningDaemon(
      [
        "--source", "iio", "--set", "sensor.rate=1000", "--set", "tilt.smoothing=0", "--set",
        "tilt.dead-zone=0", "--set", "tilt.exponent=1", "--set", "tilt.limit=20", "--set",
        "tilt.full-tilt=20",
      ], environment: fake.environment)
    let client = try daemon.watch()
    // x says the number: 0 to 499 counts of 0.000598 m/s², again and again.
    let counter = try CountingFeeder(fake, 0, count: 1000 * seconds)
    _ = try client.state(in: .rolling)
    let before = try processorTime(of: daemon.program.identifier)
    let begin = monotonicNow()
    while !counter.isDone { _ = try client.nextState() }
    let spent = try processorTime(of: daemon.program.identifier) - before
    let share = spent / (Double(monotonicNow() - begin) / 1e9)
    // The last of them is in force, and none was refused or dropped on the way.
    _ = try client.first { message -> Void? in
      guard case .state(let state) = message else { return nil }
      return abs(state.tilt.x - counter.lastX) < 1e-5 ? () : nil
    }
    let status = try daemon.stop()
    #expect(status.code == 0)
    #expect(
      status.errors.contains("read \(counter.written) samples, 0 dropped"), "\(status.errors)")
    print("figure: 1000 Hz for \(seconds) s: \((share * 1000).rounded() / 10) % of a processor")
  }

  @Test(
    "at 100 Hz with one client the daemon's own memory is at most 2 MB, and doesn't grow",
    .enabled(if: Sanitizer.leavesMemoryAlone))
  func memory() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel", ["accel", "anglvel"]))
    // On which the ball never rests: so states go on coming.
    let daemon = try RunningDaemon(
      ["--source", "iio", "--table", "bounce"], environment: fake.environment)
    let client = try daemon.connect()
    try client.send(.watch(rate: 60))
    let feeder = try Feeder(fake, 0, axes: [-3000, 100, 16000, 1, 2, 3])
    let seconds: Int64 = isSoak ? 60 : 2
    func play(_ seconds: Int64) throws -> Int {
      let end = monotonicNow() + seconds * 1_000_000_000
      var sign: Int16 = 1
      while monotonicNow() < end {
        sign = -sign
        feeder.set([3000 * sign, 100, 16000, 1, 2, 3])
        for _ in 0..<60 { _ = try client.nextState() }
      }
      return try daemon.anonymousMemory()
    }
    let first = try play(seconds)
    let second = try play(isSoak ? 600 : 2)
    // The libraries of a debug build alone have half a megabyte of their own.
    #if DEBUG
      let limit = 5 << 19
    #else
      let limit = 2 << 20
    #endif
    #expect(first <= limit, "\(first) bytes")
    #expect(second - first <= 32 << 10, "\(first) → \(second) bytes")
    print("figure: Anonymous \(first / 1024) KiB, later \(second / 1024) KiB")
  }
}
