// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

/// The whole way of a sample through the running daemon: libiio, the decoder, the queue, the loop, the
/// filters and the ball.
///
/// What is said holds for the release build; a debug build is measured too, and its numbers printed.
@Suite("what a sample costs", .serialized) struct IIOAllocationTests {
  /// Whether the shim can count: not under a sanitizer, which has a malloc of its own.
  private static let canCount: Bool = {
    let fake = FakeIIO()
    fake.countAllocations()
    _ = try? Program.run("balld", ["--version"], environment: fake.environment)
    return fake.allocations != nil
  }()

  @Test(
    "once running, a sample asks for no memory: buffered, polled",
    .enabled(if: canCount, "a sanitizer counts allocations in this build"),
    arguments: [true, false])
  func samples(isBuffered: Bool) throws {
    let fake = FakeIIO()
    fake.countAllocations()
    fake.plug(
      .sensor(
        0, "lsm6dsl", ["accel", "anglvel"], type: isBuffered ? "le:s16/16>>0" : nil,
        rate: "1000", rates: "1000"))
    let daemon = try RunningDaemon(
      [
        "--source", "iio", "--set", "sensor.rate=\(isBuffered ? 1000 : 200)", "--set",
        "sensor.rescan=3600",
      ],
      environment: fake.environment)
    try open(fake, isBuffered)
    // The ball has come to rest in a corner; each window has 250 samples, or lasts for 250 ms.
    var windows: [UInt64] = []
    var last = try #require(fake.allocations)
    for window in 0..<16 {
      for index in 0..<250 { feed(fake, window * 250 + index, isBuffered) }
      let now = try #require(fake.allocations)
      windows.append(now - last)
      last = now
    }
    let status = try daemon.stop()
    #expect(status.code == 0 && status.errors.contains(", 0 dropped"), "\(status.errors)")
    #if DEBUG
      print("a debug build: \(windows) allocations in windows of 250 samples")
    #else
      // If a sample cost anything, none would be for nothing. What is told now and then, such as a rate
      // that is measured differently on a busy machine, may cost some.
      #expect(windows.filter { $0 == 0 }.count >= 4, "\(windows)")
    #endif
  }

  /// Feeds until the sensor is open and half a second more.
  private func open(_ fake: FakeIIO, _ isBuffered: Bool) throws {
    let deadline = monotonicNow() + 20_000_000_000
    var fed = 0
    while fed < 500 {
      feed(fake, fed, isBuffered)
      if !isBuffered || fake.get("buffer/enable", of: 0) == "1" { fed += 1 }
      try #require(monotonicNow() < deadline, "the sensor isn't opened")
    }
  }

  /// One sample with some noise: a scan, or what the next reading finds.
  ///
  /// Takes a millisecond.
  private func feed(_ fake: FakeIIO, _ index: Int, _ isBuffered: Bool) {
    let noise = Int16(index % 7)
    if isBuffered {
      fake.scan([-5000 + noise, 3000, 15600 - noise, noise, 1, 2], time: monotonicNow(), to: 0)
    } else if index % 10 == 0 {
      fake.set("in_accel_x_raw", of: 0, to: "\(-5000 + noise)")
    }
    idle(until: monotonicNow() + 900_000)
  }
}
