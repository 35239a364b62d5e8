// SPDX-License-Identifier: MIT

import Elementary
import Physics
import Testing

/// A block's corner is a round post to the ball: impacts on it, rolling round it, leaving it.
@Suite struct CornerTests {
  /// A table of 1 m by 1 m with a block of 0.1 m in its middle, and a ball of 40 mm.
  private static let radius = 0.04

  private func world(e: Double, c: Double = 0, _ ball: Ball) throws -> World {
    var grid = try Blocks(columns: 10, rows: 10)
    grid[5, 5] = true
    return try World(
      surface: surface(width: 1, height: 1, radius: Self.radius, e: e, c: c), blocks: grid,
      balls: [ball])
  }

  /// The four corners of the block and the diagonals that point away from it.
  private static let corners: [(place: Vector2, outward: Vector2)] = [
    (-1.0, -1.0), (1, -1), (-1, 1), (1, 1),
  ]
  .map { (Vector2(0.55 + 0.05 * $0, 0.55 + 0.05 * $1), Vector2($0, $1)) }

  /// A direction in the quadrant of a corner, at an angle from its diagonal.
  private func normal(_ outward: Vector2, _ angle: Double) -> Vector2 {
    let (c, s) = (cosine(angle), sine(angle))
    return 0.5.squareRoot() * Vector2(outward.x * c - outward.y * s, outward.y * c + outward.x * s)
  }

  @Test(
    "past a vertex by s a ball is turned by tan β = tan α / e with sin α = s/r",
    arguments: [1.0, 0.8, 0.5, 0.2, 0])
  func scattering(e: Double) throws {
    for (vertex, outward) in Self.corners {
      for share in [0, 0.1, -0.1, 0.5, -0.5, 0.7, 0.95, -0.95] {
        for turn in [-0.5, 0, 0.3] {
          let n = normal(outward, turn)
          let t = Vector2(-n.y, n.x)
          let (sinAlpha, cosAlpha) = (share, (1 - share * share).squareRoot())
          let speed = 1.3
          // Against the normal, with the part sin α along the tangent.
          let v = speed * (sinAlpha * t - cosAlpha * n)
          let time = 0.0374
          var world = try world(
            e: e, Ball(position: vertex + Self.radius * n - time * v, velocity: v))
          world.advance(steps: 38, under: .level)
          try #require(world.impacts.count == 1)
          let impact = world.impacts[0]
          #expect(impact.against == .block)
          #expect(speed * (impact.time - time).magnitude < 1e-9)
          #expect((impact.speed - speed * cosAlpha).magnitude < 1e-9)
          let after = world.ball.velocity
          let expected = speed * (sinAlpha * t + e * cosAlpha * n)
          #expect((after - expected).length < 1e-9 * speed)
          if e == 1 {
            // The deflection is π − 2α.
            let cosTurn = (after.x * v.x + after.y * v.y) / (speed * speed)
            #expect((cosTurn - (2 * sinAlpha * sinAlpha - 1)).magnitude < 1e-9)
          }
        }
      }
    }
  }

  @Test("under a tilt the time of impact is the first root of the closed quartic")
  func quartic() throws {
    var random = Random(seed: 10)
    var seen = 0
    for _ in 0..<(isReleaseBuild ? 4_000 : 400) {
      let (vertex, outward) = Self.corners[Int(random.bits() % 4)]
      let n = normal(outward, random.number(-0.7, 0.7))
      let t = Vector2(-n.y, n.x)
      let a = random.vector(upTo: 5)
      // Thrown backwards from a place of impact, so that about this one is hit.
      let out = random.number(0.1, 2) * n + random.number(-1, 1) * t
      let flight = random.number(0.01, 0.2)
      let start = vertex + Self.radius * n + flight * out + (0.5 * flight * flight) * a
      let velocity = -1 * out - flight * a
      let distance = { (time: Double) -> Double in
        (start + time * velocity + (0.5 * time * time) * a - vertex).length - Self.radius
      }
      guard let expected = firstRoot(of: distance, until: flight + 1e-4) else { continue }
      // Only flights that meet nothing else, and not the end of the flat face.
      let isClear = (0...400).allSatisfy { index in
        let time = expected * (1 - 1e-9) * Double(index) / 400
        let place = start + time * velocity + (0.5 * time * time) * a
        return place.x > 0.05 && place.x < 0.95 && place.y > 0.05 && place.y < 0.95
          && gap(place) > 0
      }
      if !isClear { continue }
      let place = start + expected * velocity + (0.5 * expected * expected) * a - vertex
      if place.x * outward.x < 1e-6 || place.y * outward.y < 1e-6 { continue }
      seen += 1
      var world = try world(e: 0.5, Ball(position: start, velocity: velocity))
      let tilt = tilt(acceleration: a)
      while world.impacts.isEmpty && world.step < 300 { world.advance(under: tilt) }
      try #require(!world.impacts.isEmpty)
      let impact = world.impacts[0]
      #expect((impact.position - vertex - place).length < 1e-9)
      let speed = (velocity + expected * a).length
      #expect(
        speed * (impact.time - expected).magnitude < 1e-9
          / cosineOfImpact(place, velocity + expected * a))
    }
    #expect(seen > (isReleaseBuild ? 1_000 : 100))
  }

  private func gap(_ place: Vector2) -> Double {
    let x = max(0.5 - place.x, place.x - 0.6, 0)
    let y = max(0.5 - place.y, place.y - 0.6, 0)
    return Vector2(x, y).length - Self.radius
  }

  private func cosineOfImpact(_ normal: Vector2, _ velocity: Vector2) -> Double {
    (normal.x * velocity.x + normal.y * velocity.y).magnitude / (normal.length * velocity.length)
  }

  /// The first fall to 0, by looking every 0.1 ms and halving.
  private func firstRoot(of value: (Double) -> Double, until end: Double) -> Double? {
    var low = 0.0
    if value(low) <= 0 { return nil }
    while low < end {
      var high = low + 1e-4
      if value(high) <= 0 {
        for _ in 0..<60 {
          let middle = 0.5 * (low + high)
          if value(middle) > 0 { low = middle } else { high = middle }
        }
        return high
      }
      low = high
    }
    return nil
  }

  @Test("a corner never holds a ball that anything pulls off its balance")
  func neverHolds() throws {
    for (vertex, outward) in Self.corners {
      for turn in isReleaseBuild ? [-0.6, -0.2, 0, 0.4, 0.7] : [0.4] {
        for lean in isReleaseBuild ? [-0.9, -0.1, -1e-3, 1e-3, 0.2, 0.8] : [-1e-3, 0.8] {
          let n = normal(outward, turn)
          let pull = -1 * normal(outward, turn + lean)
          for c in isReleaseBuild ? [0, 1e-5] : [0] {
            var world = try world(e: 0.5, c: c, Ball(position: vertex + Self.radius * n))
            let tilt = tilt(acceleration: 2 * pull)
            #expect(!world.isSettled(under: tilt))
            var closest = Double.infinity
            for _ in 0..<2_000 {
              world.advance(under: tilt)
              closest = min(closest, gap(world.ball.position))
            }
            #expect(closest >= -1e-9)
            // It has left, or slides along a face after having rolled round.
            let d = world.ball.position - vertex
            let isOnArc =
              d.length < Self.radius + 1e-6 && d.x * outward.x > 0 && d.y * outward.y > 0
            #expect(!isOnArc)
          }
        }
      }
    }
  }
}
