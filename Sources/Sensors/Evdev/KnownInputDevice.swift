// SPDX-License-Identifier: MIT

/// How a sensor's axes lie in what carries it, which lies flat with its face up.
///
/// Each is a turn of the device frame (x to the right, y to the top, z out of the face), so that
/// accelerometer and gyro turn alike.
public enum SensorFrame: Sendable {
  /// The device frame itself.
  case device
  /// x to the right, y out of the face, z to the player.
  case playStation
  /// x to the triggers, y to the left, z out of the face.
  case nintendo
  /// x to the left, y to the player, z out of the face.
  case wiiRemote

  /// Sensor axes → device axes.
  public var mounting: Mounting {
    let rows: (Vector3, Vector3, Vector3) =
      switch self {
      case .device: (Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))
      case .playStation: (Vector3(1, 0, 0), Vector3(0, 0, -1), Vector3(0, 1, 0))
      case .nintendo: (Vector3(0, -1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1))
      case .wiiRemote: (Vector3(-1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, 1))
      }
    // Each of them is a rotation, so none is refused.
    return (try? Mounting(rows: rows.0, rows.1, rows.2)) ?? .identity
  }
}

/// What is known of an accelerometer beyond what its driver says: a table, and nothing else.
public struct KnownInputDevice: Equatable, Sendable {
  /// What it is called here.
  public var title: String
  /// The vendor's number; nil when the name alone tells it.
  public var vendor: UInt16?
  /// The vendor's numbers for the product; empty for any.
  public var products: [UInt16]
  /// What its name begins with, or is.
  public var name: String
  /// How its axes lie.
  public var frame: SensorFrame
  /// Counts per g, for drivers that don't say.
  public var countsPerG: Double?
  /// What its angular velocity has to be multiplied by.
  public var gyroGain: Double
  /// The codes of its accelerometer's axes.
  public var axes: [UInt16]
  /// Who says so.
  public var source: String

  private init(
    _ title: String, vendor: UInt16? = nil, products: [UInt16] = [], name: String = "",
    frame: SensorFrame = .device, countsPerG: Double? = nil, gyroGain: Double = 1,
    axes: [UInt16] = [InputCode.x, InputCode.y, InputCode.z], source: String
  ) {
    self.title = title
    self.vendor = vendor
    self.products = products
    self.name = name
    self.frame = frame
    self.countsPerG = countsPerG
    self.gyroGain = gyroGain
    self.axes = axes
    self.source = source
  }

  /// Whether this is it; for nodes that carry its motion, not its sticks.
  func matches(_ device: InputDevice) -> Bool {
    (vendor == nil || vendor == device.vendor)
      && (products.isEmpty || products.contains(device.product))
      && device.name.hasPrefix(name) && axes.allSatisfy { device.axes[$0] != nil }
  }

  /// What is known of a device, if anything.
  static func find(_ device: InputDevice) -> KnownInputDevice? {
    all.first { $0.matches(device) }
  }

  // Of gamepads the whole family is listed by its numbers, which their nodes share; the node with
  // the sensor is told by INPUT_PROP_ACCELEROMETER. "linux" is torvalds/linux, "evdevhook2" is
  // v1993/evdevhook2's src/DeviceTypes.ini, whose two frames agree with the drivers' comments.
  static let all: [KnownInputDevice] = [
    KnownInputDevice(
      "DualShock 3", vendor: 0x054c, products: [0x0268], frame: .playStation,
      source: "linux drivers/hid/hid-sony.c (turned as the DualShock 4's); evdevhook2"),
    // The sign of its gyro's x is disputed: evdevhook2 has it turned against the DualSense's, SDL
    // (SDL_hidapi_ps4.c and _ps5.c) reads both alike. Kernels before 6.3 took the sign from the
    // gamepad's own calibration (hid-playstation.c, sens_denom), newer ones don't.
    KnownInputDevice(
      "DualShock 4", vendor: 0x054c, products: [0x05c4, 0x09cc, 0x0ba0], frame: .playStation,
      source: "linux drivers/hid/hid-playstation.c; evdevhook2; SDL's SDL_hidapi_ps4.c"),
    KnownInputDevice(
      "DualSense", vendor: 0x054c, products: [0x0ce6, 0x0df2], frame: .playStation,
      source: "linux drivers/hid/hid-playstation.c; evdevhook2 (tried in v1993/evdevhook #3)"),
    KnownInputDevice(
      "Steam Deck", vendor: 0x28de, products: [0x1205], frame: .playStation,
      source: "linux drivers/hid/hid-steam.c, steam_do_deck_sensors_event (swaps y and z for it)"),
    // The driver's comment gives the frame, for both Joy-Cons and the Pro Controller alike. Its
    // rates come out a sixth too large.
    KnownInputDevice(
      "Joy-Con or Pro Controller", vendor: 0x057e, products: [0x2006, 0x2007, 0x2009],
      frame: .nintendo, gyroGain: 0.858,
      source: "linux drivers/hid/hid-nintendo.c, joycon_parse_imu_report; evdevhook2 (the gain)"),
    // By name: its other nodes have the same numbers, and some the same axes.
    KnownInputDevice(
      "Wii Remote", vendor: 0x057e, products: [0x0306, 0x0330],
      name: "Nintendo Wii Remote Accelerometer", frame: .wiiRemote, countsPerG: 104,
      axes: [InputCode.rx, InputCode.ry, InputCode.rz],
      source: "linux drivers/hid/hid-wiimote-modules.c (10 bits less 0x200); wiibrew.org Wiimote"
        + " (0x9c − 0x82 of the upper 8 bits) and Wiimote/Motion Analysis (which side is up)"),
    // By name: it has no numbers of a vendor. Its taps are buttons, so udev takes it for another
    // thing.
    KnownInputDevice(
      "ADXL345 or ADXL346", name: "ADXL34x accelerometer", countsPerG: 256,
      source: "linux drivers/input/misc/adxl34x.c (full resolution); ADXL345 data sheet, 3.9 mg"),
    KnownInputDevice(
      "LIS3LV02D", name: "ST LIS3LV02DL Accelerometer", countsPerG: 1000,
      source: "linux drivers/misc/lis3lv02d/lis3lv02d.c (scaled to mg)"),
    KnownInputDevice(
      "BMA150 or BMA180 in 2 g range", name: "bma150", countsPerG: 256,
      source: "linux drivers/input/misc/bma150.c (10 bits for ±2 g); BMA150 data sheet"),
  ]
}
