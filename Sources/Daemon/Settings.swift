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
  /// How large the file of `--record` may become, MB.
  var largestRecording = 1000.0
  /// How many clients may be connected at once.
  var clientLimit = 256.0
  /// How many clients of one user may be connected at once.
  var clientsPerUser = 32.0
  /// How many runs are kept beside the best of each table.
  var runLimit = 10_000.0
  /// How long a run that is over stays until another one begins by itself, s; nil for ever.
  var restartAfter: Double? = 15
  /// How long nobody must have touched anything before a demo plays, min; nil for no demo.
  var demoAfter: Double?
  /// The recordings that a demo plays in turn, with blanks between.
  var demoRecordings = "rounds explore"
  /// The tables on which it does, with blanks between; empty for the one of whoever comes.
  var demoTables = ""
  /// Sensor axes to device axes, nine numbers row by row; `auto` takes what the system knows.
  var mountMatrix = "auto"
  /// In which sign a mount matrix of the system's is: `auto`, `kernel` or `proxy`.
  var mountSign = "auto"
  /// How many samples a second to ask a sensor for, Hz.
  var sensorRate = 100.0
  /// How often to look for a sensor while there is none and udev says nothing, s.
  var sensorRescan = 3.0
  /// How many counts of an input device are 1 g where its driver doesn't say; `auto` for none.
  var countsPerG = "auto"
  /// Whether other programs are kept from the input devices in use.
  var grabsInput = false
  /// What the buttons of input devices do, a `ButtonMap`.
  var buttons = ButtonMap.defaultText
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
  /// Whether the game pauses when nobody plays.
  var pausesUntouched = true
  /// Whether a shake of the board begins the run anew.
  var restartsWhenShaken = false
}
