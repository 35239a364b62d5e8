// SPDX-License-Identifier: MIT

import Elementary
import Physics
import Testing

/// Holes on a pattern that turns.
@Suite struct TurningTests {
  private static let pivot = Vector2(0.15, 0.1)

  private func world(
    _ arms: [Vector2], radius: Double = 0.01, rule: CaptureRule = .centre,
    ball: Vector2 = Vector2(0.01, 0.01)
  ) throws -> World {
    try World(
      surface: surface(),
      holes: Holes(
        arms.map { Hole(centre: Self.pivot + $0, radius: radius) }, pivot: Self.pivot, rule: rule),
      balls: [Ball(position: ball)])
  }

  @Test("after n steps the angle is the rate times n ms, and holes keep their distance")
  func exactAngle() throws {
    let steps = isReleaseBuild ? 10_000_000 : 30_000
    for rate in [3.183e-4 * 60, -0.7, 1.0 / 3] {
      let arm = Vector2(0.05, -0.03)
      var world = try world([arm])
      world.turn(at: rate)
      var checked = 0
      for n in 1...steps {
        world.advance(under: .level)
        if n % 2_999 != 0 && n != steps { continue }
        checked += 1
        let angle = rate * Double(n) * 0.001
        #expect((world.holesAngle - angle).magnitude <= 2 * angle.ulp)
        let centre = world.holes.centre(of: 0, at: world.holesAngle) - Self.pivot
        #expect((centre.length - arm.length).magnitude <= 8 * arm.length.ulp)
        let (c, s) = (cosine(angle), sine(angle))
        let expected = Vector2(arm.x * c + arm.y * s, arm.y * c - arm.x * s)
        #expect((centre - expected).length < 1e-15 * (1 + angle.magnitude))
      }
      #expect(checked >= 10)
    }
  }

  @Test("a quarter turn counter-clockwise takes the right to the top, with y down")
  func sense() throws {
    let holes = try world([Vector2(0.05, 0)]).holes
    let quarter = holes.centre(of: 0, at: 0.5 * Double.pi)
    #expect((quarter - Self.pivot - Vector2(0, -0.05)).length < 1e-16)
    #expect(holes.centre(of: 0, at: 0) == Self.pivot + Vector2(0.05, 0))
  }

  @Test(
    "a ball at rest on the orbit is first covered at (Δφ − 2 asin(R/2ρ))/ω",
    arguments: [(0.5, 1.0), (2.0, 1.0), (1.3, -1.0), (7.5, -1.0), (0.0191, 1.0)])
  func covered(rate: Double, sense: Double) throws {
    for difference in [0.3, 1.1, 2.0] {
      if rate < 0.1 && difference > 0.5 { continue }
      let (rho, radius) = (0.06, 0.01)
      // The hole begins at the angle 0.4, the ball is further on by the difference.
      let arm = Vector2(rho * cosine(0.4), -rho * sine(0.4))
      let to = 0.4 + sense * difference
      let ball = Self.pivot + rho * Vector2(cosine(to), -sine(to))
      var world = try world([arm], radius: radius, ball: ball)
      world.turn(at: sense * rate)
      let share = radius / (2 * rho)
      let half = arcTangent(y: share, x: (1 - share * share).squareRoot())
      let time = (difference - 2 * half) / rate
      while world.isOnTable(0) && world.step < 20_000 { world.advance(under: .level) }
      // It is judged at the end of each step.
      #expect(world.step == Int64((time * 1000).rounded(.up)))
      let capture = try #require(world.captures.first)
      #expect(capture.step == world.step - 1)
      #expect(capture.position == ball)
    }
  }

  @Test("a change of the rate, or a set angle, goes on from the angle there")
  func rates() throws {
    var world = try world([Vector2(0.05, 0)])
    world.turn(at: 0.5)
    world.advance(steps: 1_000, under: .level)
    #expect((world.holesAngle - 0.5).magnitude < 1e-15)
    world.turn(at: -2)
    #expect((world.holesAngle - 0.5).magnitude < 1e-15)
    #expect(world.turnRate == -2)
    world.advance(steps: 500, under: .level)
    #expect((world.holesAngle + 0.5).magnitude < 1e-15)
    world.turn(to: 3)
    #expect(world.holesAngle == 3)
    #expect(world.turnRate == -2)
    world.turn(at: 0)
    world.advance(steps: 100, under: .level)
    #expect(world.holesAngle == 3)
  }

  @Test("steps that only pass don't turn the pattern")
  func passing() throws {
    var world = try world([Vector2(0.05, 0)])
    world.turn(at: 0.5)
    world.advance(steps: 10, under: .level)
    let angle = world.holesAngle
    world.pass(steps: 100_000)
    #expect(world.holesAngle == angle)
    world.advance(steps: 10, under: .level)
    #expect((world.holesAngle - 0.01).magnitude < 1e-17)
  }

  @Test("over a pattern that turns nothing is settled; over one that stands or is empty it may be")
  func settled() throws {
    var world = try world([Vector2(0.05, 0)])
    #expect(world.isSettled(under: .level))
    world.turn(at: 1e-6)
    #expect(!world.isSettled(under: .level))
    world.turn(at: 0)
    #expect(world.isSettled(under: .level))
    var empty = try self.world([])
    empty.turn(at: 1)
    #expect(empty.isSettled(under: .level))
  }

  @Test("the classic pattern's holes never reach the two safe corners")
  func classicPattern() throws {
    // 280 points: ball 15, holes 25 at (±84, ±84) from the middle; the corners' centres keep 33.
    let arms = [(-84.0, -84.0), (84, -84), (0, 0), (-84, 84), (84, 84)]
    let holes = try Holes(
      arms.map { Hole(centre: Vector2(0.14 + $0.0 / 2000, 0.14 + $0.1 / 2000), radius: 0.0125) },
      pivot: Vector2(0.14, 0.14), rule: .centre)
    for corner in [Vector2(0.0775, 0.0775), Vector2(0.2025, 0.2025)] {
      var nearest = Double.infinity
      for degree in 0..<360 {
        let angle = Double(degree) * Double.pi / 180
        for index in holes.pattern.indices {
          nearest = min(nearest, (holes.centre(of: index, at: angle) - corner).length - 0.0125)
        }
      }
      #expect((nearest * 2000 - 33).magnitude < 0.2)
    }
  }
}
