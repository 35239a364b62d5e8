// SPDX-License-Identifier: MIT

/// `{"class":"event",…}`: something that happened at one instant.
public struct Event: Hashable, Sendable {
  /// World time in s.
  public var t: Double
  /// What happened.
  public var kind: Kind

  /// Makes an event.
  public init(t: Double, _ kind: Kind) {
    self.t = t
    self.kind = kind
  }

  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// A ball hit a wall.
    case impact(Impact)
    /// The world was stopped.
    case paused
    /// The world goes on.
    case resumed
    /// The table was put back to its start.
    case restarted
    /// The recording came to its end.
    case finished
    /// A client's tilt or samples drive the ball from now on, in place of the source.
    case takeover(by: String)
    /// The source drives the ball again; `by` no longer does.
    case released(by: String)
    /// An event of a newer server, by its name; its fields aren't kept.
    case other(String)

    /// The word on the wire.
    public var name: String {
      switch self {
      case .impact: "impact"
      case .paused: "paused"
      case .resumed: "resumed"
      case .restarted: "restarted"
      case .finished: "finished"
      case .takeover: "takeover"
      case .released: "released"
      case .other(let name): name
      }
    }
  }

  /// A ball's blow against a wall.
  public struct Impact: Hashable, Sendable {
    /// Which ball, counted from 0 as in the states.
    public var ball: Int
    /// The ball's centre at the impact: x in m, in the table frame.
    public var x: Double
    /// The ball's centre at the impact: y in m, in the table frame.
    public var y: Double
    /// The speed against the wall, along its normal, in m/s; never negative.
    public var speed: Double

    /// Makes an impact.
    public init(ball: Int, x: Double, y: Double, speed: Double) {
      self.ball = ball
      self.x = x
      self.y = y
      self.speed = speed
    }
  }
}
