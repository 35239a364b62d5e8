// SPDX-License-Identifier: MIT

public import Posix

/// What can go wrong between a client and the daemon; the description is a sentence for people.
public enum ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no socket, or nobody listens on it, in any of these directories.
  case nobodyListens(in: [String])
  /// This user may open neither socket of this directory.
  case notPermitted(directory: String)
  /// The directory could be another user's trap.
  case untrusted(UntrustedDirectory)
  /// A connection failed in another way.
  case cannotConnect(path: String, Errno)
  /// The daemon has gone, or has dropped this client.
  case closed(path: String)
  /// Reading or writing failed.
  case failed(path: String, Errno)
  /// The daemon has taken nothing for some seconds.
  case notReading(path: String)
  /// The server sent what can't be a message.
  case malformed(path: String, String)

  /// Whether somebody's rights are in the way, and not that no daemon answers.
  public var isOfPermission: Bool {
    switch self {
    case .notPermitted, .untrusted: true
    case .nobodyListens, .cannotConnect, .closed, .failed, .notReading, .malformed: false
    }
  }

  /// What was tried, what came of it, and what to do.
  public var description: String {
    switch self {
    case .nobodyListens(let directories):
      "no balld is running: nothing listens in \(directories.joined(separator: " or ")); "
        + "start one with `balld`, or say with --runtime-dir which directory "
        + (directories.count == 1 ? "it was given" : "it was given, if it was given one")
    case .notPermitted(let directory):
      "may not open a socket in \(directory): permission denied; is this user in the group balld?"
    case .untrusted(let directory): directory.description
    case .cannotConnect(let path, .nameTooLong):
      "cannot connect to \(path): a socket's path has \(UnixSocket.longestPath) bytes at the most; "
        + "choose a shorter --runtime-dir"
    case .cannotConnect(let path, .wouldBlock):
      "cannot connect to \(path): balld is too busy to answer; try again"
    case .cannotConnect(let path, let error): "cannot connect to \(path): \(error)"
    case .closed(let path): "balld closed the connection at \(path); see its log for why"
    case .failed(let path, let error): "the connection at \(path) failed: \(error)"
    case .notReading(let path): "balld at \(path) takes nothing; is it stopped?"
    case .malformed(let path, let what):
      "what listens at \(path) doesn't speak as balld does: \(what)"
    }
  }
}
