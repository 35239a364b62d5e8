// SPDX-License-Identifier: MIT

public import Posix

/// Where the sockets lie: the one place that knows the rule, for the daemon and its clients.
public enum RuntimeDirectory {
  /// The directory of a daemon that systemd runs.
  public static let system = "/run/balld"
  /// The socket on which the whole protocol is spoken.
  public static let controlSocket = "control.sock"
  /// The socket on which one may only watch.
  public static let viewSocket = "view.sock"

  /// The directory of a daemon that is started by hand.
  public static var byHand: String {
    byHand(xdg: Process.environment("XDG_RUNTIME_DIR"), user: Process.user)
  }

  /// Where a client looks that wasn't told where, in this order.
  public static var candidates: [String] {
    let byHand = byHand
    return [system, byHand] + (byHand == temporary ? [] : [temporary])
  }

  /// Whether a client that wasn't told where looks into this directory before it has found another
  /// daemon's socket.
  public static func isFound(_ path: String) -> Bool { isFound(path, among: candidates) }

  /// As `isFound`, where clients look into `candidates`.
  static func isFound(_ path: String, among candidates: [String]) -> Bool {
    for candidate in candidates {
      if candidate == path { return true }
      let sockets = [controlSocket, viewSocket].map { "\(candidate)/\($0)" }
      if sockets.contains(where: { (try? Directory.status(of: $0)) != nil }) { return false }
    }
    return false
  }

  /// Makes sure that nobody but this user can have put a socket into the directory by hand.
  ///
  /// Anybody may make a directory in /tmp, with this user's number in its name too: a daemon that
  /// used it could be listened to, and a client could be lied to.
  public static func verifyOwner(of path: String, user: UInt32) throws(UntrustedDirectory) {
    let status: Directory.Status
    do throws(Errno) {
      status = try Directory.status(of: path)
    } catch {
      throw UntrustedDirectory(path: path, reason: .unreadable(error))
    }
    guard status.isDirectory else {
      throw UntrustedDirectory(path: path, reason: .noDirectory)
    }
    guard status.owner == user else {
      throw UntrustedDirectory(path: path, reason: .owner(status.owner))
    }
    guard status.mode & 0o022 == 0 else {
      throw UntrustedDirectory(path: path, reason: .writable)
    }
  }

  /// `$XDG_RUNTIME_DIR/balld`, or `/tmp/balld-UID` where the variable isn't an absolute path.
  static func byHand(xdg: String?, user: UInt32) -> String {
    guard var directory = xdg, directory.hasPrefix("/") else { return temporary(user: user) }
    while directory.hasSuffix("/") { directory.removeLast() }
    return directory + "/balld"
  }

  /// Where a daemon lies that was started by hand, without `$XDG_RUNTIME_DIR`.
  static var temporary: String { temporary(user: Process.user) }

  private static func temporary(user: UInt32) -> String { "/tmp/balld-\(user)" }
}

/// A directory in which somebody else could have put the sockets.
public struct UntrustedDirectory: Error, Hashable, Sendable, CustomStringConvertible {
  /// The directory.
  public let path: String
  /// What is wrong with it.
  public let reason: Reason

  /// What is wrong with a directory.
  public enum Reason: Hashable, Sendable {
    /// lstat(2) failed.
    case unreadable(Errno)
    /// It is no directory; a link to one isn't one either.
    case noDirectory
    /// It belongs to this other user.
    case owner(UInt32)
    /// Its group or everybody may write into it.
    case writable
  }

  /// What is wrong, and what to do.
  public var description: String {
    let what =
      switch reason {
      case .unreadable(let error): "can't be looked at: \(error)"
      case .noDirectory: "is no directory"
      case .owner(let owner): "belongs to another user (number \(owner))"
      case .writable: "can be written by others"
      }
    return "\(path) \(what); choose another directory with --runtime-dir"
  }
}
