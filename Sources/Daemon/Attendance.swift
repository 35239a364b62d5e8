// SPDX-License-Identifier: MIT

/// Which clients are at the table: what a display that comes late has to be told of.
struct Attendance: Equatable, Sendable {
  /// The number of the one that tilts it.
  var driver: Int?
  /// The number of the one that has its menu open, and is told of buttons.
  var menu: Int?
}
