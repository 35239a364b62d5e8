// SPDX-License-Identifier: MIT

internal import Elementary

/// The pull of the classic game's holes during a step.
struct HolePull {
  /// How the pattern lies in the middle of the step.
  let pose: Pose
  let atRim: Double
  let brake: Double

  /// What a hole does to a ball for a piece.
  struct Part {
    /// How long it holds, s.
    var length: Double
    /// The pull at the middle of the piece, m/s².
    var acceleration = Vector2.zero
    /// The brake in 1/s; 0 beside the holes.
    var brake = 0.0

    /// What is left of the speed after so many seconds.
    @inline(__always)
    func slowing(_ seconds: Double) -> Double {
      brake == 0 ? 1 : exponential(-brake * seconds)
    }
  }

  /// The pull that a ball at rest feels where it is.
  func pull(of holes: Holes, at place: Vector2) -> Vector2 {
    for index in holes.pattern.indices {
      if let pull = pull(of: index, among: holes, at: place) { return pull }
    }
    return .zero
  }

  /// The pull of a hole on a ball that is over it, outside of the part where it is taken.
  private func pull(of index: Int, among holes: Holes, at place: Vector2) -> Vector2? {
    let centre = holes.centre(of: index, in: pose)
    let d = Vector2(place.x - centre.x, place.y - centre.y)
    let size = holes.pattern[index].radius
    let square = d.dot(d)
    let inner = Constants.takingShare * size
    if square >= size * size || square <= inner * inner { return nil }
    let share = atRim * size * size / (square * square.squareRoot())
    return Vector2(-share * d.x, -share * d.y)
  }

  /// What the holes do to a ball for the next piece, and how long that piece may be.
  ///
  /// The pull is that of the middle, reached without resistance. At a rim the pull begins and ends
  /// suddenly, so a piece ends there.
  ///
  /// - Parameters:
  ///   - holes: the holes.
  ///   - ball: the ball at the piece's begin.
  ///   - tilt: the tilt's acceleration, m/s².
  ///   - remaining: what remains of the step, s.
  /// - Returns: the pull, the brake and the length.
  func part(
    of holes: Holes, for ball: Ball, pull tilt: Vector2, remaining: Double
  ) -> Part {
    var part = Part(length: remaining)
    // The length and the pull at the middle depend on each other; each round is an order better.
    for _ in 0..<Constants.pullRounds {
      let slow = part.slowing(0.5 * part.length)
      var piece = Piece(
        position: ball.position,
        velocity: Vector2(ball.velocity.x * slow, ball.velocity.y * slow),
        acceleration: Vector2(tilt.x + part.acceleration.x, tilt.y + part.acceleration.y),
        duration: remaining)
      piece.duration = rim(of: holes, along: piece, within: longest(of: holes, for: piece))
      let middle = piece.position(at: 0.5 * piece.duration)
      part = Part(length: piece.duration)
      for index in holes.pattern.indices {
        guard let pull = pull(of: index, among: holes, at: middle) else { continue }
        part.acceleration = pull
        part.brake = brake
        break
      }
      if part.brake == 0 { break }
    }
    return part
  }

  /// How long a piece may be that the pull changes little in: the ball moves by a small part of its
  /// distance to the hole's centre.
  private func longest(of holes: Holes, for piece: Piece) -> Double {
    let square = piece.velocity.dot(piece.velocity)
    var longest = piece.duration
    for index in holes.pattern.indices where square > 0 {
      let centre = holes.centre(of: index, in: pose)
      let d = piece.position.from(centre)
      let size = holes.pattern[index].radius
      let inner = Constants.takingShare * size
      if d.dot(d) > size * size { continue }
      let distance = max(d.length, inner)
      longest = min(longest, Constants.pullShare * distance / square.squareRoot())
    }
    return longest
  }

  /// When a path comes to the next edge of a region of pull, or the duration.
  private func rim(of holes: Holes, along piece: Piece, within duration: Double) -> Double {
    // A ball that has just come to an edge goes on from it.
    let begin = min(duration, Constants.shortestPart)
    let place = piece.position(at: begin)
    let velocity = piece.velocity(at: begin)
    var first = duration
    let reach = (velocity.length + piece.acceleration.length * duration) * duration
    for index in holes.pattern.indices {
      let centre = holes.centre(of: index, in: pose)
      let d = Vector2(place.x - centre.x, place.y - centre.y)
      let size = holes.pattern[index].radius
      let distance = d.length
      if distance > size + reach { continue }
      for share in 0..<2 {
        let edge = share == 0 ? size : Constants.takingShare * size
        if (distance - edge).magnitude > reach { continue }
        let time = Disc.passing(
          offset: d, velocity: velocity, acceleration: piece.acceleration, radius: edge,
          within: first - begin)
        if begin + time < first { first = begin + time }
      }
    }
    return first
  }
}
