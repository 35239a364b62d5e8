// SPDX-License-Identifier: MIT

internal import CSystemd
internal import Posix

extension DeviceSurroundings {
  /// Asks udev's database and sysfs about a device of this computer.
  ///
  /// Where there is no udev, nothing is known: that is no error.
  static func ofLocal(_ device: IIODevice) -> DeviceSurroundings {
    var surroundings = DeviceSurroundings()
    // …/i2c-1/1-0018/iio:device0: the part before the last.
    if let path = realPath("/sys/bus/iio/devices/\(device.id)") {
      let parts = path.split(separator: "/")
      if parts.count > 2, parts[0] == "sys", parts[1] == "devices" {
        surroundings.parent = parts.dropLast().last.map { Self.withoutCount(String($0)) }
      }
    }
    var found: OpaquePointer?
    guard sd_device_new_from_subsystem_sysname(&found, "iio", device.id) >= 0 else {
      return surroundings
    }
    defer { sd_device_unref(found) }
    surroundings.mountMatrix = property("ACCEL_MOUNT_MATRIX", of: found)
    surroundings.location = property("ACCEL_LOCATION", of: found)
    return surroundings
  }

  /// A bus name without the count that the kernel gives anew at each plugging:
  /// HID-SENSOR-200073 of HID-SENSOR-200073.2.auto.
  static func withoutCount(_ name: String) -> String {
    guard name.hasSuffix(".auto") else { return name }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 2, Int(parts[parts.count - 2]) != nil else { return name }
    return parts.dropLast(2).joined(separator: ".")
  }

  /// What udev's rules say of a device, an sd_device, under this name.
  static func property(_ name: String, of device: OpaquePointer?) -> String? {
    var value: UnsafePointer<CChar>?
    guard sd_device_get_property_value(device, name, &value) >= 0 else { return nil }
    return value.map { SensorFault.printable(String(cString: $0), atMost: 400) }
  }
}

extension UdevPatience {
  /// Whether udev has a device in hand still, or had it a moment ago.
  ///
  /// - Parameters:
  ///   - name: The device's name in sysfs, such as `iio:device0` or `event3`.
  ///   - subsystem: The kernel's subsystem that it belongs to, such as `iio` or `input`.
  /// - Returns: Whether that was less than `longest` ago. Where no udev runs it never is, nor where
  ///   udev notes no time, as of an IIO device for which no rule of balld's is installed.
  static func isNew(_ name: String, of subsystem: String) -> Bool {
    var found: OpaquePointer?
    guard sd_device_new_from_subsystem_sysname(&found, subsystem, name) >= 0 else { return false }
    defer { sd_device_unref(found) }
    var age: UInt64 = 0
    switch sd_device_get_usec_since_initialized(found, &age) {
    case 0...: return age < UInt64(longest / 1000)
    // Not yet through its rules, if there are any.
    case -Errno.busy.rawValue: return realPath("/run/udev/control") != nil
    default: return false
    }
  }
}
