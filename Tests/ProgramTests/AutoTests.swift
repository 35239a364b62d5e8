// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

/// The real balld with the real libraries, on a computer that has IIO and input devices.
@Suite("--source auto") struct AutoTests {
  private let iio = FakeIIO()
  private let input: FakeInput

  init() { input = FakeInput(beside: iio) }

  private func daemon(_ arguments: [String] = []) throws -> RunningDaemon {
    try RunningDaemon(
      ["--source", "auto", "--set", "sensor.rescan=0.1"] + arguments,
      environment: input.environment)
  }

  @Test("an IIO accelerometer comes before one among the input devices")
  func iioFirst() throws {
    input.plug(.accelerometer(), as: 1)
    iio.plug(.sensor(0, "lis3dh"))
    let feeder = try Feeder(iio, 0, axes: [0, 0, 16000])
    let daemon = try daemon()
    defer { withExtendedLifetime(daemon) {} }
    let client = try daemon.watch()
    let report = try client.sensor { $0.mode != nil }
    #expect(report.source == "iio" && report.name == "lis3dh")
    #expect(report.reason == "the only accelerometer")
    #expect(try feeder.hasWritten())
  }

  @Test("without one the input accelerometer is taken, and left for one that appears")
  func better() throws {
    input.plug(.accelerometer(values: [-4096, 0, 7094]), as: 1)
    let daemon = try daemon()
    let client = try daemon.watch()
    let first = try client.sensor { $0.mode != nil }
    #expect(first.source == "evdev")
    #expect(
      first.reason == "no IIO sensor; the only accelerometer among the input devices")
    #expect(try client.state(in: .rolling).tilt.x > 0)
    iio.plug(.sensor(0, "lis3dh"))
    let feeder = try Feeder(iio, 0, axes: [5000, 0, 15600])
    #expect(try client.sensor { $0.source == "iio" }.name == "lis3dh")
    _ = try client.first { message in
      if case .state(let state) = message, state.phase == .rolling, state.tilt.x < 0 {
        state
      } else {
        nil
      }
    }
    #expect(
      try daemon.program.waitForError(
        containing: "taking an IIO accelerometer in place of an accelerometer among the input"))
    #expect(try feeder.hasWritten())
  }

  @Test("in the middle of a run nothing is exchanged; a restart is a run's end")
  func run() throws {
    input.plug(.accelerometer(values: [-1500, 0, 8000]), as: 1)
    let daemon = try daemon(["--table", "first-roll"])
    defer { withExtendedLifetime(daemon) {} }
    let client = try daemon.watch()
    _ = try client.first { message in
      if case .state(let state) = message, state.balls[0].vx > 0.01 { state } else { nil }
    }
    iio.plug(.sensor(0, "lis3dh"))
    let feeder = try Feeder(iio, 0, axes: [0, 0, 16000])
    #expect(
      try daemon.program.waitForError(
        containing: "an IIO accelerometer is there: it is taken when the run is over"))
    // It is being read, and drives nothing.
    let written = feeder.written
    while feeder.written < written + 5 {
      let state = try client.nextState()
      #expect(state.tilt.x > 0)
      if state.balls[0].vx == 0 { break }
    }
    try client.send(.restart)
    #expect(try client.sensor { $0.source == "iio" }.name == "lis3dh")
  }

  @Test("a stick is taken after ten seconds without an accelerometer, and left for one")
  func stick() throws {
    input.plug(.gamepad(), as: 1)
    let begin = monotonicNow()
    let daemon = try daemon()
    defer { withExtendedLifetime(daemon) {} }
    let client = try daemon.watch()
    let nothing = try client.sensor { $0.code != nil }
    #expect(nothing.code == "no-sensor" && nothing.health == .waiting)
    #expect(nothing.message?.hasSuffix("no input device is an accelerometer") == true)
    let report = try client.sensor { $0.mode != nil }
    #expect(monotonicNow() - begin >= 10_000_000_000)
    #expect(report.source == "evdev" && report.name == "Gamepad")
    #expect(report.reason == "no accelerometer for 10 s; the only stick")
    _ = try client.state(in: .rolling)
    // Its buttons still act.
    input.write([(1, 0x13b, 1), (0, 0, 0)], to: 1, time: monotonicNow())
    try client.event("paused")
    input.write([(1, 0x13b, 0), (1, 0x13b, 1), (0, 0, 0)], to: 1, time: monotonicNow())
    try client.event("resumed")

    input.plug(.accelerometer(values: [-4096, 0, 7094]), as: 2)
    let better = try client.sensor { $0.name == "Motion Sensors" }
    #expect(better.source == "evdev" && better.mountFrom == "identity")
    #expect(try client.state(in: .rolling).tilt.x > 0)
  }

  @Test("an accelerometer that can't be used is told of, and no stick is in its place at once")
  func unusable() throws {
    input.plug(.motion("Homemade", isMarked: true), as: 1)
    input.plug(.gamepad(), as: 2)
    let daemon = try daemon()
    defer { withExtendedLifetime(daemon) {} }
    let client = try daemon.watch()
    let report = try client.sensor { $0.code != nil }
    #expect(report.code == "no-scale" && report.message?.contains("Homemade") == true)
  }
}
