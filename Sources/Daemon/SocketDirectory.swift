// SPDX-License-Identifier: MIT

internal import Options
internal import Posix
internal import Wire

/// The directory in which the daemon makes its own sockets, and the right to be the only daemon in it.
final class SocketDirectory {
  /// The directory's path.
  let path: String
  /// What was made in it, and is removed at the end.
  private var made: [String] = []
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

  /// Makes the socket for this in the directory, and listens on it.
  func listen(as role: SocketRole) throws(Failure) -> ListeningSocket {
    let socket = "\(path)/\(role.fileName)"
    do throws(Errno) {
      let listener = try UnixSocket.listen(at: socket, mode: role.mode)
      made.append(role.fileName)
      return ListeningSocket(number: listener.release(), role: role)
    } catch {
      let reason =
        switch error {
        case .nameTooLong: "its path is longer than \(UnixSocket.longestPath) bytes"
        case .addressInUse: "something else is there, or listens there"
        default: "\(error)"
        }
      let remedy =
        if error == .tooManyOpenFiles {
          Failure.moreOpenFiles
        } else if ServiceManager.isService {
          "balld-\(role.rawValue).socket should have handed one over"
        } else {
          "name another place with --runtime-dir"
        }
      throw Failure(
        error == .permissionDenied ? .permission : .cannotCreate,
        "cannot listen on \(socket): \(reason); \(remedy)")
    }
  }

  /// Removes the sockets that were made, when the daemon ends.
  ///
  /// By the directory that was locked, not by its path: another daemon's may lie there by now.
  func removeSockets() {
    for name in made { try? Directory.unlink(name, in: lock) }
    made.removeAll()
  }

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
        error == .permissionDenied ? .permission : .cannotCreate,
        error == .wouldBlock
          ? "another balld runs in \(path); stop it, or name another place with --runtime-dir"
          : "cannot take possession of \(path): \(error)")
    }
  }
}
