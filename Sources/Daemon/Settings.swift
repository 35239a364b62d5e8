// SPDX-License-Identifier: MIT

/// What can be set, with its values in the units in which people write them.
///
/// `Setting.all` says how each is named, what it means and what it may be.
struct Settings: Equatable, Sendable {
  /// Where the samples come from, as `--source` takes it.
  var source = "client"
  /// The table that is laid out first, as `--table` takes it.
  var table = "marble"
  /// The tables that follow each other, with blanks between; empty for the shipped ones with a flag,
  /// `none` for none.
  var playlist = ""
  /// A directory with tables of one's own; empty for none.
  var tables = ""
  /// How many clients may be connected at once.
  var clientLimit = 256.0
  /// Sensor axes to device axes, nine numbers row by row.
  var mountMatrix = "1 0 0  0 1 0  0 0 1"
  /// How far the picture is turned against the device, in degrees.
  var screenRotation = 0.0
  /// The low-pass filter's time constant, ms.
  var smoothing = 10.0
  /// Tilts below it do nothing, degrees.
  var deadZone = 1.0
  /// The tilt of the board that gives the limit, degrees.
  var fullTilt = 20.0
  /// The power that bends the curve.
  var exponent = 1.5
  /// The table's greatest tilt, degrees.
  var limit = 8.0
}
