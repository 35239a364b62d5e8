// SPDX-License-Identifier: MIT

/// A ball that a hole took in a step.
public struct Capture: Equatable, Hashable, Sendable {
  /// The number of the ball in the world.
  public let ball: Int
  /// The number of the hole in the pattern.
  public let hole: Int
  /// Where the ball's centre was, m.
  public let position: Vector2
  /// The number of the step in which it happened; it is judged at the step's end.
  public let step: Int64

  /// The time in the session at which it happened, s.
  public var time: Double { Double(step + 1) / 1000 }
}

extension Holes {
  /// The number of the hole that takes a ball as it is now.
  ///
  /// - Parameters:
  ///   - ball: the ball.
  ///   - radius: r, the ball's, m.
  ///   - turning: how the pattern lies and turns.
  ///   - gravity: what presses the ball on the table, per mass, m/s².
  /// - Returns: the first such hole, or nil.
  func taker(of ball: Ball, radius: Double, turning: Turning, gravity: Double) -> Int? {
    for index in pattern.indices {
      let centre = centre(of: index, in: turning.pose)
      let d = Vector2(ball.position.x - centre.x, ball.position.y - centre.y)
      let size = pattern[index].radius
      if d.dot(d) >= size * size { continue }
      switch rule {
      case .centre: return index
      case .pull:
        if d.dot(d) < Constants.takingShare * Constants.takingShare * size * size { return index }
      case .speed:
        let arm = Vector2(centre.x - pivot.x, centre.y - pivot.y)
        // Counter-clockwise as seen, with y down: a point of the pattern moves with ω (y, −x).
        let relative = Vector2(
          ball.velocity.x - turning.rate * arm.y, ball.velocity.y + turning.rate * arm.x)
        let limit = Holes.captureSpeed(
          distance: d.length, holeRadius: size, ballRadius: radius, gravity: gravity)
        if relative.dot(relative) < limit * limit { return index }
      }
    }
    return nil
  }

  /// The speed below which a ball falls into a hole that it crosses at this distance, m/s.
  ///
  /// A fast ball leaves the near rim in free flight and is caught if it has dropped by r before its
  /// centre's way over the hole, √(R² − d²), and the way on to touching the far rim,
  /// √((R − r)² − d²), are done: √(g/2r) times their sum, from r = g t²/2. Where the ball would touch the
  /// rim all along, R − r ≤ d, only the first part counts, which goes to 0 at the rim. A ball that
  /// is as large as the hole rolls over it: it has no room to drop by r.
  static func captureSpeed(
    distance d: Double, holeRadius: Double, ballRadius: Double, gravity: Double
  ) -> Double {
    if holeRadius <= ballRadius || d >= holeRadius { return 0 }
    let inner = holeRadius - ballRadius
    var way = (holeRadius * holeRadius - d * d).squareRoot()
    if d < inner { way += (inner * inner - d * d).squareRoot() }
    return (gravity / (2 * ballRadius)).squareRoot() * way
  }
}
