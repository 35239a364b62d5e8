// SPDX-License-Identifier: MIT

/// Pauses the game when nobody plays, and goes on when somebody picks the board up.
///
/// A state machine of its own: it is told what the board and the ball do and answers with what to
/// do about it. It has no clock; a countdown's end is at `deadline`, at which it must be asked again
/// even if no sample comes.
public struct AutoPause: Equatable, Sendable {
  /// What to do.
  public enum Action: Equatable, Sendable {
    /// Pause: the board has lain untouched and the ball has rested for long enough.
    case pause
    /// Somebody has the board: count down to this time, ns, and say so.
    case countDown(until: Int64)
    /// The countdown is over: go on.
    case resume
  }

  /// What it does at the moment.
  public enum Phase: Equatable, Sendable {
    /// Somebody plays, or may do so.
    case watching
    /// It has paused the game.
    case paused
    /// It counts down to this time, ns.
    case countingDown(until: Int64)
  }

  /// What it does at the moment.
  public private(set) var phase = Phase.watching

  private var idleSince: Int64?
  private var movedSince: Int64?
  private var upAtPause: Vector3?

  /// How long the board and the ball must rest, ns.
  public static let idleTime: Int64 = 10_000_000_000
  /// How long the countdown is, ns.
  public static let countdown: Int64 = 3_000_000_000
  /// A tilt by more than this since the pause is a hand's, rad.
  private static let pickedUp = 5 * degree
  /// Or so long a time without rest, ns: a knock on the table is forgotten after the 1.5 s that a
  /// rest takes to be seen.
  private static let unrest: Int64 = 2_500_000_000

  /// Begins by watching.
  public init() {}

  /// When it must be asked again even without a sample, ns.
  public var deadline: Int64? {
    if case .countingDown(let until) = phase { until } else { nil }
  }

  /// Takes what is at `time`, ns.
  ///
  /// - Parameters:
  ///   - time: of the sample, or of the deadline; one that goes back begins the waiting anew.
  ///   - isBoardStill: whether the board lies still (`TiltQuality.isResting`).
  ///   - up: the unit vector "up" in device axes, if it is known.
  ///   - doesBallRest: whether no ball moves.
  /// - Returns: what to do, if anything.
  public mutating func enter(
    time: Int64, isBoardStill: Bool, up: Vector3?, doesBallRest: Bool
  ) -> Action? {
    switch phase {
    case .watching:
      guard isBoardStill, doesBallRest else {
        idleSince = nil
        return nil
      }
      guard hasPassed(Self.idleTime, since: &idleSince, at: time) else { return nil }
      phase = .paused
      upAtPause = up
      movedSince = nil
      return .pause
    case .paused:
      if isBoardStill { movedSince = nil }
      let isTilted = zip(up, upAtPause).map { angle(between: $0, $1) > Self.pickedUp } ?? false
      let isUneasy = !isBoardStill && hasPassed(Self.unrest, since: &movedSince, at: time)
      guard isTilted || isUneasy else { return nil }
      let (until, overflow) = time.addingReportingOverflow(Self.countdown)
      phase = .countingDown(until: overflow ? .max : until)
      return .countDown(until: overflow ? .max : until)
    case .countingDown(let until):
      guard time >= until else { return nil }
      reset()
      return .resume
    }
  }

  /// Watches anew, as when somebody pauses, goes on or restarts by other means.
  public mutating func reset() { self = AutoPause() }

  /// Whether `wait` ns have passed since the time that `start` remembers, which begins now if none.
  private func hasPassed(_ wait: Int64, since start: inout Int64?, at time: Int64) -> Bool {
    let begin = start.map { min($0, time) } ?? time
    start = begin
    let (passed, overflow) = time.subtractingReportingOverflow(begin)
    return overflow || passed >= wait
  }

  private func zip(_ a: Vector3?, _ b: Vector3?) -> (Vector3, Vector3)? {
    if let a, let b { (a, b) } else { nil }
  }
}
