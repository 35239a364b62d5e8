// SPDX-License-Identifier: MIT

internal import Elementary

/// How far a pattern of holes has turned, and how fast it turns.
///
/// The angle is the one at the last change of the rate plus the rate times the steps since: a
/// product, not a sum, so that nothing adds up over months.
struct Turning: Codable, Equatable, Sendable {
  private var base = 0.0
  private(set) var rate = 0.0
  private var steps: Int64 = 0
  /// How the pattern lies now.
  private(set) var pose = Pose(angle: 0)

  /// The angle now, rad, counter-clockwise.
  var angle: Double { angle(after: 0) }

  private func angle(after share: Double) -> Double {
    base + rate * (Constants.stepLength * (Double(steps) + share))
  }

  /// How the pattern lies this share of a step from now.
  func pose(after share: Double) -> Pose { Pose(angle: angle(after: share)) }

  mutating func turn(at rate: Double) {
    if rate == self.rate { return }
    turn(to: angle)
    self.rate = rate
  }

  mutating func turn(to angle: Double) {
    base = angle
    steps = 0
    pose = Pose(angle: angle)
  }

  mutating func advance() {
    if rate == 0 { return }
    steps += 1
    pose = Pose(angle: angle)
  }
}

/// A turn by an angle, as its cosine and sine.
struct Pose: Codable, Equatable, Sendable {
  let cosine: Double
  let sine: Double

  init(angle: Double) {
    // Elementary takes up to 2²⁰ rad; beyond that whole turns are taken away, exactly enough.
    let turns = Double(Int64(angle / (2 * Double.pi)))
    let rest = angle.magnitude < 0x1p19 ? angle : angle - turns * (2 * Double.pi)
    cosine = Elementary.cosine(rest)
    sine = Elementary.sine(rest)
  }

  /// A vector turned counter-clockwise as seen from above, where y points down the table.
  @inline(__always)
  func turned(_ vector: Vector2) -> Vector2 {
    Vector2(
      vector.x * cosine + vector.y * sine, vector.y * cosine - vector.x * sine)
  }
}
