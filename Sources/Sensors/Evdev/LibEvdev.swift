// SPDX-License-Identifier: MIT

internal import CEvdev
internal import Glibc
internal import Posix

// All that balld asks of libevdev stands in this file, and none of its names leaves it. Written
// against 1.13.

/// The kernel's names of keys and buttons.
enum InputNames {
  /// The code of a key or button, such as `BTN_START`.
  static func key(_ name: String) -> UInt16? {
    let code = libevdev_event_code_from_name(UInt32(EV_KEY), name)
    return UInt16(exactly: code)
  }

  /// The name of a key or button.
  static func name(ofKey code: UInt16) -> String? {
    libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code)).map { String(cString: $0) }
  }
}

/// An input device that is open.
///
/// Opening and closing can block, reading can't; used by one thread at a time.
final class InputNode {
  /// The node's path.
  let path: String
  /// Whether its events are dated by CLOCK_MONOTONIC; else by the realtime clock, which jumps.
  let isMonotonic: Bool

  private let descriptor: Descriptor
  private let handle: OpaquePointer
  private var isResynchronising = false

  /// Opens the node at `path`, which nobody else is kept from using.
  init(_ path: String) throws(Errno) {
    let descriptor = try Descriptor.open(path, .readingWithoutBlocking)
    // Its own complaints go to standard error, which is the program's.
    libevdev_set_log_priority(LIBEVDEV_LOG_ERROR)
    var made: OpaquePointer?
    let result = libevdev_new_from_fd(descriptor.number, &made)
    guard result == 0, let made else { throw Errno(rawValue: result < 0 ? -result : ENODEV) }
    self.path = path
    self.descriptor = descriptor
    handle = made
    // Not every kernel, nor every imitation of one, can do it.
    isMonotonic = libevdev_set_clock_id(made, CLOCK_MONOTONIC) == 0
    // A change throws away what waits and says so (SYN_DROPPED), which is no loss of anybody's: the
    // first values are those of now.
    for _ in 0..<Self.longestQueue where try next() == nil {
      break
    }
  }

  /// More than waits in the kernel's queue of any device.
  private static let longestQueue = 4096

  deinit { libevdev_free(handle) }

  /// What becomes readable when there are events.
  var number: Int32 { descriptor.number }

  /// Keeps every other program from getting the device's events, until it is closed: EVIOCGRAB.
  func grab() throws(Errno) {
    let result = libevdev_grab(handle, LIBEVDEV_GRAB)
    if result < 0 { throw Errno(rawValue: -result) }
  }

  /// The next item, or nil when there is none (yet).
  ///
  /// Throws when the device is gone.
  func next() throws(Errno) -> InputItem? {
    var event = input_event()
    while true {
      let flag = isResynchronising ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
      let result = libevdev_next_event(handle, UInt32(flag.rawValue), &event)
      if result == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue), !isResynchronising {
        isResynchronising = true
        return .dropped
      }
      if result >= 0 {
        return .event(
          InputEvent(
            time: evdev_time(&event), type: event.type, code: event.code, value: event.value))
      }
      if result == -EAGAIN {
        guard isResynchronising else { return nil }
        isResynchronising = false
        return .resynchronised
      }
      if result != -EINTR { throw Errno(rawValue: -result) }
    }
  }

  /// Asks the kernel for an axis' value.
  ///
  /// Throws when the device is gone.
  func value(ofAxis code: UInt16) throws(Errno) -> Int32 {
    var value: Int32 = 0
    let number = descriptor.number
    try systemCall { evdev_axis_value(number, UInt32(code), &value) }
    return value
  }

  /// What the device is, with what the rest of the system says of it.
  func describe(_ surroundings: InputDevice.Surroundings) -> InputDevice {
    var device = InputDevice(path: path, name: Self.text(libevdev_get_name(handle)))
    device.physicalPath = Self.text(libevdev_get_phys(handle))
    device.unique = Self.text(libevdev_get_uniq(handle))
    device.vendor = UInt16(truncatingIfNeeded: libevdev_get_id_vendor(handle))
    device.product = UInt16(truncatingIfNeeded: libevdev_get_id_product(handle))
    device.isMarkedAccelerometer = libevdev_has_property(handle, InputCode.accelerometer) != 0
    for code in 0..<UInt16(ABS_CNT) {
      guard let info = libevdev_get_abs_info(handle, UInt32(code)) else { continue }
      let axis = info.pointee
      device.axes[code] = InputDevice.Axis(
        value: axis.value, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz,
        flat: axis.flat, resolution: axis.resolution)
    }
    for code in 0..<UInt16(KEY_CNT)
    where libevdev_has_event_code(handle, UInt32(EV_KEY), UInt32(code)) != 0 {
      device.keys.insert(code)
    }
    device.surroundings = surroundings
    return device
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }
}
