// SPDX-License-Identifier: MIT

/// Tells a board that is shaken on purpose from one that is played with.
///
/// A shake is a push one way and the other by more than 10 m/s², eight times in a row, each 0.035
/// to 0.3 s after the last: to and fro two to ten times a second, for half a second to two. Play does turn gravity,
/// but doesn't push like that; a knock doesn't come back; a machine's vibration comes back too soon.
public struct Shake: Codable, Equatable, Sendable {
  /// The least push, m/s².
  private static let push = 10.0
  /// By how much the force's length must differ from gravity's then, m/s²: a turn alone changes only
  /// its direction.
  private static let excess = 3.0
  /// The time between two strokes, ns.
  private static let shortest: Int64 = 35_000_000
  private static let longest: Int64 = 300_000_000
  /// How many strokes make a shake.
  private static let strokes = 8
  /// How long it must be quiet before the next shake, ns.
  private static let pause: Int64 = 1_000_000_000
  /// The time constant of the force that pushes are held against, s.
  private static let timeConstant = 0.5

  private var mean = LowPass(timeConstant: Self.timeConstant)
  private var lastStroke: Int64?
  private var direction = Vector3(0, 0, 0)
  private var count = 0
  private var hasFired = false

  /// Begins with a board at rest.
  public init() {}

  /// Takes a sample, which must be within `SampleLimits`.
  ///
  /// Returns whether a shake is complete with it: once, however long it goes on.
  public mutating func enter(_ sample: Sample) -> Bool {
    let force = sample.acceleration
    let push = force - mean.enter(force, at: sample.time)
    let sinceStroke = lastStroke.flatMap { last -> Int64? in
      let (passed, overflow) = sample.time.subtractingReportingOverflow(last)
      // A time that goes back is as long ago as can be.
      return overflow || passed < 0 ? nil : passed
    }
    let passed = sinceStroke ?? .max
    if passed > Self.longest { count = 0 }
    if passed > Self.pause { hasFired = false }
    guard push.length > Self.push, abs(force.length - standardGravity) > Self.excess else {
      return false
    }
    let along = push.dot(direction)
    let isBack = along < -0.5 * push.length * direction.length
    guard count == 0 || isBack else {
      // The same stroke; its strongest moment counts.
      if push.length > direction.length { direction = push }
      return false
    }
    count = count > 0 && passed < Self.shortest ? 1 : count + 1
    direction = push
    lastStroke = sample.time
    guard count >= Self.strokes, !hasFired else { return false }
    hasFired = true
    return true
  }
}
