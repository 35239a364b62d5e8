// SPDX-License-Identifier: MIT

import Testing

@testable import Sensors

@Suite("Known accelerometers")
struct KnownInputDeviceTests {
  /// Where a device's x, y and z point, in words; by the sources that the table names.
  private static let pointing: [String: [String]] = [
    "DualShock 3": ["right", "face", "player"],
    "DualShock 4": ["right", "face", "player"],
    "DualSense": ["right", "face", "player"],
    "Steam Deck": ["right", "face", "player"],
    "Joy-Con or Pro Controller": ["top", "left", "face"],
    "Wii Remote": ["left", "player", "face"],
    "ADXL345 or ADXL346": ["right", "top", "face"],
    "LIS3LV02D": ["right", "top", "face"],
    "BMA150 or BMA180 in 2 g range": ["right", "top", "face"],
  ]

  /// These directions in the device frame: x to the right, y to the top, z out of the face.
  private static let directions: [String: Vector3] = [
    "right": Vector3(1, 0, 0), "left": Vector3(-1, 0, 0), "top": Vector3(0, 1, 0),
    "player": Vector3(0, -1, 0), "face": Vector3(0, 0, 1),
  ]

  /// The edge of the picture that lies at an edge of the device, by how the picture is turned.
  private static func pictureEdge(_ edge: String, _ rotation: ScreenRotation) -> String {
    // Clockwise; with the picture turned by 90°, its top lies at the device's right edge.
    let edges = ["top", "right", "bottom", "left"]
    let place = (edges.firstIndex(of: edge) ?? 0) + 4 - rotation.rawValue / 90
    return edges[place % 4]
  }

  /// What the driver would tell of a known device that lies like this.
  private static func device(_ known: KnownInputDevice) -> InputDevice {
    var device = InputDevice(
      path: "/dev/input/event1", name: known.name.isEmpty ? "Motion Sensors" : known.name,
      vendor: known.vendor ?? 0, product: known.products.first ?? 0,
      isMarkedAccelerometer: known.name.isEmpty)
    for code in known.axes {
      device.axes[code] = .init(
        minimum: -32768, maximum: 32767, resolution: known.countsPerG == nil ? 8192 : 0)
    }
    return device
  }

  @Test("every entry is known by its numbers or its name, with its unit and its source")
  func entries() {
    #expect(KnownInputDevice.all.map(\.title).sorted() == Self.pointing.keys.sorted())
    for known in KnownInputDevice.all {
      #expect(known.source.contains("linux drivers/"), "\(known.title)")
      #expect(KnownInputDevice.find(Self.device(known))?.title == known.title)
      #expect(known.axes.count == 3)
    }
  }

  @Test(
    "the ball rolls to the physically lower edge, however the picture is turned",
    arguments: KnownInputDevice.all, ScreenRotation.allCases)
  func lowerEdge(known: KnownInputDevice, rotation: ScreenRotation) throws {
    let device = Self.device(known)
    guard case .accelerometer(let layout, let found) = InputRole(of: device) else {
      Issue.record("\(known.title) is no accelerometer")
      return
    }
    let counts = known.countsPerG ?? 8192
    // 15° down: the specific force points up, so away from the edge that is lowered.
    let (sine, cosine) = (0.258819, 0.965926)
    let lowered: [(String, Vector3)] = [
      ("right", Vector3(-sine, 0, cosine)), ("left", Vector3(sine, 0, cosine)),
      ("top", Vector3(0, -sine, cosine)), ("bottom", Vector3(0, sine, cosine)),
    ]
    for (edge, force) in lowered {
      var decoder = MotionDecoder(layout)
      for (code, word) in zip(known.axes, Self.pointing[known.title] ?? []) {
        let direction = try #require(Self.directions[word])
        let value = (counts * force.dot(direction)).rounded()
        _ = decoder.take(Events.axis(code, Int32(value)), arrival: 0)
      }
      let completed = decoder.take(Events.report(), arrival: second)
      let sample = try #require(completed)
      #expect(abs(sample.acceleration.length - 9.80665) < 0.05)
      var pipeline = TiltPipeline(
        settings: try TiltSettings(
          mounting: found.mounting, screenRotation: rotation, feel: .direct))
      let tilt = pipeline.enter(sample)
      let rolls =
        abs(tilt.x) > abs(tilt.y)
        ? (tilt.x > 0 ? "right" : "left") : (tilt.y > 0 ? "bottom" : "top")
      #expect(rolls == Self.pictureEdge(edge, rotation), "\(known.title), \(edge) edge lowered")
    }
  }

  @Test("a Joy-Con's angular velocity is a sixth too large")
  func gyroGain() throws {
    let device = Devices.motion(
      vendor: 0x057e, product: 0x2007, resolution: 4096, gyroResolution: 14_247)
    guard case .accelerometer(let layout, _) = InputRole(of: device) else {
      Issue.record("no accelerometer")
      return
    }
    // 90 °/s as the driver tells them.
    let told = 90 * 14_247.0
    #expect(abs(layout.angularVelocity[0].scale * told - 0.858 * .pi / 2) < 1e-9)
  }
}
