// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

/// The real balld with the real libiio, on devices made of files.
@Suite("a sensor that Linux knows by IIO") struct IIOTests {
  /// What a count of the fake sensors is worth, m/s².
  static let scale = 0.000598

  private func counts(_ vector: [Double]) -> [Int16] {
    vector.map { Int16(($0 / Self.scale).rounded()) }
  }

  private func daemon(_ fake: FakeIIO, _ arguments: [String] = []) throws -> RunningDaemon {
    let source = arguments.contains("--source") ? [] : ["--source", "auto"]
    return try RunningDaemon(
      source + ["--set", "sensor.rescan=0.1"] + arguments, environment: fake.environment)
  }

  // MARK: Which edge is lower

  /// An edge of the screen, or of the picture on it.
  enum Edge: Int, CaseIterable {
    case top, right, bottom, left
  }

  /// A way in which the sensor's board is turned in the device.
  struct Mount: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// What the driver tells, if anything.
    var matrix: String?
    var sign: String
    /// Device axes → sensor axes, by hand.
    var sensor: @Sendable ([Double]) -> [Double]
  }

  /// A sensor turned by 90° counter-clockwise as one looks at the screen.
  ///
  /// Its x points to the device's top, its y to the device's left: device = (−y, x, z) of the sensor.
  private static let turned: @Sendable ([Double]) -> [Double] = { [$0[1], -$0[0], $0[2]] }

  static let mounts = [
    Mount(testDescription: "as the device", matrix: nil, sign: "auto", sensor: { $0 }),
    Mount(
      testDescription: "turned, in the kernel's sign", matrix: "0, -1, 0; 1, 0, 0; 0, 0, 1",
      sign: "kernel", sensor: turned),
    Mount(
      testDescription: "turned, in iio-sensor-proxy's sign and with its careless third row",
      matrix: "0, 1, 0; -1, 0, 0; 0, 0, -1", sign: "proxy", sensor: turned),
  ]

  /// The device's reading with one edge of the screen lowered by 20°, m/s²: of an edge that is
  /// lower, an accelerometer's axis that points to it reads negative.
  private func reading(lowered edge: Edge) -> [Double] {
    let (side, up) = (9.80665 * 0.34202014, 9.80665 * 0.93969262)
    switch edge {
    case .right: return [-side, 0, up]
    case .left: return [side, 0, up]
    case .top: return [0, -side, up]
    case .bottom: return [0, side, up]
    }
  }

  @Test(
    "the ball rolls to the edge that is physically lower",
    arguments: [0, 90, 180, 270], Self.mounts)
  func lowerEdge(rotation: Int, mount: Mount) throws {
    let fake = FakeIIO()
    var device = FakeIIO.Device.sensor(0, "lis2dw12_accel")
    device.files["in_accel_mount_matrix"] = mount.matrix
    fake.plug(device)
    let daemon = try daemon(
      fake,
      [
        "--set", "screen.rotation=\(rotation)", "--set", "sensor.mount-sign=\(mount.sign)",
        "--set", "tilt.limit=20",
      ])
    let client = try daemon.watch()
    let feeder = try Feeder(fake, 0, axes: counts(mount.sensor([0, 0, 9.80665])))
    for edge in Edge.allCases {
      feeder.set(counts(mount.sensor(reading(lowered: edge))))
      // With the picture turned clockwise by 90°, its top lies at the screen's right edge.
      let inPicture = try #require(Edge(rawValue: (edge.rawValue + 4 - rotation / 90) % 4))
      let (width, height, radius) = (0.32, 0.2, 0.008)
      _ = try client.first { message -> Void? in
        guard case .state(let state) = message, let ball = state.balls.first else { return nil }
        let isThere =
          switch inPicture {
          case .left: ball.x < radius + 1e-4
          case .right: ball.x > width - radius - 1e-4
          case .top: ball.y < radius + 1e-4
          case .bottom: ball.y > height - radius - 1e-4
          }
        return isThere ? () : nil
      }
    }
  }

  // MARK: Values, axes, times

  @Test("what is written into the buffer comes out as tilt, in m/s², at its own time")
  func values() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(3, "lsm6dsl_accel"))
    let daemon = try daemon(
      fake,
      [
        "--set", "tilt.smoothing=0", "--set", "tilt.dead-zone=0", "--set", "tilt.exponent=1",
        "--set", "tilt.limit=20",
      ])
    let client = try daemon.watch()
    let written = monotonicNow()
    fake.scan(counts([-1.0, 0.5, 9.7]), time: written, to: 3)
    let open = try client.sensor { $0.mode != nil }
    #expect(open.source == "iio" && open.name == "lsm6dsl_accel" && open.mode == "buffered")
    #expect(open.odr == 104 && !open.gyro && open.mountFrom == "identity")
    #expect(open.reason == "the only accelerometer" && open.code == nil)
    let state = try client.state(in: .rolling)
    // Right edge lower: to the right. Top edge higher: to the bottom.
    #expect(abs(state.tilt.x - 1.0) < 1e-3 && abs(state.tilt.y - 0.5) < 1e-3, "\(state.tilt)")
    // As old as the sample was when it was read: not dated by its arrival.
    let age = try #require(state.age)
    #expect(age >= 0 && age < Double(monotonicNow() - written) / 1e9)
  }

  @Test("x moves whatever the order in which the directory lists the channels")
  func order() throws {
    let fake = FakeIIO()
    var device = FakeIIO.Device.sensor(0, "odd")
    // y comes first in the scan: y, x, z.
    device.files["scan_elements/in_accel_x_index"] = "1"
    device.files["scan_elements/in_accel_y_index"] = "0"
    fake.plug(device)
    let daemon = try daemon(fake, ["--set", "tilt.smoothing=0"])
    let client = try daemon.watch()
    fake.scan(counts([0, -3.0, 9.3]), time: monotonicNow(), to: 0)
    let state = try client.state(in: .rolling)
    #expect(state.tilt.x > 0.1 && state.tilt.y == 0, "\(state.tilt)")
  }

  @Test("a stamp by another clock is taken to ours")
  func otherClock() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "accel_3d"))
    let daemon = try daemon(fake)
    let client = try daemon.watch()
    // 56 years ahead, as the realtime clock is.
    let feeder = try Feeder(
      fake, 0, axes: counts([-3, 0, 9.3]), stampedBy: 1_780_000_000_000_000_000)
    for _ in 0..<20 {
      let state = try client.state(in: .rolling)
      #expect((state.age ?? 1) < 0.5, "\(state.age ?? -1) s")
    }
    #expect(feeder.written > 5)
    #expect(fake.get("current_timestamp_clock", of: 0) == "monotonic")
  }

  @Test("a sensor without a trigger gets its own, else the prepared one, which is paced")
  func trigger() throws {
    for (name, isOwn) in [("lis3dh-dev0", true), ("balld", false)] {
      let fake = FakeIIO()
      var device = FakeIIO.Device.sensor(0, "lis3dh", rate: "1", rates: "1 10 100 400")
      device.files["trigger/current_trigger"] = ""
      fake.plugTrigger(3, "other")
      fake.plugTrigger(4, name, rate: isOwn ? nil : "10")
      fake.plug(device)
      let daemon = try daemon(fake)
      let client = try daemon.watch()
      fake.scan(counts([0, 0, 9.8]), time: monotonicNow(), to: 0)
      let open = try client.sensor { $0.mode != nil }
      #expect(open.mode == "buffered")
      #expect(fake.get("trigger/current_trigger", of: 0) == name)
      #expect(fake.getTrigger(4, "sampling_frequency") == (isOwn ? nil : "100"))
      // Paced from outside, the device must measure faster than that.
      #expect(open.odr == (isOwn ? 100 : 400))
    }
  }

  // MARK: Polling

  @Test("a sensor without a buffer is polled, its rate raised first")
  func polled() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lis3dh", type: nil, rate: "1", rates: "1 10 25 50 100 200 400 1600"))
    fake.set("in_accel_x_raw", of: 0, to: "\(counts([-3])[0])")
    fake.set("in_accel_y_raw", of: 0, to: "0")
    fake.set("in_accel_z_raw", of: 0, to: "\(counts([9.3])[0])")
    let daemon = try daemon(fake)
    let client = try daemon.watch()
    let open = try client.sensor { $0.mode != nil }
    #expect(open.mode == "polled" && open.odr == 400 && open.health == .ok && open.code == nil)
    #expect(fake.get("sampling_frequency", of: 0) == "400")
    #expect(try client.state(in: .rolling).tilt.x > 0.1)
    // The measured rate follows.
    let measured = try #require(try client.sensor { $0.rate != nil }.rate)
    #expect(measured > 20 && measured < 110, "\(measured) Hz")
  }

  @Test("without the right to the buffer it is polled, and says which right is missing")
  func noRight() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    fake.fault("/dev/iio:device0", "open 13")
    let daemon = try daemon(fake)
    let client = try daemon.watch()
    let open = try client.sensor { $0.mode != nil }
    #expect(open.mode == "polled" && open.health == .ok && open.code == "permission")
    #expect(open.hint?.contains("group balld") == true)
    _ = try client.state(in: .rolling)
  }

  @Test("a buffer that gives nothing by a deadline is given up for polling")
  func silentBuffer() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let daemon = try daemon(fake)
    let client = try daemon.watch()
    let open = try client.sensor { $0.mode != nil }
    #expect(open.mode == "polled" && open.code == "no-data")
  }
}
