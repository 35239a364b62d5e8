// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

/// The real balld with the real libevdev, on input devices made of FIFOs.
@Suite("an input device that tilts the table") struct EvdevTests {
  private let input = FakeInput()

  private func daemon(_ arguments: [String] = [], source: String = "evdev") throws -> RunningDaemon
  {
    try RunningDaemon(
      ["--source", source, "--set", "sensor.rescan=0.1"] + arguments,
      environment: input.environment)
  }

  /// One frame of axes, dated now.
  private func move(_ values: [(Int, Int)], on number: Int) {
    input.write(
      values.map { (3, $0.0, $0.1) } + [(0, 0, 0)], to: number, time: monotonicNow())
  }

  // MARK: Which edge is lower

  /// A pad or sensor of the table of known devices: what its driver tells, and where its axes point
  /// when it lies flat with its face up.
  struct Known: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var numbers = "0000 0000"
    var axes = [0, 1, 2]
    /// What the driver tells; 0 for nothing.
    var resolution = 0
    var countsPerG = 256.0
    var isMarked = false
    /// Words for x, y and z.
    var pointing: [String]
  }

  static let known = [
    Known(
      testDescription: "Sony PLAYSTATION(R)3 Controller Motion Sensors", numbers: "054c 0268",
      resolution: 113, countsPerG: 113, isMarked: true, pointing: ["right", "face", "player"]),
    Known(
      testDescription: "Wireless Controller Motion Sensors (DualShock 4)", numbers: "054c 09cc",
      resolution: 8192, countsPerG: 8192, isMarked: true, pointing: ["right", "face", "player"]),
    Known(
      testDescription: "DualSense Wireless Controller Motion Sensors", numbers: "054c 0ce6",
      resolution: 8192, countsPerG: 8192, isMarked: true, pointing: ["right", "face", "player"]),
    Known(
      testDescription: "Steam Deck Motion Sensors", numbers: "28de 1205",
      resolution: 16384, countsPerG: 16384, isMarked: true, pointing: ["right", "face", "player"]),
    Known(
      testDescription: "Nintendo Switch Pro Controller IMU", numbers: "057e 2009",
      resolution: 4096, countsPerG: 4096, isMarked: true, pointing: ["top", "left", "face"]),
    Known(
      testDescription: "Nintendo Wii Remote Accelerometer", numbers: "057e 0306", axes: [3, 4, 5],
      countsPerG: 104, pointing: ["left", "player", "face"]),
    Known(testDescription: "ADXL34x accelerometer", pointing: ["right", "top", "face"]),
    Known(
      testDescription: "ST LIS3LV02DL Accelerometer", countsPerG: 1000,
      pointing: ["right", "top", "face"]),
    Known(testDescription: "bma150", pointing: ["right", "top", "face"]),
  ]

  /// The specific force, in g in the device frame, with one edge lowered by 20°: away from it.
  static let lowered: [(edge: String, force: [Double])] = [
    ("right", [-0.342, 0, 0.94]), ("bottom", [0, 0.342, 0.94]), ("left", [0.342, 0, 0.94]),
    ("top", [0, -0.342, 0.94]),
  ]

  /// What the axes read, in counts.
  private func reading(_ device: Known, _ force: [Double]) -> [Int] {
    device.pointing.map { word in
      let along =
        switch word {
        case "right": force[0]
        case "left": -force[0]
        case "top": force[1]
        case "player": -force[1]
        default: force[2]
        }
      return Int((along * device.countsPerG).rounded())
    }
  }

  @Test(
    "the ball rolls to the edge that is physically lower, on a pad that lies flat", arguments: known
  )
  func lowerEdge(device: Known) throws {
    input.plug(
      .motion(
        device.testDescription, numbers: device.numbers, axes: device.axes,
        countsPerG: device.resolution, isMarked: device.isMarked,
        values: reading(device, [0, 0, 1])), as: 4)
    let daemon = try daemon(["--set", "tilt.limit=20"])
    let client = try daemon.watch()
    let report = try client.sensor { $0.mode != nil }
    #expect(report.source == "evdev" && report.mode == "on-change" && report.health == .ok)
    #expect(report.mountFrom.hasPrefix("known device: "))
    _ = try client.state(in: .rolling)
    for (edge, force) in Self.lowered {
      move(Array(zip(device.axes, reading(device, force))), on: 4)
      try client.waitForBall(at: edge)
    }
  }

  // MARK: Coming and going

  @Test("pulled out the table lies level and waits; under another number it goes on")
  func replug() throws {
    input.plug(.accelerometer(values: [-4096, 0, 7094]), as: 3)
    let daemon = try daemon(["--table", "bounce"])
    let client = try daemon.watch()
    let rolling = try client.state(in: .rolling)
    #expect(rolling.tilt.x > 0)
    input.unplug(3)
    let lost = try client.sensor { $0.health == .waiting }
    #expect(lost.code == "unplugged" && lost.hint != nil)
    let waiting = try client.state(in: .noSensor)
    #expect(waiting.tilt.x == 0 && waiting.tilt.y == 0 && waiting.age == nil)
    input.plug(.accelerometer(values: [4096, 0, 7094]), as: 11)
    #expect(try client.sensor { $0.mode != nil }.reason == "plugged in again")
    #expect(try client.state(in: .rolling).tilt.x < 0)
  }

  @Test("events that the kernel lost leave no stale axis behind: one coherent tilt")
  func lostEvents() throws {
    input.plug(.accelerometer(), as: 3)
    let daemon = try daemon(["--set", "tilt.smoothing=0", "--set", "tilt.feel=direct"])
    let client = try daemon.watch()
    _ = try client.sensor { $0.mode != nil }
    _ = try client.state(in: .rolling)
    // x 819, SYN_DROPPED, y −819, SYN_REPORT; by then the device lies as it says when it is asked.
    input.describe(.accelerometer(values: [-1638, 1638, 7800]), as: 3)
    input.write(
      [(3, 0, 819), (0, 3, 0), (3, 1, -819), (0, 0, 0)], to: 3, time: monotonicNow())
    let state = try client.first { message in
      if case .state(let state) = message, state.tilt.x != 0 { state } else { nil }
    }
    // Never the torn frame, by which x would have been negative.
    #expect(abs(state.tilt.x - 1.96) < 0.02 && abs(state.tilt.y - 1.96) < 0.02, "\(state.tilt)")
  }

  @Test("a device that says nothing for seconds is there, and its last word counts")
  func silence() throws {
    input.plug(.accelerometer(values: [-1500, 900, 8000]), as: 3)
    // On a table without resistance and losses the ball never stops, so that states come.
    let daemon = try daemon(["--table", "bounce"])
    let client = try daemon.watch()
    let first = try client.state(in: .rolling)
    var last = first
    while last.t < first.t + 3.5 {
      last = try client.nextState()
      try #require(last.phase == .rolling && last.tilt == first.tilt)
    }
  }

  @Test("a device that goes without a word is missed within seconds: level, and waiting")
  func vanished() throws {
    input.plug(.accelerometer(values: [-1500, 900, 8000]), as: 3)
    let daemon = try daemon()
    let client = try daemon.watch()
    _ = try client.state(in: .rolling)
    input.vanish(3)
    #expect(try client.state(in: .noSensor).tilt == XY(x: 0, y: 0))
  }

  // MARK: Sticks

  @Test("a stick tilts the table by up to the limit, and level when it is let go")
  func stick() throws {
    input.plug(.gamepad(), as: 5)
    let daemon = try daemon(["--set", "screen.rotation=90"])
    let client = try daemon.watch()
    let report = try client.sensor { $0.mode != nil }
    #expect(report.name == "Gamepad" && report.mode == "on-change" && !report.gyro)
    #expect(report.mountFrom == "none: a stick steers by the picture")
    _ = try client.state(in: .rolling)
    let full = 9.80665 * 0.13917310096006544  // sin 8°
    let pushes: [([(Int, Int)], XY)] = [
      ([(0, 32767)], XY(x: full, y: 0)), ([(0, 0), (1, 32767)], XY(x: 0, y: full)),
      ([(1, -32768)], XY(x: 0, y: -full)), ([(1, 0)], XY(x: 0, y: 0)),
    ]
    for (axes, expected) in pushes {
      move(axes, on: 5)
      let state = try client.first { message in
        if case .state(let state) = message, abs(state.tilt.x - expected.x) < 1e-9,
          abs(state.tilt.y - expected.y) < 1e-9
        {
          state
        } else {
          nil
        }
      }
      // That is no sensor's reading.
      #expect(state.up == nil)
    }
  }

  @Test("a stick that is pulled out leaves the table level")
  func stickPulledOut() throws {
    input.plug(.gamepad(), as: 5)
    let daemon = try daemon()
    let client = try daemon.watch()
    _ = try client.sensor { $0.mode != nil }
    _ = try client.state(in: .rolling)
    move([(0, 32767)], on: 5)
    _ = try client.first { message in
      if case .state(let state) = message, state.tilt.x > 0 { state } else { nil }
    }
    input.unplug(5)
    #expect(try client.state(in: .noSensor).tilt == XY(x: 0, y: 0))
  }

  @Test("a name can't break a line of the log")
  func names() throws {
    input.plug(.accelerometer("Evil\u{1b}[2J\u{9b}31m pad"), as: 3)
    let daemon = try daemon()
    #expect(
      try daemon.program.waitForError(
        containing: "reading Evil\u{fffd}[2J\u{fffd}31m pad, on-change"))
  }

  @Test("two pads of one kind are two: the one in use is found again by its number")
  func twins() throws {
    input.plug(.accelerometer("Twin", unique: "1", values: [-4096, 0, 7094]), as: 1)
    input.plug(.accelerometer("Twin", unique: "2", values: [4096, 0, 7094]), as: 2)
    let daemon = try daemon(["--table", "bounce"])
    let client = try daemon.watch()
    #expect(try client.sensor { $0.mode != nil }.id == "Twin@1")
    input.unplug(1)
    #expect(
      try client.sensor { $0.id == "Twin@2" }.reason
        == "the only accelerometer among the input devices")
    input.plug(.accelerometer("Twin", unique: "1", values: [-4096, 0, 7094]), as: 7)
    // The new one stays: it works. When it goes, the first one is back.
    input.unplug(2)
    #expect(try client.sensor { $0.id == "Twin@1" }.health == .ok)
  }

  @Test("files that are no devices are passed over, whatever they are called")
  func noDevices() throws {
    input.plug(FakeInput.Device([]), as: 0)
    input.plug(.accelerometer(), as: 1)
    let daemon = try daemon()
    #expect(try daemon.watch().sensor { $0.mode != nil }.name == "Motion Sensors")
    let other = try self.daemon(source: "evdev:/etc/passwd")
    let report = try other.watch().sensor { $0.code != nil }
    #expect(report.message == "no input device is called /etc/passwd")
  }

  @Test("`--list-sensors` tells of each what it is taken for, and what can't be looked into")
  func list() throws {
    input.plug(.keyboard, as: 0)
    input.plug(.gamepad(), as: 1)
    input.plug(.accelerometer(gyroCounts: 1024), as: 2)
    input.plug(.accelerometer("Closed"), as: 3)
    input.plug(.motion("Homemade", isMarked: true), as: 4)
    input.fault(3, "open 13\n")
    let result = try Program.run("balld", ["--list-sensors"], environment: input.environment)
    #expect(result.code == 0)
    #expect(
      result.output == """
        * Motion Sensors  (/dev/input/event2)
            id       Motion Sensors@aa:bb
            scale    0.001197100830078125 m/s² a count
            gyro     its own
            mount    1, 0, 0; 0, 1, 0; 0, 0, 1  from identity
            taken    the only accelerometer among the input devices
          Homemade  (/dev/input/event4)
            id       Homemade
            unusable the driver of Homemade doesn't say how many counts are 1 g; lay it flat, read \
        the largest value with evtest, and set sensor.counts-per-g to it
          Gamepad  (/dev/input/event1)
            id       Gamepad@cc:dd
            tilts by its stick and its four-way pad
          Some Keyboard  (/dev/input/event0)
            id       Some Keyboard
            tilts by arrow keys, for those who name it: --source evdev:NAME
        one of the input devices can't be looked into: cannot open /dev/input/event3: permission \
        denied; put the user that runs balld into the group that owns it, usually `input`

        """)
  }

  // MARK: Units and rights

  @Test("without a unit it waits and says so; with sensor.counts-per-g it rolls")
  func countsPerG() throws {
    input.plug(.motion("Homemade", isMarked: true, values: [-100, 0, 240]), as: 1)
    let without = try daemon()
    let report = try without.watch().sensor { $0.code != nil }
    #expect(report.code == "no-scale" && report.hint?.contains("sensor.counts-per-g") == true)
    let with = try daemon(["--set", "sensor.counts-per-g=256"])
    let client = try with.watch()
    #expect(try client.state(in: .rolling).tilt.x > 0)
  }

  @Test("a device that is named is taken, and nothing else")
  func named() throws {
    input.plug(.gamepad("Left", unique: "1"), as: 1)
    input.plug(.gamepad("Right", unique: "2"), as: 2)
    for name in ["Right", "/dev/input/event2", "Right@2"] {
      let daemon = try daemon(source: "evdev:\(name)")
      #expect(try daemon.watch().sensor { $0.mode != nil }.id == "Right@2")
    }
    let daemon = try daemon(source: "evdev:Middle")
    let report = try daemon.watch().sensor { $0.code != nil }
    #expect(report.code == "no-sensor")
    #expect(report.message == "no input device is called Middle")
  }
}

extension TestClient {
  /// Waits until the ball lies at an edge of the table `marble`.
  func waitForBall(at edge: String) throws {
    let (width, height, radius) = (0.32, 0.2, 0.008)
    try first { message -> Void? in
      guard case .state(let state) = message, let ball = state.balls.first else { return nil }
      let isThere =
        switch edge {
        case "left": ball.x < radius + 1e-4
        case "right": ball.x > width - radius - 1e-4
        case "top": ball.y < radius + 1e-4
        default: ball.y > height - radius - 1e-4
        }
      return isThere ? () : nil
    }
  }

  /// The next event of a button.
  func nextButton() throws -> Event.Button {
    try first {
      if case .event(let event) = $0, case .button(let button) = event.kind { button } else { nil }
    }
  }

  /// The next event of this name.
  func event(_ name: String) throws {
    try first { message -> Void? in
      if case .event(let event) = message, event.kind.name == name { () } else { nil }
    }
  }
}
