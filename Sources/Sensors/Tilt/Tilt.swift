// SPDX-License-Identifier: MIT

/// What drives the balls: the pull along the table and the force that presses them on it, per mass.
///
/// All in m/s², in the table frame: x to the right, y **down** the table, as the picture shows it.
/// (x, y) points where a ball at rest would go, before the factor 5/7 of rolling.
///
/// `Physics` has the same type once more: neither module knows the other.
public struct Tilt: Codable, Equatable, Hashable, Sendable {
  /// To the right, m/s².
  public var x: Double
  /// Down the table, m/s².
  public var y: Double
  /// Pressing the ball onto the table, m/s², never negative after the feel.
  public var z: Double

  /// A tilt of these three components, m/s².
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The tilt of a specific force in level axes (x right, y to the top, z out of the table), m/s².
  ///
  /// An accelerometer feels the table push it up, so the ball is drawn the other way: against x, and
  /// against y, which the table frame counts downwards.
  public init(specificForce level: Vector3) {
    self.init(x: -level.x, y: level.y, z: level.z)
  }

  /// A level table under standard gravity, 9.80665 m/s².
  public static let level = Tilt(x: 0, y: 0, z: standardGravity)
}
