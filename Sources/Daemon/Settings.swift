// SPDX-License-Identifier: MIT

internal import Sensors

/// What can be set, with its values in the units in which people write them.
///
/// `Setting.all` says how each is named, what it means and what it may be.
struct Settings: Equatable, Sendable {
  /// Where the samples come from, as `--source` takes it.
  var source = "auto"
  /// The table that is laid out first, as `--table` takes it.
  var table = "marble"
  /// The tables that follow each other, with blanks between; empty for the shipped ones with a flag,
  /// `none` for none.
  var playlist = ""
  /// A directory with tables of one's own; empty for none.
  var tables = ""
  /// How many clients may be connected at once.
  var clientLimit = 256.0
  /// Sensor axes to device axes, nine numbers row by row; `auto` takes what the system knows.
  var mountMatrix = "auto"
  /// In which sign a mount matrix of the system's is: `auto`, `kernel` or `proxy`.
  var mountSign = "auto"
  /// How many samples a second to ask a sensor for, Hz.
  var sensorRate = 100.0
  /// How often to look for a sensor while there is none and udev says nothing, s.
  var sensorRescan = 3.0
  /// How far the picture is turned against the device, in degrees.
  var screenRotation = 0.0
  /// The low-pass filter's time constant, ms.
  var smoothing = 10.0
  /// What drives the ball: a `TiltMode`.
  var tiltMode = TiltMode.board.rawValue
  /// The curve between hand and ball.
  var feel = FeelSettings()
  /// Whether x and y change places.
  var swapsAxes = false
  /// Whether x points the other way.
  var invertsX = false
  /// Whether y points the other way.
  var invertsY = false
}
