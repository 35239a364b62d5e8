// SPDX-License-Identifier: MIT

public import KeyValue

/// In which of two signs a mount matrix is written.
public enum MountSign: String, CaseIterable, Sendable {
  /// As its origin has it: udev's is iio-sensor-proxy's, every other the kernel's.
  case auto
  /// The kernel's, which is balld's: device = matrix · sensor.
  case kernel
  /// iio-sensor-proxy's, opposite in x and y.
  case proxy
}

/// A mounting, and where it was taken from.
public struct FoundMounting: Equatable, Sendable {
  /// Sensor axes → device axes.
  public var mounting: Mounting
  /// Its origin in words: `configuration`, `udev (sign turned)`, `sysfs in_accel_mount_matrix`,
  /// `identity`.
  public var origin: String
  /// Why another one that was found isn't used.
  public var fault: SensorFault?
}

extension Mounting {
  /// A matrix in iio-sensor-proxy's sign, as udev's ACCEL_MOUNT_MATRIX has it.
  ///
  /// Its x and y rows are opposite to the kernel's. Its third row is often careless (154 of the 203
  /// in Debian 12's hwdb mirror), so it is the cross product of the other two; what they are decides.
  public init(proxySigned text: String) throws(ValueError) {
    let rows = try Mounting.rows(text)
    let x = -1 * rows.x
    let y = -1 * rows.y
    let normal = x.cross(y)
    // Two parallel rows are refused by the name of what is wrong with them.
    try self.init(rows: x, y, normal.length > 0.5 ? normal : rows.z)
  }

  /// The mounting of a sensor for which no configuration has one.
  ///
  /// udev's, else one that the driver tells, else identity.
  ///
  /// - Parameters:
  ///   - device: The accelerometer's device.
  ///   - axis: One of its accelerometer's channels.
  ///   - udev: The property ACCEL_MOUNT_MATRIX, if the device has it.
  ///   - sign: In which sign the matrix is.
  /// - Returns: The first that is a rotation, and what was wrong with those before it.
  static func find(
    device: IIODevice, axis: IIOChannel?, udev: String?, sign: MountSign
  ) -> FoundMounting {
    // The three ways in which the kernel shares an attribute, as libiio shows them: by type, by
    // device, and by direction, which libiio takes for a channel `mount` with an attribute `matrix`.
    let direction = device.channels.first { $0.id == "mount" }
    let candidates: [(origin: String, text: String?, sign: MountSign)] = [
      ("udev", udev, .proxy),
      ("sysfs in_accel_mount_matrix", axis?.attributes["mount_matrix"], .kernel),
      ("sysfs mount_matrix", device.attributes["mount_matrix"], .kernel),
      (
        "sysfs in_mount_matrix",
        direction?.attributes["matrix"] ?? device.attributes["in_mount_matrix"], .kernel
      ),
    ]
    var fault: SensorFault?
    for candidate in candidates {
      guard let text = candidate.text else { continue }
      let isProxy = (sign == .auto ? candidate.sign : sign) == .proxy
      do throws(ValueError) {
        return FoundMounting(
          mounting: isProxy ? try Mounting(proxySigned: text) : try Mounting(text),
          origin: candidate.origin + (isProxy ? " (sign turned)" : ""), fault: fault)
      } catch {
        fault = SensorFault(
          .badMatrix, "the mount matrix of \(device.title) from \(candidate.origin): \(error)",
          hint: "set sensor.mount-matrix; `ballctl which-way` finds it")
      }
    }
    return FoundMounting(mounting: .identity, origin: "identity", fault: fault)
  }
}
