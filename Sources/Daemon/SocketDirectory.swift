// SPDX-License-Identifier: MIT

internal import Posix
internal import Wire

/// The directory that holds the sockets, and the right to be the only daemon in it.
struct SocketDirectory: ~Copyable {
  /// The directory's path.
  let path: String
  /// Locked as long as this value lives, so that of two daemons in one directory one gives way.
  private let lock: Descriptor

  /// Takes the directory that `--runtime-dir` names, or the usual one; makes it with mode 0700
  /// where it is missing.
  init(named given: String?) throws(Failure) {
    let path = given ?? RuntimeDirectory.byHand
    try Self.make(path)
    if given == nil { try Self.verifyOwner(of: path) }
    lock = try Self.lock(path)
    self.path = path
  }

  /// Makes the socket `name` in this directory and listens on it.
  borrowing func listen(_ name: String, mode: UInt32) throws(Failure) -> Descriptor {
    let socket = "\(path)/\(name)"
    do throws(Errno) {
      return try UnixSocket.listen(at: socket, mode: mode)
    } catch {
      let reason =
        switch error {
        case .nameTooLong: "its path is longer than \(UnixSocket.longestPath) bytes"
        case .addressInUse: "something else is there, or listens there"
        default: "\(error)"
        }
      throw Failure(
        error == .permissionDenied ? .permission : .cannotCreate,
        "cannot listen on \(socket): \(reason); name another place with --runtime-dir")
    }
  }

  /// Removes the socket `name`, when the daemon ends.
  ///
  /// By the directory that was locked, not by its path: another daemon's may lie there by now.
  borrowing func remove(_ name: String) { try? Directory.unlink(name, in: lock) }

  private static func make(_ path: String) throws(Failure) {
    do throws(Errno) {
      if try !Directory.make(path, mode: 0o700) {
        guard try Directory.isDirectory(path) else { throw Errno.notDirectory }
      }
    } catch {
      throw Failure(
        error == .permissionDenied ? .permission : .cannotCreate,
        "cannot make the directory \(path) for the sockets: \(error); "
          + "name another place with --runtime-dir")
    }
  }

  private static func verifyOwner(of path: String) throws(Failure) {
    do throws(UntrustedDirectory) {
      try RuntimeDirectory.verifyOwner(of: path, user: Process.user)
    } catch {
      throw Failure(.permission, error.description)
    }
  }

  private static func lock(_ path: String) throws(Failure) -> Descriptor {
    do throws(Errno) {
      let directory = try Descriptor.open(path, .reading)
      try directory.lockExclusively()
      return directory
    } catch {
      throw Failure(
        .cannotCreate,
        error == .wouldBlock
          ? "another balld runs in \(path); stop it, or name another place with --runtime-dir"
          : "cannot take possession of \(path): \(error)")
    }
  }
}
