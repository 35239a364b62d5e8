// SPDX-License-Identifier: MIT

/// One event of an input device, as the kernel's input_event(5) has it.
public struct InputEvent: Equatable, Sendable {
  /// The kernel's time, ns, by the clock that the device was told to use.
  public var time: Int64
  /// The kind of event, such as `InputCode.absoluteAxis`.
  public var type: UInt16
  /// Which axis or key.
  public var code: UInt16
  /// Its new value.
  public var value: Int32

  /// An event of these values.
  public init(time: Int64, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }
}

/// What comes out of a device, in order.
public enum InputItem: Equatable, Sendable {
  /// Something changed. Between `dropped` and `resynchronised`: what has changed in the meantime.
  case event(InputEvent)
  /// Events were lost (SYN_DROPPED), and with them the rest of the present frame.
  case dropped
  /// All that had changed when events were lost has been told.
  case resynchronised
}

/// Numbers of the kernel's <linux/input-event-codes.h>, which never change.
public enum InputCode {
  /// EV_SYN: what belongs together ends here.
  public static let synchronization: UInt16 = 0x00
  /// EV_KEY: keys and buttons.
  public static let key: UInt16 = 0x01
  /// EV_ABS: axes.
  public static let absoluteAxis: UInt16 = 0x03
  /// EV_MSC: what fits nowhere else.
  public static let miscellaneous: UInt16 = 0x04

  /// SYN_REPORT: the end of a frame.
  public static let report: UInt16 = 0x00
  /// SYN_DROPPED: events were lost, up to the next SYN_REPORT.
  public static let dropped: UInt16 = 0x03
  /// MSC_TIMESTAMP: the device's own clock, µs, 32 bits that wrap.
  public static let timestamp: UInt16 = 0x05

  /// ABS_X.
  public static let x: UInt16 = 0x00
  /// ABS_Y.
  public static let y: UInt16 = 0x01
  /// ABS_Z.
  public static let z: UInt16 = 0x02
  /// ABS_RX.
  public static let rx: UInt16 = 0x03
  /// ABS_RY.
  public static let ry: UInt16 = 0x04
  /// ABS_RZ.
  public static let rz: UInt16 = 0x05
  /// ABS_HAT0X: a four-way pad that is an axis of −1, 0, 1.
  public static let hatX: UInt16 = 0x10
  /// ABS_HAT0Y.
  public static let hatY: UInt16 = 0x11

  /// KEY_A, by which a whole keyboard is told from a pad of arrows.
  public static let letterA: UInt16 = 30
  /// KEY_UP, KEY_LEFT, KEY_RIGHT and KEY_DOWN.
  public static let arrows: [UInt16: Direction] = [
    103: .up, 105: .left, 106: .right, 108: .down,
  ]
  /// BTN_DPAD_UP, _DOWN, _LEFT and _RIGHT.
  public static let padButtons: [UInt16: Direction] = [
    0x220: .up, 0x221: .down, 0x222: .left, 0x223: .right,
  ]

  /// BTN_MOUSE to BTN_TASK.
  static let mouseButtons: ClosedRange<UInt16> = 0x110...0x117
  /// BTN_JOYSTICK to BTN_THUMBR: what a joystick's or gamepad's buttons are.
  static let padKeys: ClosedRange<UInt16> = 0x120...0x13e
  /// BTN_TRIGGER_HAPPY1 to 40: a joystick's further buttons.
  static let furtherPadKeys: ClosedRange<UInt16> = 0x2c0...0x2e7
  /// BTN_TOOL_PEN to BTN_TOOL_QUADTAP: pens and fingers.
  static let touchKeys: ClosedRange<UInt16> = 0x140...0x14f

  /// INPUT_PROP_ACCELEROMETER.
  static let accelerometer: UInt32 = 6
}

/// One of four ways to push.
public enum Direction: String, CaseIterable, Sendable {
  /// To the left of the picture.
  case left
  /// To the right of the picture.
  case right
  /// To the top of the picture.
  case up
  /// To the bottom of the picture.
  case down
}
