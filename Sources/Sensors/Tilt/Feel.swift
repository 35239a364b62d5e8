// SPDX-License-Identifier: MIT

internal import Elementary
public import KeyValue

/// How the board's angle becomes the table's: the curve between hand and ball.
///
/// With θ the angle between the specific force and the table's normal, the table is tilted by
///
///     φ = limit · min(1, max(0, gain · θ − deadZone) / (fullTilt − deadZone)) ^ exponent
///
/// in the same direction. The vector is turned, not scaled: its length (how heavy the ball is at
/// this moment, hand shake included) stays, so the pull is |f| sin φ and the pressing force |f| cos φ.
/// A board beyond the vertical, or upside down, counts as full tilt in the direction of its lowest
/// edge; where there is no direction (level, exactly upside down, free fall) there is no pull.
public struct Feel: Codable, Equatable, Sendable {
  /// Up to this angle the table stays level, rad.
  public let deadZone: Double
  /// From this angle on the table is at its limit, rad.
  public let fullTilt: Double
  /// The curve between them: 1 is a straight line, more is finer near level.
  public let exponent: Double
  /// The table's largest tilt, rad.
  public let limit: Double

  /// How much the hand's angle counts: above 1 smaller tilts do more.
  public let gain: Double

  /// For beginners: a wide dead zone, and a table that never gets steep.
  public static let gentle = Feel(Preset.gentle)
  /// The default: the wrist's 20° are the table's 8°.
  public static let normal = Feel(Preset.normal)
  /// The table does what the board does, up to 20°.
  public static let direct = Feel(Preset.direct)

  /// The presets by the names that settings use.
  public enum Preset: String, CaseIterable, Sendable {
    /// `Feel.gentle`.
    case gentle
    /// `Feel.normal`.
    case normal
    /// `Feel.direct`.
    case direct

    /// What a preset is made of; the angles in degrees, as settings have them.
    public typealias Values = (
      deadZone: Double, fullTilt: Double, exponent: Double, limit: Double
    )

    /// What this preset is made of.
    public var values: Values {
      switch self {
      case .gentle: (2, 30, 1.5, 5)
      case .normal: (1, 20, 1.5, 8)
      case .direct: (0, 20, 1, 20)
      }
    }
  }

  /// A curve of these angles (rad), exponent and gain.
  ///
  /// Throws unless 0 ≤ deadZone < fullTilt ≤ 90°, 0 < limit ≤ 45°, 0.1 ≤ exponent ≤ 10 and
  /// 0.1 ≤ gain ≤ 10.
  public init(
    deadZone: Double, fullTilt: Double, exponent: Double, limit: Double, gain: Double = 1
  ) throws(ValueError) {
    // Written so that NaN fails each of them.
    guard fullTilt > 0, fullTilt <= .pi / 2 else {
      throw Self.error("a full tilt", fullTilt, "more than 0 and at most 90 deg")
    }
    guard deadZone >= 0, deadZone < fullTilt else {
      throw Self.error(
        "a dead zone", deadZone, "at least 0 and less than the full tilt of \(Self.text(fullTilt))")
    }
    guard limit > 0, limit <= .pi / 4 else {
      throw Self.error("a limit", limit, "more than 0 and at most 45 deg")
    }
    guard exponent >= 0.1, exponent <= 10 else {
      throw ValueError(found: "an exponent of \(exponent)", expected: "one between 0.1 and 10")
    }
    guard gain >= 0.1, gain <= 10 else {
      throw ValueError(found: "a gain of \(gain)", expected: "one between 0.1 and 10")
    }
    self.init(unchecked: deadZone, fullTilt, exponent, limit, gain)
  }

  private init(
    unchecked deadZone: Double, _ fullTilt: Double, _ exponent: Double, _ limit: Double,
    _ gain: Double
  ) {
    self.deadZone = deadZone
    self.fullTilt = fullTilt
    self.exponent = exponent
    self.limit = limit
    self.gain = gain
  }

  /// The feel of a preset.
  public init(_ preset: Preset) {
    let values = preset.values
    self.init(
      unchecked: values.deadZone * degree, values.fullTilt * degree, values.exponent,
      values.limit * degree, 1)
  }

  /// The table's angle for the board's, both rad and not negative.
  public func tableAngle(boardAngle: Double) -> Double {
    let range = fullTilt - deadZone
    let beyond = gain * boardAngle - deadZone
    if !(beyond > 0) { return 0 }
    if beyond >= range { return limit }
    return limit * curve(beyond / range)
  }

  /// The tilt that the ball gets, for the one that the board has.
  public func apply(_ board: Tilt) -> Tilt {
    let horizontal = (board.x * board.x + board.y * board.y).squareRoot()
    let weight = Vector3(board.x, board.y, board.z).length
    // Without a direction there is nowhere to roll to.
    if horizontal == 0 { return Tilt(x: 0, y: 0, z: weight) }
    let boardAngle = arcTangent(y: horizontal, x: board.z)
    // The straight line through the origin hands the vector through, to the last bit.
    if isUnity, boardAngle <= limit { return board }
    let angle = tableAngle(boardAngle: boardAngle)
    let pull = weight * sine(angle) / horizontal
    return Tilt(x: pull * board.x, y: pull * board.y, z: weight * cosine(angle))
  }

  private var isUnity: Bool { deadZone == 0 && exponent == 1 && fullTilt == limit && gain == 1 }

  /// x^exponent for 0 < x < 1, exact for the exponent 1.
  private func curve(_ x: Double) -> Double {
    exponent == 1 ? x : exponential(exponent * logarithm(x))
  }

  private static func error(_ what: String, _ angle: Double, _ expected: String) -> ValueError {
    ValueError(found: "\(what) of \(text(angle))", expected: expected)
  }

  private static func text(_ angle: Double) -> String {
    shortened(angle / UnitOfMeasure.degrees.inSI) + " deg"
  }
}
