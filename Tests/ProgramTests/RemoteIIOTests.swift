// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

@Suite("a sensor of another computer", .serialized) struct RemoteIIOTests {
  private let tilted: [Int16] = [-5000, 0, 15600]

  private func daemon(_ source: String) throws -> RunningDaemon {
    try RunningDaemon(["--source", source, "--set", "sensor.rescan=0.1"])
  }

  @Test("it is read buffered, by the same rules, and its clock is taken to ours")
  func read() throws {
    let computer = try FakeIIOD(axes: tilted)
    let daemon = try daemon(computer.source)
    let client = try daemon.watch()
    let report = try client.sensor { $0.mode != nil }
    #expect(report.mode == "buffered" && report.name == "lsm6dsl_accel" && report.odr == 104)
    for _ in 0..<10 {
      let state = try client.state(in: .rolling)
      #expect(state.tilt.x > 0.3 && (state.age ?? 9) < 0.5)
    }
    #expect(try daemon.stop().code == 0)
  }

  @Test(
    "what goes wrong there has its code, and when it is over the game goes on",
    arguments: [
      (FakeIIOD.Trouble.cut, "unreachable"), (.error(19), "unplugged"), (.error(5), "input-output"),
      (.stall, "unreachable"),
    ])
  func trouble(trouble: FakeIIOD.Trouble, code: String) throws {
    let computer = try FakeIIOD(axes: tilted)
    let daemon = try daemon(computer.source)
    let client = try daemon.watch()
    _ = try client.state(in: .rolling)
    computer.set(trouble)
    #expect(try client.sensor { $0.health == .waiting }.code == code)
    computer.set(.none)
    _ = try client.sensor { $0.health == .ok }
    _ = try client.state(in: .rolling)
    #expect(computer.opened >= 2)
  }

  @Test("a computer that isn't there is tried again until it is, and the daemon serves meanwhile")
  func late() throws {
    let port = try FakeIIOD(axes: tilted).port
    let daemon = try daemon("iio:ip:127.0.0.1:\(port)")
    let client = try daemon.watch()
    let report = try client.sensor { $0.code != nil }
    #expect(report.code == "unreachable" && report.hint?.contains("iiod") == true)
    try client.command(.tilt(XY(x: 1, y: 0)))
    try client.command(.release)
    let computer = try FakeIIOD(axes: tilted, port: port)
    _ = try client.sensor { $0.health == .ok }
    #expect(computer.opened > 0)
  }

  @Test("the daemon ends at once while it waits for another computer")
  func endsAtOnce() throws {
    let computer = try FakeIIOD(axes: tilted)
    let daemon = try daemon(computer.source)
    let client = try daemon.watch()
    _ = try client.state(in: .rolling)
    computer.set(.stall)
    _ = try client.state(in: .stalled)
    let begin = monotonicNow()
    #expect(try daemon.stop().code == 0)
    #expect(monotonicNow() - begin < 1_000_000_000)
  }
}
