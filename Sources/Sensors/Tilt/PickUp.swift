// SPDX-License-Identifier: MIT

/// Notices that somebody has a board in hand that lay untouched.
///
/// It has no clock: times are those of the samples.
public struct PickUp: Codable, Equatable, Sendable {
  private var movedSince: Int64?
  private var upAtRest: Vector3?

  /// A tilt by more than this since it began to watch is a hand's, rad.
  private static let pickedUp = 5 * degree
  /// Or so long a time without rest, ns: a knock on the table is forgotten after the 1.5 s that a
  /// rest takes to be seen.
  private static let unrest: Int64 = 2_500_000_000

  /// Begins by watching a board that lies.
  public init() {}

  /// Takes what is at `time`, ns.
  ///
  /// - Parameters:
  ///   - time: of the sample; one that goes back begins the waiting anew.
  ///   - isBoardStill: whether the board lies still (`TiltPipeline.isResting`).
  ///   - up: the unit vector "up" in device axes, if it is known.
  /// - Returns: whether somebody has it in hand.
  public mutating func enter(time: Int64, isBoardStill: Bool, up: Vector3?) -> Bool {
    if upAtRest == nil { upAtRest = up }
    if isBoardStill { movedSince = nil }
    if let up, let upAtRest, angle(between: up, upAtRest) > Self.pickedUp { return true }
    return !isBoardStill && time.hasPassed(Self.unrest, since: &movedSince)
  }

  /// Begins anew, with the board as it lies now.
  public mutating func reset() { self = PickUp() }
}

extension Int64 {
  /// Whether this time is `wait` past the one that `start` remembers, which begins now if none; ns.
  func hasPassed(_ wait: Int64, since start: inout Int64?) -> Bool {
    let begin = start.map { Swift.min($0, self) } ?? self
    start = begin
    let (passed, overflow) = subtractingReportingOverflow(begin)
    return overflow || passed >= wait
  }
}
