// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing
import Wire

/// Single calls that fail, of which something else was made than a failure before.
@Suite("a call that fails", .serialized, .enabled(if: FaultSweep.isPossible))
struct SingleFaultTests {
  @Test(
    "a socket that can't be opened to others isn't left behind",
    arguments: ["chmod", "listen"], [1, 2])
  func sockets(name: String, call: Int) throws {
    let attempt = try FaultAttempt(.device, call: call, lasting: false)
    try attempt.orders.arm(.device, call: call, of: name)
    let daemon = try FaultDaemon(attempt)
    #expect(try !daemon.isUp())
    try daemon.end()
    #expect(attempt.complaints.isEmpty, "\(attempt.complaints)")
    #expect(attempt.outcome.contains("73"), "\(attempt.outcome)")
  }

  @Test("a configuration that can't be looked at isn't one that isn't there")
  func configuration() throws {
    let attempt = try FaultAttempt(.device, call: 1, lasting: false)
    try attempt.orders.arm(.device, call: 1, of: "lstat")
    let result = try Program.run(
      "balld", ["--check-config"], environment: attempt.orders.environment())
    #expect(result.code == 78, "\(result)")
    #expect(result.errors.contains("/etc/balld/balld.conf: permission denied"), "\(result.errors)")
  }

  @Test("tables that can't be looked for aren't left out without a word")
  func tables() throws {
    let attempt = try FaultAttempt(.resources, call: 1, lasting: false)
    let whole = try Program.run("balld", ["--list-tables"])
    // Which of them is the tables' directory depends on where the program lies.
    var isTried = false
    for call in 1...20 {
      try attempt.orders.arm(.resources, call: call, of: "opendir")
      let result = try Program.run(
        "balld", ["--list-tables"], environment: attempt.orders.environment())
      if try attempt.orders.failed == 0 { break }
      guard try attempt.orders.name.contains("/tables:") else { continue }
      isTried = true
      #expect(result.output == whole.output || result.errors.contains("too many open"), "\(result)")
    }
    #expect(isTried)
  }

  @Test("a mount matrix that can't be read isn't one that isn't there")
  func mountMatrix() throws {
    let fake = FakeIIO()
    var sensor = FakeIIO.Device.sensor(0, "lsm6dsl_accel")
    sensor.files["in_accel_mount_matrix"] = "0, 1, 0; -1, 0, 0; 0, 0, 1"
    fake.plug(sensor)
    let path = fake.path("in_accel_mount_matrix", of: 0)
    fake.fault(path, "open 24")
    let daemon = try RunningDaemon(
      ["--source", "iio", "--set", "sensor.rescan=0.1"], environment: fake.environment)
    let client = try daemon.connect()
    try client.send(.watch(rate: 1))
    let fault = try client.sensor { $0.hint != nil }
    #expect(fault.mode == nil && fault.message?.contains("mount_matrix") == true, "\(fault)")
    fake.fault(path, "")
    let report = try client.sensor { $0.mode != nil }
    #expect(report.mountFrom == "sysfs in_accel_mount_matrix")
    #expect(report.mount == [0, 1, 0, -1, 0, 0, 0, 0, 1])
  }

  @Test(
    "a level that can't be kept tells why, not how the tidying up went, and leaves nothing behind",
    arguments: [
      (.device, "fsync", "input/output error"), (.device, "rename", "read-only file system"),
    ] as [(FaultOrders.Kind, String, String)])
  func level(kind: FaultOrders.Kind, name: String, reason: String) throws {
    let attempt = try FaultAttempt(kind, call: 1, lasting: true)
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let daemon = try FaultDaemon(attempt, ["--source", "iio"], environment: fake.environment)
    try #require(try daemon.isUp())
    let client = try TestClient(path: daemon.control)
    let feeder = try Feeder(fake, 0, axes: [-5000, 0, 15600])
    // A hand must have been quiet for a moment.
    let deadline = monotonicNow() + 15_000_000_000
    while try client.hear(.level(reset: false)) != nil, monotonicNow() < deadline {}
    try attempt.orders.arm(kind, call: 1, of: name, lasting: true)
    #expect(try client.hear(.level(reset: true)) == nil)
    #expect(try daemon.program.waitForError(containing: ".sensor: \(reason)"))
    try attempt.orders.disarm()
    try daemon.end()
    #expect(attempt.complaints.isEmpty, "\(attempt.complaints)")
    #expect(try feeder.hasWritten())
  }

  @Test("input devices that can't be looked for a while are there still")
  func inputDevices() throws {
    let attempt = try FaultAttempt(.resources, call: 1, lasting: true)
    let iio = FakeIIO()
    let input = FakeInput(beside: iio)
    input.plug(.accelerometer(values: [-4096, 0, 7094]), as: 1)
    let daemon = try FaultDaemon(
      attempt, ["--source", "auto", "--set", "sensor.rescan=0.1"],
      environment: input.environment)
    try #require(try daemon.isUp())
    let client = try TestClient(path: daemon.control)
    try client.send(.watch(rate: nil))
    _ = try client.state(in: .rolling)
    try attempt.orders.arm(.resources, call: 1, of: "opendir", lasting: true)
    // Long enough for several looks; whatever is told meanwhile stands before an answer.
    let deadline = monotonicNow() + 10_000_000_000
    var id: Int64 = 10
    while try attempt.orders.failed < 6 || id < 12, monotonicNow() < deadline {
      id += 1
      try client.send(.restart, id: id)
      _ = try client.first { message -> Void? in
        if case .sensor(let report) = message, report.mode == nil {
          attempt.complain("it is taken for gone: \(report)")
        }
        if case .ok(let confirmation) = message, confirmation.id == id { return () }
        return nil
      }
    }
    let failed = try attempt.orders.failed
    #expect(failed >= 6)
    try attempt.orders.disarm()
    try daemon.end()
    #expect(attempt.complaints.isEmpty, "\(attempt.complaints)")
  }
}
