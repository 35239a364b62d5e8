// SPDX-License-Identifier: MIT

import Sensors

/// A second, in ns.
let second: Int64 = 1_000_000_000
/// A millisecond, in ns.
let millisecond: Int64 = 1_000_000

/// Items of a device, as a test writes them.
enum Events {
  static func axis(_ code: UInt16, _ value: Int32, at time: Int64 = 0) -> InputItem {
    .event(InputEvent(time: time, type: InputCode.absoluteAxis, code: code, value: value))
  }

  static func key(_ code: UInt16, _ value: Int32, at time: Int64 = 0) -> InputItem {
    .event(InputEvent(time: time, type: InputCode.key, code: code, value: value))
  }

  static func stamp(_ value: UInt32, at time: Int64) -> InputItem {
    .event(
      InputEvent(
        time: time, type: InputCode.miscellaneous, code: InputCode.timestamp,
        value: Int32(bitPattern: value)))
  }

  static func report(at time: Int64 = 0) -> InputItem {
    .event(
      InputEvent(
        time: time, type: InputCode.synchronization, code: InputCode.report, value: 0))
  }
}

/// What several tests need: devices as their drivers describe them.
enum Devices {
  static let xyz = [InputCode.x, InputCode.y, InputCode.z]
  static let turning = [InputCode.rx, InputCode.ry, InputCode.rz]

  /// An accelerometer that says so.
  static func motion(
    _ name: String = "Motion Sensors", vendor: UInt16 = 0, product: UInt16 = 0,
    resolution: Int32 = 8192, gyroResolution: Int32? = 1024, isMarked: Bool = true
  ) -> InputDevice {
    var device = InputDevice(
      path: "/dev/input/event5", name: name, vendor: vendor, product: product,
      isMarkedAccelerometer: isMarked)
    for code in xyz {
      device.axes[code] = .init(
        minimum: -32768, maximum: 32767, fuzz: 16, flat: 0, resolution: resolution)
    }
    for code in turning {
      guard let gyroResolution else { continue }
      device.axes[code] = .init(
        minimum: -2_097_152, maximum: 2_097_152, fuzz: 16, resolution: gyroResolution)
    }
    return device
  }

  /// A gamepad's sticks, triggers, hat and buttons.
  static func gamepad(_ path: String = "/dev/input/event6") -> InputDevice {
    var device = InputDevice(path: path, name: "Gamepad", vendor: 0x045e, product: 0x028e)
    for code in xyz + turning {
      device.axes[code] = .init(minimum: -32768, maximum: 32767, fuzz: 16, flat: 128)
    }
    for code in [InputCode.hatX, InputCode.hatY] {
      device.axes[code] = .init(minimum: -1, maximum: 1)
    }
    device.keys = [0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13a, 0x13b, 0x13c]
    return device
  }

  /// The Sense HAT's joystick.
  static let senseHat: InputDevice = {
    var device = InputDevice(
      path: "/dev/input/event7", name: "Raspberry Pi Sense HAT Joystick")
    device.keys = [28, 103, 105, 106, 108]
    return device
  }()
}
