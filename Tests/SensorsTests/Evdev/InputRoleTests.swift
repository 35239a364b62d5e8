// SPDX-License-Identifier: MIT

import Testing

@testable import Sensors

@Suite("What an input device is good for")
struct InputRoleTests {
  /// What is expected of a device, without its numbers.
  enum Kind: Equatable {
    case accelerometer(hasGyro: Bool)
    case unusable, stick, keyboard, none

    init(_ role: InputRole) {
      switch role {
      case .accelerometer(let layout, _):
        self = .accelerometer(hasGyro: !layout.angularVelocity.isEmpty)
      case .unusable: self = .unusable
      case .stick: self = .stick
      case .keyboard: self = .keyboard
      case .none: self = .none
      }
    }
  }

  /// A device of these axes and keys.
  private static func device(
    _ axes: [UInt16], range: ClosedRange<Int32> = -512...511, resolution: Int32 = 0,
    keys: Set<UInt16> = [], isMarked: Bool = false, byUdev: Bool = false, name: String = "Thing"
  ) -> InputDevice {
    var device = InputDevice(
      path: "/dev/input/event1", name: name, keys: keys, isMarkedAccelerometer: isMarked)
    for code in axes {
      device.axes[code] = .init(
        minimum: range.lowerBound, maximum: range.upperBound, resolution: resolution)
    }
    device.surroundings.isAccelerometer = byUdev
    return device
  }

  static let cases: [(String, InputDevice, Kind)] = [
    ("an accelerometer with a gyro", Devices.motion(), .accelerometer(hasGyro: true)),
    (
      "an accelerometer alone", Devices.motion(gyroResolution: nil),
      .accelerometer(hasGyro: false)
    ),
    (
      "an accelerometer whose gyro has no unit", Devices.motion(gyroResolution: 0),
      .accelerometer(hasGyro: false)
    ),
    ("an accelerometer without a unit", Devices.motion(resolution: 0), .unusable),
    ("an accelerometer of two axes", device([0, 1], resolution: 100, isMarked: true), .unusable),
    (
      "what udev takes for one", device([0, 1, 2], resolution: 256, byUdev: true),
      .accelerometer(hasGyro: false)
    ),
    ("what udev takes for one, without a unit", device([0, 1, 2], byUdev: true), .unusable),
    (
      "rudder pedals, which udev takes for one",
      device([0, 1, 2], range: 0...1023, resolution: 10, byUdev: true), .none
    ),
    (
      "a joystick that udev takes for one",
      device([0, 1, 2], resolution: 10, keys: [0x120], byUdev: true), .stick
    ),
    (
      "the ADXL345's input driver, whose taps are buttons",
      device([0, 1, 2], range: -4096...4095, keys: [0x14a], name: "ADXL34x accelerometer"),
      .accelerometer(hasGyro: false)
    ),
    ("a gamepad", Devices.gamepad(), .stick),
    (
      "a DualSense's sticks",
      InputDevice(
        path: "/dev/input/event2", name: "Wireless Controller", vendor: 0x054c, product: 0x0ce6,
        axes: Devices.gamepad().axes, keys: Devices.gamepad().keys), .stick
    ),
    ("a joystick of old", device([0, 1], keys: [0x120, 0x121]), .stick),
    ("a pad of buttons", device([], keys: [0x130, 0x220, 0x221, 0x222, 0x223]), .stick),
    ("buttons that steer nothing", device([], keys: [0x130, 0x131]), .none),
    ("the Sense HAT's joystick", Devices.senseHat, .stick),
    ("a keyboard", device([], keys: Set(1...120)), .keyboard),
    ("a few keys", device([], keys: [28, 30]), .none),
    ("a touchpad", device([0, 1], keys: [0x110, 0x145, 0x14a]), .none),
    ("a tablet with buttons", device([0, 1], keys: [0x130, 0x140, 0x14a]), .none),
    ("a mouse", device([], keys: [0x110, 0x111]), .none),
    ("axes without buttons", device([0, 1]), .none),
    ("nothing", device([]), .none),
    ("a gamepad with bounds that are none", device([0, 1], range: 0...0, keys: [0x130]), .none),
  ]

  @Test("a device is taken for what it is", arguments: cases.indices)
  func kinds(index: Int) {
    let (name, device, kind) = Self.cases[index]
    #expect(Kind(InputRole(of: device)) == kind, "\(name)")
  }

  @Test("without a unit the configuration's is taken, and the driver's before it")
  func configuredUnit() throws {
    func scale(_ device: InputDevice, _ counts: Double?) -> Double? {
      guard case .accelerometer(let layout, _) = InputRole(of: device, countsPerG: counts) else {
        return nil
      }
      return layout.acceleration[0].scale
    }
    let gravity = 9.80665
    #expect(scale(Devices.motion(resolution: 0), nil) == nil)
    #expect(scale(Devices.motion(resolution: 0), 128) == gravity / 128)
    #expect(scale(Devices.motion(resolution: 8192), 128) == gravity / 8192)
    // The known unit gives way to the configured one.
    let known = Devices.motion("bma150", resolution: 0, gyroResolution: nil, isMarked: false)
    #expect(scale(known, nil) == gravity / 256)
    #expect(scale(known, 512) == gravity / 512)
    for nonsense in [0, -1, .nan] as [Double] {
      #expect(scale(Devices.motion(resolution: 0), nonsense) == nil)
    }
  }

  @Test("whatever bounds an axis has, nothing traps and no number is nonsense")
  func absurd() throws {
    let extremes: [Int32] = [.min, -1, 0, 1, .max]
    for (index, resolution) in extremes.enumerated() {
      for minimum in extremes {
        for maximum in extremes {
          let axis = InputDevice.Axis(
            value: maximum, minimum: minimum, maximum: maximum,
            fuzz: extremes[(index + 1) % 5], flat: extremes[(index + 2) % 5], resolution: resolution
          )
          var motion = InputDevice(path: "/dev/input/event1", name: "Odd")
          motion.axes = [0: axis, 1: axis, 2: axis, 3: axis, 4: axis, 5: axis]
          motion.isMarkedAccelerometer = true
          switch InputRole(of: motion) {
          case .accelerometer(let layout, _):
            #expect(resolution > 0)
            let sample = try #require(MotionDecoder(layout).sample(at: 0))
            #expect(sample.acceleration.length.isFinite)
          case .unusable(let fault): #expect(resolution <= 0 && fault.code == .noScale)
          default: Issue.record("an accelerometer isn't one")
          }
          motion.axes[InputCode.z] = nil
          if case .accelerometer = InputRole(of: motion) { Issue.record("two axes are taken") }
          var pad = InputDevice(path: "/dev/input/event2", name: "Odd pad", keys: [0x130])
          pad.axes = [0: axis, 1: axis]
          guard case .stick(let layout) = InputRole(of: pad) else { continue }
          #expect(minimum < maximum)
          var decoder = StickDecoder(layout)
          for value in extremes {
            _ = decoder.take(Events.axis(InputCode.x, value), arrival: 0)
            let position = decoder.position(at: 0)
            #expect(abs(position.x) <= 1 && abs(position.y) <= 1)
          }
        }
      }
    }
  }

  @Test("the refusal says what is missing and how to give it")
  func refusal() throws {
    guard case .unusable(let fault) = InputRole(of: Devices.motion(resolution: 0)) else {
      Issue.record("not refused")
      return
    }
    #expect(fault.code == .noScale)
    #expect(fault.description.contains("Motion Sensors"))
    #expect(fault.hint.contains("sensor.counts-per-g"))
  }

  @Test("a Wii Remote's other nodes, of the same numbers and axes, are no accelerometers")
  func wiiRemote() {
    func kind(_ name: String) -> Kind {
      var device = InputDevice(
        path: "/dev/input/event4", name: name, vendor: 0x057e, product: 0x0306)
      for code in Devices.turning { device.axes[code] = .init(minimum: -500, maximum: 500) }
      return Kind(InputRole(of: device))
    }
    #expect(kind("Nintendo Wii Remote Accelerometer") == .accelerometer(hasGyro: false))
    #expect(kind("Nintendo Wii Remote Motion Plus") == .none)
    #expect(kind("Nintendo Wii Remote Nunchuk") == .none)
  }

  @Test("a mounting is the configuration's, else udev's, else the known device's, else none")
  func mountings() throws {
    func mounting(
      _ device: InputDevice, _ configured: Mounting? = nil, _ sign: MountSign = .auto
    ) -> FoundMounting? {
      guard
        case .accelerometer(_, let found) = InputRole(
          of: device, mounting: configured, sign: sign)
      else { return nil }
      return found
    }
    let turned = try Mounting("0 1 0  -1 0 0  0 0 1")
    var device = Devices.motion(vendor: 0x054c, product: 0x0ce6)
    #expect(mounting(device)?.origin == "known device: DualSense")
    #expect(mounting(Devices.motion())?.origin == "identity")
    device.surroundings.mountMatrix = "0, -1, 0; 1, 0, 0; 0, 0, 1"
    #expect(mounting(device) == FoundMounting(mounting: turned, origin: "udev (sign turned)"))
    let asWritten = try Mounting("0 -1 0  1 0 0  0 0 1")
    #expect(mounting(device, nil, .kernel)?.mounting == asWritten)
    #expect(mounting(device, .identity)?.origin == "configuration")
    device.surroundings.mountMatrix = "1, 0, 0"
    #expect(mounting(device)?.origin == "known device: DualSense")
    #expect(mounting(device)?.fault?.code == .badMatrix)
  }
}
