// SPDX-License-Identifier: MIT

/// Notices that nobody plays, and that somebody has picked the board up again.
///
/// It is told what the board and the ball do and answers with what to do about it; the pause and the
/// countdown are the game's. It has no clock: times are those of the samples.
public struct AutoPause: Codable, Equatable, Sendable {
  /// What to do.
  public enum Action: Equatable, Sendable {
    /// Pause: the board has lain untouched and the ball has rested for long enough.
    case pause
    /// Somebody has the board: count down, and go on.
    case countDown
  }

  private var wasPaused = false
  private var idleSince: Int64?
  private var pickUp = PickUp()

  /// How long the board and the ball must rest, ns.
  public static let idleTime: Int64 = 10_000_000_000

  /// Begins by watching.
  public init() {}

  /// Takes what is at `time`, ns.
  ///
  /// - Parameters:
  ///   - time: of the sample; one that goes back begins the waiting anew.
  ///   - isBoardStill: whether the board lies still (`TiltPipeline.isResting`).
  ///   - up: the unit vector "up" in device axes, if it is known.
  ///   - doesBallRest: whether the game goes on and no ball moves.
  ///   - isPaused: whether the game is paused because this said so: it can be ended by others.
  /// - Returns: what to do, if anything.
  public mutating func enter(
    time: Int64, isBoardStill: Bool, up: Vector3?, doesBallRest: Bool, isPaused: Bool
  ) -> Action? {
    if isPaused != wasPaused {
      reset()
      wasPaused = isPaused
    }
    if isPaused {
      return pickUp.enter(time: time, isBoardStill: isBoardStill, up: up) ? .countDown : nil
    }
    guard isBoardStill, doesBallRest else {
      idleSince = nil
      return nil
    }
    return time.hasPassed(Self.idleTime, since: &idleSince) ? .pause : nil
  }

  /// Begins anew, as with another board, or when somebody else drives.
  public mutating func reset() { self = AutoPause() }
}
