// SPDX-License-Identifier: MIT

internal import Posix

extension SensorFault {
  /// The fault that an error number means for an input device.
  ///
  /// - Parameters:
  ///   - error: What the system said.
  ///   - action: What was being done to which object, such as "open /dev/input/event3".
  init(input error: Errno, doing action: String) {
    let message = "cannot \(action): \(error)"
    switch error {
    case .permissionDenied, .notPermitted:
      self.init(
        .permission, message,
        hint: "put the user that runs balld into the group that owns it, usually `input`")
    case .busy:
      self.init(
        .busy, message,
        hint: "another program keeps it for itself; end that one, or leave sensor.grab off")
    case .noSuchDevice, .noSuchFile, .badDescriptor, .noSuchAddress:
      self.init(.unplugged, message, hint: "plug it in again; balld goes on by itself")
    default:
      self.init(
        .inputOutput, message, hint: "look at `dmesg`; balld tries again by itself")
    }
  }
}
