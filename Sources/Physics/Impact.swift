// SPDX-License-Identifier: MIT

/// A ball that hit something in a step.
public struct Impact: Equatable, Hashable, Sendable {
  /// The number of the ball in the world.
  public let ball: Int
  /// Where the ball's centre was, m.
  public let position: Vector2
  /// The speed along the normal with which it hit, m/s.
  public let speed: Double
  /// The number of the step in which it happened.
  public let step: Int64
  /// How long after that step's begin, s, 0 to 0.001.
  public let offset: Double

  /// The time in the session at which it happened, s.
  public var time: Double { Double(step) / 1000 + offset }
}
