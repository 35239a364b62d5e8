// SPDX-License-Identifier: MIT

public import Physics

/// Something that happened at an instant, as opposed to a state that lasts.
public struct Event: Equatable, Sendable {
  /// What happened.
  public enum Kind: Equatable, Sendable {
    /// A ball has hit a wall, a block or another ball, and was thrown back or stopped by it.
    case impact(Impact)
    /// A hole has taken a ball.
    case captured(Capture)
    /// A ball has reached the flag.
    case flag(FlagReached)
    /// The run is lost.
    case lost(LostReason)
    /// A run is over: the flag, the loss or what else ended it has come just before, or comes next.
    case runOver(RunResult)
    /// A cell has become a block, or is none any more.
    case block(column: Int, row: Int, isBlock: Bool)
    /// All blocks were taken away.
    case cleared
    /// Another table was laid out: the session's `table` is the new one.
    case tableChanged
    /// The game was paused.
    case paused
    /// The game goes on.
    case resumed
    /// The balls were put back to the start.
    case restarted
    /// A client has taken the table over from the source, or from another client.
    case takeover(client: Int)
    /// The client that drove has given the table back.
    case released(client: Int)
    /// The recording has ended.
    case finished
    /// Nobody plays: what is seen from now on is a demo.
    case demoBegun
    /// The demo is over: the table is laid out anew.
    case demoEnded
  }

  /// What happened.
  public let kind: Kind
  /// When, in seconds of session time.
  public let time: Double
}

/// A ball that has reached the flag.
public struct FlagReached: Equatable, Sendable {
  /// The number of the ball.
  public let ball: Int
  /// How long the run had lasted, s.
  public let runTime: Double
  /// The points, this one included; nil in a game without points.
  public let score: Int?
  /// Whether the run is won by it.
  public let isWon: Bool

  /// A ball at the flag.
  public init(ball: Int, runTime: Double, score: Int?, isWon: Bool) {
    self.ball = ball
    self.runTime = runTime
    self.score = score
    self.isWon = isWon
  }
}

/// Why a run is lost.
public enum LostReason: String, Equatable, Sendable {
  /// There are no balls left.
  case balls
  /// The time is up.
  case time
}
