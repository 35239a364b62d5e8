// SPDX-License-Identifier: MIT

/// What becomes of the normal speed u when a ball hits a wall.
public enum Rebound: String, CaseIterable, Equatable, Hashable, Sendable {
  /// The ball leaves with e u, as in the games.
  case game
  /// The ball leaves with u · max(0, (5e − 2)/7), as one that rolls does.
  ///
  /// It keeps its spin at a smooth wall, and the floor turns the spin against it (rolling after a
  /// kick: v = 5/7 (v₀ + 2/5 r ω₀) with v₀ = e u, ω₀ = −u/r). Below e = 0.4 it would come back to
  /// the wall, so it stays there.
  case real
}

/// The physical table: a rectangle with walls, and how balls roll on it and leave its walls.
///
/// Validated once, here: what a world does later can't fail.
public struct Surface: Equatable, Hashable, Sendable {
  /// The inner width between the walls, m.
  public let width: Double
  /// The inner height between the walls, m.
  public let height: Double
  /// The radius of every ball, m.
  public let ballRadius: Double
  /// The restitution e, 0 to 1.
  public let restitution: Double
  /// The rolling resistance c: the ball starts on an inclination whose tangent is larger.
  public let resistance: Double
  /// How much of the tilt accelerates a ball: 5/7 for a solid ball that rolls.
  public let accelerationFactor: Double
  /// The rule of the rebound.
  public let rebound: Rebound

  /// The part of the normal speed that a ball leaves a wall with.
  let reboundFactor: Double
  /// Where a ball's centre can be, x.
  let columnRange: ClosedRange<Double>
  /// Where a ball's centre can be, y.
  let rowRange: ClosedRange<Double>

  /// A table of these measures.
  ///
  /// - Parameters:
  ///   - width: inner width, 0.001 to 1000 m.
  ///   - height: inner height, 0.001 to 1000 m.
  ///   - ballRadius: 10 µm to half of the shorter side, m.
  ///   - restitution: e, 0 to 1.
  ///   - resistance: c, 0 to 1.
  ///   - accelerationFactor: 0.001 to 10.
  ///   - rebound: the rule of the rebound.
  /// - Throws: `OutOfRange` that names the first field outside of its range.
  public init(
    width: Double, height: Double, ballRadius: Double, restitution: Double,
    resistance: Double = Constants.defaultResistance,
    accelerationFactor: Double = Constants.defaultAccelerationFactor, rebound: Rebound = .game
  ) throws(OutOfRange) {
    try OutOfRange.check("width", width, in: Constants.sides)
    try OutOfRange.check("height", height, in: Constants.sides)
    let largestRadius = (width < height ? width : height) / 2
    try OutOfRange.check("ballRadius", ballRadius, in: Constants.smallestRadius...largestRadius)
    try OutOfRange.check("restitution", restitution, in: 0...1)
    try OutOfRange.check("resistance", resistance, in: 0...1)
    try OutOfRange.check(
      "accelerationFactor", accelerationFactor, in: Constants.accelerationFactors)
    self.width = width
    self.height = height
    self.ballRadius = ballRadius
    self.restitution = restitution
    self.resistance = resistance
    self.accelerationFactor = accelerationFactor
    self.rebound = rebound
    switch rebound {
    case .game: reboundFactor = restitution
    case .real: reboundFactor = restitution > 0.4 ? (5 * restitution - 2) / 7 : 0
    }
    columnRange = ballRadius...(width - ballRadius)
    rowRange = ballRadius...(height - ballRadius)
  }
}
