// SPDX-License-Identifier: MIT

/// How much the specific force differs in length from gravity's: what a hand adds to it.
///
/// The root of the smoothed square of |f| − 9.80665 m/s². Without a gyro it is all that tells a
/// tilted board from one that is pushed.
public struct Agitation: Codable, Equatable, Sendable {
  private var square = 0.0

  /// Over how long it is smoothed, s.
  static let timeConstant = 0.4

  /// The root mean square, m/s².
  public var rootMeanSquare: Double { square.squareRoot() }

  /// Takes the force of a sample that came `dt` s after the one before.
  public mutating func enter(_ force: Vector3, dt: Double) {
    let excess = force.length - standardGravity
    square += dt / (Self.timeConstant + dt) * (excess * excess - square)
  }
}
