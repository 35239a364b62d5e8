// SPDX-License-Identifier: MIT

/// The codes with which the programs end when something keeps them from what they were asked for: those of
/// sysexits.h, in the words of all three.
public enum ExitCode: Int32, Sendable {
  /// EX_USAGE: the command line.
  case usage = 64
  /// EX_DATAERR: a recording, a table, lines or an answer that can't be understood.
  case notUnderstood = 65
  /// EX_NOINPUT: no such table or recording.
  case notFound = 66
  /// EX_UNAVAILABLE: no daemon, no screen, or no sensor when one was required.
  case unavailable = 69
  /// EX_SOFTWARE: a fault in balld itself, or a refusal of it.
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
