// SPDX-License-Identifier: MIT

/// A ball that hit something in a step.
public struct Impact: Equatable, Hashable, Sendable {
  /// The number of the ball in the world.
  public let ball: Int
  /// What it hit.
  public let against: Against
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

  /// What a ball can hit.
  public enum Against: Equatable, Hashable, Sendable {
    /// A wall of the table.
    case wall
    /// A face or a corner of a block.
    case block
    /// The ball of this number, which has an impact of its own at the same time.
    case ball(Int)
  }
}
