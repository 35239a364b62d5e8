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
  private var movedSince: Int64?
  private var upAtPause: Vector3?

  /// How long the board and the ball must rest, ns.
  public static let idleTime: Int64 = 10_000_000_000
  /// A tilt by more than this since the pause is a hand's, rad.
  private static let pickedUp = 5 * degree
  /// Or so long a time without rest, ns: a knock on the table is forgotten after the 1.5 s that a
  /// rest takes to be seen.
  private static let unrest: Int64 = 2_500_000_000

  /// Begins by watching.
  public init() {}

  /// Takes what is at `time`, ns.
  ///
  /// - Parameters:
  ///   - time: of the sample; one that goes back begins the waiting anew.
  ///   - isBoardStill: whether the board lies still (`TiltQuality.isResting`).
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
      if upAtPause == nil { upAtPause = up }
      return isPickedUp(time: time, isBoardStill: isBoardStill, up: up) ? .countDown : nil
    }
    guard isBoardStill, doesBallRest else {
      idleSince = nil
      return nil
    }
    return hasPassed(Self.idleTime, since: &idleSince, at: time) ? .pause : nil
  }

  /// Begins anew, as with another board, or when somebody else drives.
  public mutating func reset() { self = AutoPause() }

  private mutating func isPickedUp(time: Int64, isBoardStill: Bool, up: Vector3?) -> Bool {
    if isBoardStill { movedSince = nil }
    if let up, let upAtPause, angle(between: up, upAtPause) > Self.pickedUp { return true }
    return !isBoardStill && hasPassed(Self.unrest, since: &movedSince, at: time)
  }

  /// Whether `wait` ns have passed since the time that `start` remembers, which begins now if none.
  private func hasPassed(_ wait: Int64, since start: inout Int64?, at time: Int64) -> Bool {
    let begin = start.map { min($0, time) } ?? time
    start = begin
    let (passed, overflow) = time.subtractingReportingOverflow(begin)
    return overflow || passed >= wait
  }
}
