// SPDX-License-Identifier: MIT

internal import CSystemd
internal import Posix

/// The input devices' nodes, and what udev says of them.
enum InputDirectory {
  private static let path = "/dev/input"

  /// The nodes that are there now, by path, with their names in by-id where they have one.
  ///
  /// No directory is no device: without any, there is none. One that can't be looked into is an error.
  static func nodes() throws(Errno) -> [(path: String, byID: String?)] {
    var names: [String: String] = [:]
    for name in try Self.names(in: "\(path)/by-id") {
      // ../event3
      guard let target = try? Directory.target(ofLink: "\(path)/by-id/\(name)") else { continue }
      names[String(target.split(separator: "/").last ?? "")] = name
    }
    let events = try Self.names(in: path).filter { name in
      name.hasPrefix("event") && name.dropFirst(5).allSatisfy { ("0"..."9").contains($0) }
    }
    return events.sorted().map { ("\(path)/\($0)", names[$0]) }
  }

  private static func names(in directory: String) throws(Errno) -> [String] {
    do throws(Errno) {
      return try Directory.names(in: directory)
    } catch .noSuchFile {
      return []
    }
  }

  /// What udev says of the node at `path`; nothing, where there is no udev.
  static func surroundings(of path: String, byID: String?) -> InputDevice.Surroundings {
    var surroundings = InputDevice.Surroundings(byID: byID)
    var found: OpaquePointer?
    guard sd_device_new_from_subsystem_sysname(&found, "input", name(of: path)) >= 0 else {
      return surroundings
    }
    defer { sd_device_unref(found) }
    surroundings.isAccelerometer =
      DeviceSurroundings.property("ID_INPUT_ACCELEROMETER", of: found) == "1"
    surroundings.mountMatrix = DeviceSurroundings.property("ACCEL_MOUNT_MATRIX", of: found)
    return surroundings
  }

  /// Whether udev has the node at `path` in hand still, or had it a moment ago.
  static func isNewToUdev(_ path: String) -> Bool {
    UdevPatience.isNew(name(of: path), of: "input")
  }

  private static func name(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }
}
