// SPDX-License-Identifier: MIT

internal import Sensors

/// The curve between hand and ball: a preset, of which each value can be set by itself.
///
/// Whatever stands first in a file: a value that was set stays when the preset changes.
struct FeelSettings: Equatable, Sendable {
  /// The preset's name, a `Feel.Preset`.
  var preset = Feel.Preset.normal.rawValue
  /// How much the hand's angle counts.
  var gain = 1.0

  /// Tilts below it do nothing, degrees.
  var deadZone: Double {
    get { ownDeadZone ?? values.deadZone }
    set { ownDeadZone = newValue }
  }
  /// The tilt of the board that gives the limit, degrees.
  var fullTilt: Double {
    get { ownFullTilt ?? values.fullTilt }
    set { ownFullTilt = newValue }
  }
  /// The power that bends the curve.
  var exponent: Double {
    get { ownExponent ?? values.exponent }
    set { ownExponent = newValue }
  }
  /// The table's greatest tilt, degrees.
  var limit: Double {
    get { ownLimit ?? values.limit }
    set { ownLimit = newValue }
  }

  private var ownDeadZone: Double?
  private var ownFullTilt: Double?
  private var ownExponent: Double?
  private var ownLimit: Double?

  private var values: Feel.Preset.Values { (Feel.Preset(rawValue: preset) ?? .normal).values }

  /// Equal when they do the same, whether a value was set or is the preset's.
  static func == (left: FeelSettings, right: FeelSettings) -> Bool {
    left.preset == right.preset && left.gain == right.gain && left.deadZone == right.deadZone
      && left.fullTilt == right.fullTilt && left.exponent == right.exponent
      && left.limit == right.limit
  }
}
