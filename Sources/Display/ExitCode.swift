// SPDX-License-Identifier: MIT

/// Exit codes of sysexits.h.
enum ExitCode {
  /// Lines that can't be understood.
  static let data: Int32 = 65
  /// No daemon, or no screen.
  static let unavailable: Int32 = 69
  static let system: Int32 = 71
  static let inputOutput: Int32 = 74
  /// A screen that isn't this user's to draw on.
  static let noPermission: Int32 = 77
}
