// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

/// Going from one way of reading to a better one by itself.
@Suite("a better sensor", .serialized) struct IIOChangeTests {
  private let flat: [Int16] = [0, 0, 16400]
  /// The right edge lower by about 18°.
  private let tilted: [Int16] = [-5000, 0, 15600]

  /// On a table on which the ball doesn't come to rest, so that states go on coming.
  private func daemon(
    _ fake: FakeIIO, rescan: String, table: String = "bounce"
  ) throws -> RunningDaemon {
    try RunningDaemon(
      ["--source", "auto", "--set", "sensor.rescan=\(rescan)", "--table", table],
      environment: fake.environment)
  }

  /// Passes over a stretch of session time, and returns what was told of sensors meanwhile.
  private func pass(_ seconds: Double, _ client: TestClient) throws -> [SensorReport] {
    var reports: [SensorReport] = []
    var end: Double?
    while true {
      switch try client.next() {
      case .sensor(let report): reports.append(report)
      case .state(let state):
        end = end ?? state.t + seconds
        if let end, state.t >= end { return reports }
      default: break
      }
    }
  }

  private func device(_ number: Int, _ name: String, at place: String?) -> FakeIIO.Device {
    var device = FakeIIO.Device.sensor(number, name)
    device.files["label"] = place.map { "accel-\($0)" }
    return device
  }

  @Test("one in the display takes the place of one in the base when it appears, by itself")
  func appears() throws {
    let fake = FakeIIO()
    fake.plug(device(0, "keyboard", at: "base"))
    let base = try Feeder(fake, 0, axes: tilted)
    let daemon = try daemon(fake, rescan: "0.1")
    let client = try daemon.watch()
    #expect(try client.sensor { $0.health == .ok }.name == "keyboard")
    // As good as the one that is read, but no better: that stays.
    fake.plug(device(1, "twin", at: "base"))
    let twin = try Feeder(fake, 1, axes: tilted)
    #expect(try pass(0.5, client).allSatisfy { $0.name == "keyboard" })
    fake.plug(device(2, "lid", at: "display"))
    let lid = try Feeder(fake, 2, axes: tilted)
    let report = try client.sensor { $0.name != "keyboard" }
    #expect(report.name == "lid" && report.health == .ok && report.mode == "buffered")
    #expect(report.reason == "its location is accel-display")
    #expect(try base.hasWritten() && twin.written == 0 && lid.hasWritten())
    // And when it goes, the other one is good enough again.
    lid.setSilent(true)
    fake.unplug(2)
    #expect(try client.sensor { $0.health == .ok && $0.name != "lid" }.name == "keyboard")
  }

  @Test("not in the middle of a run: after it")
  func notInARun() throws {
    let fake = FakeIIO()
    fake.plug(device(0, "keyboard", at: "base"))
    let base = try Feeder(fake, 0, axes: tilted)
    let daemon = try daemon(fake, rescan: "0.1", table: "snail")
    let client = try daemon.watch()
    _ = try client.first { message -> Void? in
      guard case .state(let state) = message, let time = state.time, time > 0 else { return nil }
      return ()
    }
    fake.plug(device(1, "lid", at: "display"))
    let lid = try Feeder(fake, 1, axes: flat)
    #expect(try pass(1, client).allSatisfy { $0.name == "keyboard" })
    #expect(lid.written == 0)
    base.set(flat)
    // Level, so that the new run doesn't begin at once.
    _ = try client.first { message -> Void? in
      guard case .state(let state) = message, state.tilt.x == 0 else { return nil }
      return ()
    }
    try client.command(.restart)
    #expect(try client.sensor { $0.name != "keyboard" }.name == "lid")
  }

  @Test("one that can't be read is passed over for one that can, and the reason says so")
  func passedOver() throws {
    let fake = FakeIIO()
    fake.plug(device(0, "broken", at: "display"))
    fake.plug(device(1, "whole", at: nil))
    fake.fault("/dev/iio:device0", "open 5")
    for axis in ["x", "y", "z"] { fake.fault(fake.path("in_accel_\(axis)_raw", of: 0), "read 5") }
    let daemon = try daemon(fake, rescan: "0.1")
    let client = try daemon.watch()
    let feeder = try Feeder(fake, 1, axes: tilted)
    let report = try client.sensor { $0.health == .ok }
    #expect(report.name == "whole" && report.reason == "broken can't be read")
    // It stays so, although the other one would be better.
    #expect(try pass(0.5, client).allSatisfy { $0.name == "whole" })
    #expect(try feeder.hasWritten())
  }

  @Test("a busy buffer is polled meanwhile, told once, and taken as soon as it is free")
  func busy() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    fake.fault("/dev/iio:device0", "open 16")
    // Nobody rings, and nobody looks for other devices.
    let daemon = try daemon(fake, rescan: "3600")
    let client = try daemon.watch()
    let feeder = try Feeder(fake, 0, axes: tilted)
    fake.set("in_accel_x_raw", of: 0, to: "-5000")
    let polled = try client.sensor { $0.mode != nil }
    #expect(polled.mode == "polled" && polled.code == "busy" && polled.health == .ok)
    // Two or three tries in vain, of which nothing is told.
    let told = try pass(1.5, client)
    #expect(told.allSatisfy { $0.mode == "polled" && $0.code == "busy" && $0.rate != nil })
    fake.fault("/dev/iio:device0", "")
    let buffered = try client.sensor { $0.mode != "polled" }
    #expect(buffered.mode == "buffered" && buffered.code == nil && buffered.health == .ok)
    _ = try client.state(in: .rolling)
    #expect(try feeder.hasWritten())
    let errors = try daemon.stop().errors.split(separator: "\n")
    #expect(errors.filter { $0.contains("resource busy") }.count == 1, "\(errors)")
  }

  @Test("a buffer that stays busy is tried ever more rarely: the sensor is polled at its rate")
  func busyForLong() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    // Each try takes a fifth of a second, in which nothing is read.
    fake.fault("/dev/iio:device0", "open-delay 200\nopen 16")
    fake.set("in_accel_x_raw", of: 0, to: "-5000")
    let daemon = try daemon(fake, rescan: "3600")
    let client = try daemon.watch()
    #expect(try client.sensor { $0.mode != nil }.code == "busy")
    // After a quarter, a half, one and two seconds more: at each sample, and there would be 5 a second.
    let rates = try pass(4, client).compactMap(\.rate)
    #expect(!rates.isEmpty && rates.allSatisfy { $0 > 20 }, "\(rates) Hz")
  }
}
