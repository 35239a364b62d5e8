// SPDX-License-Identifier: MIT

/// Why the program can't go on: one line for people, and the exit code for programs.
public struct Failure: Error, Equatable, CustomStringConvertible {
  /// The exit codes of balld(8), after sysexits.h.
  public enum Code: Int32, Sendable {
    /// EX_USAGE: the command line.
    case usage = 64
    /// EX_DATAERR: a recording or table that can't be understood.
    case notUnderstood = 65
    /// EX_NOINPUT: no such table or recording.
    case notFound = 66
    /// EX_UNAVAILABLE: no sensor when one was required.
    case noSensor = 69
    /// EX_SOFTWARE: a fault in balld itself.
    case `internal` = 70
    /// EX_OSERR: the system refused something that it always grants.
    case system = 71
    /// EX_CANTCREAT: a socket that is in use, or a path that can't be made.
    case cannotCreate = 73
    /// EX_IOERR: reading or writing failed.
    case inputOutput = 74
    /// EX_NOPERM: permission.
    case permission = 77
    /// EX_CONFIG: the configuration.
    case configuration = 78
  }

  /// What kind of failure it is.
  public let code: Code
  /// What was being done to what, what went wrong, and what to do about it.
  public let description: String

  /// What to do when no descriptor is left.
  static let moreOpenFiles =
    "raise the limit on open files (`ulimit -n`, or LimitNOFILE= of the service)"

  /// Makes a failure.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
