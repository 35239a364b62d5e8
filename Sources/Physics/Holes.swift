// SPDX-License-Identifier: MIT

/// A round hole in the table.
public struct Hole: Equatable, Hashable, Sendable {
  /// Its centre in the table frame while the pattern's angle is 0, m.
  public let centre: Vector2
  /// Its radius R, m.
  public let radius: Double

  /// A hole here of this size.
  public init(centre: Vector2, radius: Double) {
    self.centre = centre
    self.radius = radius
  }
}

/// When a hole takes a ball.
public enum CaptureRule: Equatable, Hashable, Sendable {
  /// As soon as the ball's centre is over the hole: d < R.
  case centre
  /// As soon as the ball's centre is over the hole and the ball is slow enough to fall in:
  /// `World.captureSpeed`.
  case speed
  /// As in the classic game: over the hole the ball is pulled to its centre with `atRim` (m/s²) times
  /// (R/d)², and loses its speed as exp(−`brake` t), `brake` in 1/s; within R/10 it is taken.
  case pull(atRim: Double, brake: Double)
}

/// The holes of a table: a rigid pattern that may turn about a pivot.
public struct Holes: Equatable, Hashable, Sendable {
  /// The holes at the angle 0.
  public let pattern: [Hole]
  /// What the pattern turns about, in the table frame, m.
  public let pivot: Vector2
  /// When a hole takes a ball.
  public let rule: CaptureRule

  /// A pattern of holes.
  ///
  /// - Parameters:
  ///   - pattern: the holes at the angle 0, at most 256, each within 1000 m of the origin and with
  ///     a radius of 10 µm to 1000 m.
  ///   - pivot: what they turn about, m.
  ///   - rule: when a hole takes a ball; a pull of at most 1000 m/s² and a brake of at most 1000/s.
  /// - Throws: `OutOfRange` that names the first number outside of its range.
  public init(_ pattern: [Hole], pivot: Vector2, rule: CaptureRule) throws(OutOfRange) {
    try OutOfRange.check("holes.count", Double(pattern.count), in: 0...Double(Constants.holeLimit))
    for (index, hole) in pattern.enumerated() {
      try OutOfRange.check("holes[\(index)].centre.x", hole.centre.x, in: Constants.places)
      try OutOfRange.check("holes[\(index)].centre.y", hole.centre.y, in: Constants.places)
      try OutOfRange.check(
        "holes[\(index)].radius", hole.radius,
        in: Constants.smallestRadius...Constants.places.upperBound)
    }
    try OutOfRange.check("pivot.x", pivot.x, in: Constants.places)
    try OutOfRange.check("pivot.y", pivot.y, in: Constants.places)
    if case .pull(let atRim, let brake) = rule {
      try OutOfRange.check("rule.atRim", atRim, in: Constants.pulls)
      try OutOfRange.check("rule.brake", brake, in: Constants.brakes)
    }
    self.pattern = pattern
    self.pivot = pivot
    self.rule = rule
  }

  private init() {
    pattern = []
    pivot = .zero
    rule = .centre
  }

  /// A table without holes.
  public static let none = Holes()

  /// Where a hole's centre is while the pattern has turned by `angle` (rad), counter-clockwise as
  /// seen from above, m.
  public func centre(of index: Int, at angle: Double) -> Vector2 {
    centre(of: index, in: Pose(angle: angle))
  }

  @inline(__always)
  func centre(of index: Int, in pose: Pose) -> Vector2 {
    let centre = pattern[index].centre
    let arm = pose.turned(Vector2(centre.x - pivot.x, centre.y - pivot.y))
    return Vector2(pivot.x + arm.x, pivot.y + arm.y)
  }
}
