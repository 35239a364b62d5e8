// SPDX-License-Identifier: MIT

internal import Glibc
internal import Options
internal import Posix
internal import Sensors

/// Whether the daemon may speak to another computer, which its service may not unless somebody says so.
enum NetworkPermission {
  /// Refuses a sensor of another computer under a service that may open no socket to it.
  ///
  /// By hand nothing is looked at: there the source itself says what is wrong, and tries again.
  ///
  /// - Parameters:
  ///   - place: where the sensor is.
  ///   - isService: whether this is a service of systemd's.
  ///   - openSocket: opens a socket to a network, and closes it.
  /// - Throws: what to install, with the exit code of a wrong configuration.
  static func verify(
    for place: IIOPlace, isService: Bool = ServiceManager.isService,
    openSocket: () throws(Errno) -> Void = Self.openSocket
  ) throws(Failure) {
    guard isService, case .uri(let uri) = place, uri.hasPrefix("ip:") else { return }
    do throws(Errno) {
      try openSocket()
    } catch {
      // RestrictAddressFamilies= gives the one, a system call filter the other.
      guard error == .addressFamilyNotSupported || error == .notPermitted else { return }
      throw Failure(
        .configuration,
        "cannot reach the sensor at \(uri): the service may not use the network (\(error)); "
          + "install the drop-in \(dropIn) for it")
    }
  }

  /// Where the packages put the drop-in.
  static let dropIn = "/usr/share/doc/balld/examples/network-sensor.conf"

  private static func openSocket() throws(Errno) {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let number = try systemCall { socket(AF_INET, kind, 0) }
    _ = Descriptor(consuming: number)
  }
}
