// SPDX-License-Identifier: MIT

/// What drives the balls: the pull along the table and the force that presses them on it, per mass.
///
/// All in m/s². For a table at rest that is inclined by θ, (x, y) has the length g sin θ and points
/// where a ball at rest would go, before the factor 5/7 of rolling; z is g cos θ.
///
/// `Sensors` has the same type once more: neither module knows the other.
public struct Tilt: Codable, Equatable, Hashable, Sendable {
  /// To the right, m/s².
  public var x: Double
  /// Down the table, m/s².
  public var y: Double
  /// Pressing the ball onto the table, m/s², never negative.
  public var z: Double

  /// A tilt of these three components, m/s².
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// A level table under standard gravity, 9.80665 m/s².
  public static let level = Tilt(x: 0, y: 0, z: 9.80665)

  /// Whether a world can be driven by it: each component at most 1e6 m/s² and z not negative.
  public var isPossible: Bool {
    x.magnitude <= Constants.largestTilt && y.magnitude <= Constants.largestTilt
      && z >= 0 && z <= Constants.largestTilt
  }
}
