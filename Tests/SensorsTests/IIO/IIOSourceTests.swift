// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing

@testable import Sensors

/// The source by itself, with the real libiio, on the devices of another computer that is a fake.
@Suite("an IIO source", .serialized) struct IIOSourceTests {
  /// Waits for what the source's thread says until the status is as wanted.
  private func wait(
    _ source: inout IIOSource, for condition: (SourceStatus) -> Bool
  ) throws {
    let deadline = monotonicNow() + 20_000_000_000
    var samples: [Sample] = []
    while !condition(source.status) {
      guard case .descriptor(let number) = source.wait else { break }
      var awaited = Awaited(number)
      try poll(&awaited, until: deadline)
      try #require(monotonicNow() < deadline, "\(source.status)")
      source.read(now: monotonicNow(), into: &samples)
    }
  }

  @Test("without a sensor it looks again when it is told to, and not before the time of a re-scan")
  func looksAgain() throws {
    // What libiio sends to a computer that is gone.
    signal(SIGPIPE, SIG_IGN)
    let computer = try FakeIIOD(axes: [0, 0, 16000])
    computer.set(.empty)
    let place = IIOPlace.uri("ip:127.0.0.1:\(computer.port)")
    var source = try IIOSource(IIOSource.Request(place: place, rescan: 3_600_000_000_000))
    defer { source.close() }
    try wait(&source) { $0.fault?.code == .noSensor }
    computer.set(.none)
    // Plugged, and told so twice.
    source.lookAgain()
    source.lookAgain()
    try wait(&source) { $0.condition == .running }
    #expect(source.status.sensor?.name == "lsm6dsl_accel" && computer.opened == 1)
  }
}
