// SPDX-License-Identifier: MIT

internal import KeyValue
internal import Sensors

/// One row of the settings table: all that the reader of files, `--set`, `--print-config` and the
/// manual need to know of a setting.
struct Setting: Sendable {
  /// The section and the key, `section.key`.
  let name: String
  /// What it does: a phrase.
  let meaning: String
  /// What a value must be, in words.
  let expected: String
  /// The value in `settings`, as it is written in a file.
  let read: @Sendable (Settings) -> String
  /// Puts a value, as it was written, into `settings`.
  let write: @Sendable (inout Settings, String) throws(ValueError) -> Void

  /// The section's name.
  var section: String { String(name.prefix { $0 != "." }) }
  /// The key within the section.
  var key: String { String(name.drop { $0 != "." }.dropFirst()) }

  /// Whether a change takes effect at the next start alone, and not when the settings are read anew.
  var isTakenAtStart: Bool {
    ["daemon.source", "daemon.table", "runs.limit", "recording.largest-file"].contains(name)
  }
  /// Whether it says which tables and demos are played.
  var isOfTables: Bool {
    section == "exhibition" || ["daemon.playlist", "daemon.tables"].contains(name)
  }
  /// Whether `tilt.feel` gives its value where it isn't set by itself.
  var isByFeel: Bool {
    ["tilt.dead-zone", "tilt.full-tilt", "tilt.exponent", "tilt.limit"].contains(name)
  }
  /// Whether it says how devices are opened and read.
  var isOfDevices: Bool { section == "sensor" || section == "input" }

  /// Every setting, in the order in which `--print-config` prints them.
  static let all: [Setting] = [
    text(
      "daemon.source", \.source,
      "where the samples come from: 'auto', 'iio', 'iio:NAME', 'iio:ip:HOST', 'evdev', 'evdev:PATH', 'client', or 'log:' and a path",
      check: { text throws(ValueError) in _ = try SourceSpecification(text) }),
    text(
      "daemon.table", \.table, "the table that is laid out first",
      expected: "the name of a table, or a table file", check: { _ in }),
    optionalText(
      "daemon.playlist", \.playlist,
      "the tables that follow each other after the flag; one that can't be had is passed over",
      "names with blanks between, or `none`; nothing for the shipped tables with a flag"),
    optionalText(
      "daemon.tables", \.tables, "a directory with tables of your own, NAME.table",
      "a path; nothing for none"),
    number(
      "clients.limit", \.clientLimit, .none, 1...4096, isWhole: true,
      "how many clients may be connected at once"),
    number(
      "clients.per-user", \.clientsPerUser, .none, 1...4096, isWhole: true,
      "how many of them may be one user's; root and the daemon's own user are exempt"),
    number(
      "runs.limit", \.runLimit, .none, 0...1_000_000, isWhole: true,
      "how many runs are kept, the newest, beside the best of each table"),
    duration(
      "runs.restart-after", \.restartAfter, .seconds, 1...3600,
      "how long a run that is lost, or won where no table follows, is shown; then another one begins"
    ),
    duration(
      "exhibition.demo-after", \.demoAfter, .minutes, 0.01...1440,
      "how long nobody must have touched anything; then a recording plays until somebody does"),
    text(
      "exhibition.demo-recording", \.demoRecordings,
      "what is played then: shipped recordings or files, in turn, with blanks between",
      expected: "names or paths", check: { _ in }),
    optionalText(
      "exhibition.demo-table", \.demoTables,
      "the tables that it is played on, in turn",
      "names with blanks between; nothing for the table that whoever comes will play on"),
    number(
      "recording.largest-file", \.largestRecording, .megabytes, 1...1_000_000,
      "how large the file of --record may become; then the recording ends"),
    text(
      "sensor.mount-matrix", \.mountMatrix,
      "how the sensor sits in the device: sensor axes to device axes, row by row, or 'auto'",
      check: { text throws(ValueError) in if text != "auto" { _ = try Mounting(text) } }),
    word(
      "sensor.mount-sign", \.mountSign, MountSign.allCases.map(\.rawValue),
      "in which sign a mount matrix of the system's is: 'auto' (by its origin), 'kernel', 'proxy'"),
    number(
      "sensor.rate", \.sensorRate, .hertz, 1...10_000,
      "how many samples a second to ask a sensor for; it gives the nearest that it can"),
    number(
      "sensor.rescan", \.sensorRescan, .seconds, 0.1...3600,
      "how often to look for a sensor while there is none and udev says nothing"),
    text(
      "sensor.counts-per-g", \.countsPerG,
      "how many counts of an input device are 1 g, where its driver doesn't say: a number, or 'auto'",
      check: { text throws(ValueError) in _ = try Configuration.counts(text) }),
    flag(
      "sensor.grab", \.grabsInput,
      "whether other programs are kept from the input devices that balld uses"),
    text(
      "input.buttons", \.buttons,
      "what buttons do, such as 'BTN_START=pause left=previous-table'; or 'none'",
      check: { text throws(ValueError) in _ = try Configuration.buttons(text) }),
    choice(
      "screen.rotation", \.screenRotation, .degrees, [0, 90, 180, 270],
      "how far the picture is turned on the screen, clockwise"),
    word(
      "tilt.mode", \.tiltMode, TiltMode.allCases.map(\.rawValue),
      "what drives the ball: board, all that a marble on it would feel; gravity, the tilt alone"),
    word(
      "tilt.feel", \.feel.preset, Feel.Preset.allCases.map(\.rawValue),
      "the dead zone, full tilt, exponent and limit that aren't set by themselves"),
    number(
      "tilt.gain", \.feel.gain, .none, 0.1...10,
      "how much the board's tilt counts: with 2 half of it is enough"),
    flag("tilt.swap-axes", \.swapsAxes, "whether the table's x and y change places"),
    flag("tilt.invert-x", \.invertsX, "whether the table's x points the other way"),
    flag("tilt.invert-y", \.invertsY, "whether the table's y points the other way"),
    number(
      "tilt.smoothing", \.smoothing, .milliseconds, 0...1000,
      "the time constant of the low-pass filter on the specific force, in the mode board"),
    number(
      "tilt.dead-zone", \.feel.deadZone, .degrees, 0...30,
      "a tilt of the board up to this does nothing"),
    number(
      "tilt.full-tilt", \.feel.fullTilt, .degrees, 1...90,
      "a tilt of the board from this on gives the limit"),
    number(
      "tilt.exponent", \.feel.exponent, .none, 0.1...10,
      "the power that bends the curve in between: above 1 small tilts do less"),
    number(
      "tilt.limit", \.feel.limit, .degrees, 0.1...45, "how far the table tilts at the most"),
    flag(
      "gestures.auto-pause", \.pausesUntouched,
      "whether the game pauses when board and ball have rested for 10 s, and goes on 3 s after somebody has picked the board up"
    ),
    flag(
      "gestures.shake-to-restart", \.restartsWhenShaken,
      "whether shaking the board begins the run anew"),
  ]

  /// The setting of this name.
  static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

  private static func text(
    _ name: String, _ path: any WritableKeyPath<Settings, String> & Sendable, _ meaning: String,
    expected: String = "a text",
    check: @escaping @Sendable (String) throws(ValueError) -> Void
  ) -> Setting {
    Setting(
      name: name, meaning: meaning, expected: expected, read: { $0[keyPath: path] },
      write: { (settings, text) throws(ValueError) in
        try check(text)
        if text.isEmpty { throw ValueError(found: "nothing", expected: expected) }
        settings[keyPath: path] = text
      })
  }

  private static func optionalText(
    _ name: String, _ path: any WritableKeyPath<Settings, String> & Sendable, _ meaning: String,
    _ expected: String
  ) -> Setting {
    Setting(
      name: name, meaning: meaning, expected: expected, read: { $0[keyPath: path] },
      write: { (settings, text) throws(ValueError) in settings[keyPath: path] = text })
  }

  private static func number(
    _ name: String, _ path: any WritableKeyPath<Settings, Double> & Sendable, _ unit: UnitOfMeasure,
    _ range: ClosedRange<Double>, isWhole: Bool = false, _ meaning: String
  ) -> Setting {
    let bounds = "\(plain(range.lowerBound)) to \(written(range.upperBound, unit))"
    return quantity(
      name, path, unit, meaning,
      expected: isWhole ? "a whole number from \(bounds)" : "a number from \(bounds)",
      isAllowed: { range.contains($0) && (!isWhole || $0 == $0.rounded()) })
  }

  private static func choice(
    _ name: String, _ path: any WritableKeyPath<Settings, Double> & Sendable, _ unit: UnitOfMeasure,
    _ choices: [Double], _ meaning: String
  ) -> Setting {
    let listed = choices.dropLast().map(plain).joined(separator: ", ")
    return quantity(
      name, path, unit, meaning,
      expected: "\(listed) or \(written(choices.last ?? 0, unit))",
      isAllowed: { choices.contains($0) })
  }

  /// One of a few words.
  private static func word(
    _ name: String, _ path: any WritableKeyPath<Settings, String> & Sendable, _ words: [String],
    _ meaning: String
  ) -> Setting {
    let expected = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    return Setting(
      name: name, meaning: meaning, expected: expected, read: { $0[keyPath: path] },
      write: { (settings, text) throws(ValueError) in
        guard words.contains(text) else {
          throw ValueError(found: quoted(text), expected: expected)
        }
        settings[keyPath: path] = text
      })
  }

  private static func flag(
    _ name: String, _ path: any WritableKeyPath<Settings, Bool> & Sendable, _ meaning: String
  ) -> Setting {
    Setting(
      name: name, meaning: meaning, expected: "yes or no",
      read: { $0[keyPath: path] ? "yes" : "no" },
      write: { (settings, text) throws(ValueError) in
        guard text == "yes" || text == "no" else {
          throw ValueError(found: quoted(text), expected: "yes or no")
        }
        settings[keyPath: path] = text == "yes"
      })
  }

  private static func quantity(
    _ name: String, _ path: any WritableKeyPath<Settings, Double> & Sendable, _ unit: UnitOfMeasure,
    _ meaning: String, expected: String, isAllowed: @escaping @Sendable (Double) -> Bool
  ) -> Setting {
    Setting(
      name: name, meaning: meaning, expected: expected,
      read: { written($0[keyPath: path], unit) },
      write: { (settings, text) throws(ValueError) in
        let value = try parseQuantity(text, in: unit)
        guard isAllowed(value) else { throw ValueError(found: quoted(text), expected: expected) }
        settings[keyPath: path] = value
      })
  }

  /// A time, or `never`.
  private static func duration(
    _ name: String, _ path: any WritableKeyPath<Settings, Double?> & Sendable,
    _ unit: UnitOfMeasure, _ range: ClosedRange<Double>, _ meaning: String
  ) -> Setting {
    let bounds = "\(plain(range.lowerBound)) to \(written(range.upperBound, unit))"
    let expected = "`never`, or a number from \(bounds)"
    return Setting(
      name: name, meaning: meaning, expected: expected,
      read: { $0[keyPath: path].map { written($0, unit) } ?? "never" },
      write: { (settings, text) throws(ValueError) in
        var value: Double?
        if text != "never" {
          let number = try parseQuantity(text, in: unit)
          guard range.contains(number) else {
            throw ValueError(found: quoted(text), expected: expected)
          }
          value = number
        }
        settings[keyPath: path] = value
      })
  }

  /// A number as people write it: 8, not 8.0.
  private static func plain(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func written(_ value: Double, _ unit: UnitOfMeasure) -> String {
    unit == .none ? plain(value) : "\(plain(value)) \(unit.symbol)"
  }
}
