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

  /// Every setting, in the order in which `--print-config` prints them.
  static let all: [Setting] = [
    text(
      "daemon.source", \.source, "where the samples come from: 'client', or 'log:' and a path",
      check: { text throws(ValueError) in _ = try SourceSpecification(text) }),
    text("daemon.table", \.table, "the table that is laid out first", check: { _ in }),
    optionalText(
      "daemon.playlist", \.playlist,
      "the tables that follow each other after the flag",
      "names with blanks between, or `none`; nothing for the shipped tables with a flag"),
    optionalText(
      "daemon.tables", \.tables, "a directory with tables of your own, NAME.table",
      "a path; nothing for none"),
    number(
      "clients.limit", \.clientLimit, .none, 1...4096, isWhole: true,
      "how many clients may be connected at once"),
    text(
      "sensor.mount-matrix", \.mountMatrix,
      "how the sensor sits in the device: sensor axes to device axes, row by row",
      check: { text throws(ValueError) in _ = try Mounting(text) }),
    choice(
      "screen.rotation", \.screenRotation, .degrees, [0, 90, 180, 270],
      "how far the picture is turned on the screen, clockwise"),
    number(
      "tilt.smoothing", \.smoothing, .milliseconds, 0...1000,
      "the time constant of the low-pass filter on the specific force"),
    number(
      "tilt.dead-zone", \.deadZone, .degrees, 0...30,
      "a tilt of the board up to this does nothing"),
    number(
      "tilt.full-tilt", \.fullTilt, .degrees, 1...90,
      "a tilt of the board from this on gives the limit"),
    number(
      "tilt.exponent", \.exponent, .none, 0.1...10,
      "the power that bends the curve in between: above 1 small tilts do less"),
    number(
      "tilt.limit", \.limit, .degrees, 0.1...45, "how far the table tilts at the most"),
  ]

  /// The setting of this name.
  static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

  private static func text(
    _ name: String, _ path: any WritableKeyPath<Settings, String> & Sendable, _ meaning: String,
    check: @escaping @Sendable (String) throws(ValueError) -> Void
  ) -> Setting {
    Setting(
      name: name, meaning: meaning, expected: "a text", read: { $0[keyPath: path] },
      write: { (settings, text) throws(ValueError) in
        if text.isEmpty { throw ValueError(found: "nothing", expected: "a text") }
        try check(text)
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

  /// A number as people write it: 8, not 8.0.
  private static func plain(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func written(_ value: Double, _ unit: UnitOfMeasure) -> String {
    unit == .none ? plain(value) : "\(plain(value)) \(unit.symbol)"
  }
}
