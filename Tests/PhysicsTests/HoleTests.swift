// SPDX-License-Identifier: MIT

import Elementary
import Physics
import Testing

/// Holes: who is taken when, on patterns that stand still and that turn.
@Suite struct HoleTests {
  private func world(
    _ holes: [Hole], _ rule: CaptureRule, _ ball: Ball, c: Double = 0, radius: Double = 0.006,
    pivot: Vector2 = Vector2(1, 1)
  ) throws -> World {
    try World(
      surface: surface(width: 2, height: 2, radius: radius, c: c),
      holes: Holes(holes, pivot: pivot, rule: rule), balls: [ball])
  }

  @Test("by its centre a ball is taken in the step in which the centre comes over the hole")
  func centre() throws {
    let hole = Hole(centre: Vector2(1, 1), radius: 0.02)
    for v in [0.1, 3.0] {
      var world = try world(
        [hole], .centre, Ball(position: Vector2(0.9, 1.005), velocity: Vector2(v, 0)))
      let reach = 0.1 - (0.0004 - 0.000025).squareRoot()
      let steps = Int(reach / v * 1000) + 1
      world.advance(steps: steps - 1, under: .level)
      #expect(world.captures.isEmpty && world.isOnTable(0))
      world.advance(under: .level)
      try #require(world.captures.count == 1)
      #expect(world.captures[0].hole == 0 && world.captures[0].step == Int64(steps - 1))
      #expect(world.captures[0].position == world.ball.position)
      #expect(!world.isOnTable(0) && world.ball.velocity == .zero)
      let caught = world.ball
      world.advance(steps: 100, under: tilt(acceleration: Vector2(1, 1)))
      #expect(world.ball == caught && world.captures.isEmpty)
      #expect(world.isSettled(under: tilt(acceleration: Vector2(1, 1))))
      world.place(Ball(position: Vector2(0.5, 0.5)), at: 0)
      #expect(world.isOnTable(0))
    }
  }

  @Test("the pattern's angle is exact after a million steps, and passing doesn't turn it")
  func exactAngle() throws {
    let rate = 0.0191
    var world = try world(
      [Hole(centre: Vector2(1.3, 1), radius: 0.01)], .centre, Ball(position: Vector2(0.1, 0.1)))
    world.turn(to: 0.5)
    world.turn(at: rate)
    let steps = isReleaseBuild ? 1_000_000 : 50_000
    for _ in 0..<steps { world.advance(under: .level) }
    world.pass(steps: 1_000)
    #expect(world.holesAngle == 0.5 + rate * (0.001 * Double(steps)))
    let angle = world.holesAngle
    let centre = world.holes.centre(of: 0, at: angle)
    // Counter-clockwise as seen from above: from the right to the top, where y is small.
    let expected = Vector2(1 + 0.3 * cosine(angle), 1 - 0.3 * sine(angle))
    #expect((centre - expected).length < 1e-12)
    world.turn(at: -rate)
    #expect(world.holesAngle == angle)
    #expect(!world.isSettled(under: .level))
    world.turn(at: 0)
    #expect(world.isSettled(under: .level))
  }

  @Test("a ball at rest on the orbit is covered first at (Δφ − 2 asin(R/2ρ))/ω")
  func covered() throws {
    let (rho, radius, rate, phi) = (0.3, 0.02, 0.2, 1.1)
    let place = Vector2(1 + rho * cosine(phi), 1 - rho * sine(phi))
    var world = try world(
      [Hole(centre: Vector2(1 + rho, 1), radius: radius)], .centre, Ball(position: place), c: 0.005)
    world.turn(at: rate)
    let half = radius / (2 * rho)
    let asin = arcTangent(y: half, x: (1 - half * half).squareRoot())
    let time = (phi - 2 * asin) / rate
    world.advance(steps: Int(time * 1000), under: .level)
    #expect(world.isOnTable(0))
    world.advance(under: .level)
    try #require(world.captures.count == 1)
    #expect((world.captures[0].time - time).magnitude <= 0.001)
  }

  @Test("the pull agrees with steps of 1 µs within 1e-6 m after 0.1 s, outside of 0.1 R")
  func pull() throws {
    let radius = 0.025
    let (atRim, brake) = (0.5 * 1.4, 13.4)
    let centre = Vector2(1, 1)
    var random = Random(seed: 51)
    var compared = 0
    for trial in 0..<(isReleaseBuild ? 200 : 20) {
      let angle = random.number(0, 6.28)
      let start = Ball(
        position: centre + random.number(0.6, 1.4) * radius * Vector2(cosine(angle), sine(angle)),
        velocity: random.vector(upTo: trial % 2 == 0 ? 0.3 : 0.05))
      let pull = random.vector(upTo: 0.7)
      var world = try world(
        [Hole(centre: centre, radius: radius)], .pull(atRim: atRim, brake: brake), start)
      var (p, v) = (start.position, start.velocity)
      var nearest = 1.0
      for _ in 0..<100 {
        world.advance(under: tilt(acceleration: pull))
        for _ in 0..<1_000 {
          // Kick, drift, kick; the brake half before and half after.
          let h = 1e-6
          let middle = p + (0.5 * h) * v
          let d = middle - centre
          let q = d.length / radius
          nearest = min(nearest, q)
          let isOver = q < 1
          let slow = isOver ? 1 - 0.5 * h * brake : 1
          let a = isOver ? pull - (atRim / (q * q * d.length)) * d : pull
          v = slow * v
          p = p + h * v + (0.5 * h * h) * a
          v = slow * (v + h * a)
        }
      }
      if nearest < 0.15 { continue }
      compared += 1
      #expect((world.ball.position - p).length < 1e-6, "trial \(trial)")
    }
    #expect(compared > 4)
  }

  @Test("the pull takes a ball within a tenth of the radius, and holes refuse absurd measures")
  func pullTakes() throws {
    var world = try world(
      [Hole(centre: Vector2(1, 1), radius: 0.025)], .pull(atRim: 0.7, brake: 13.4),
      Ball(position: Vector2(1.015, 1)))
    world.advance(steps: 2_000, under: .level)
    #expect(!world.isOnTable(0))
    #expect((world.ball.position - Vector2(1, 1)).length < 0.0025)
    let hole = Hole(centre: Vector2(1, 1), radius: 0.01)
    for (holes, rule, field) in [
      ([Hole(centre: Vector2(.nan, 1), radius: 1)], CaptureRule.centre, "holes[0].centre.x"),
      ([hole, Hole(centre: Vector2(1, 1), radius: -1)], .centre, "holes[1].radius"),
      ([Hole](repeating: hole, count: 257), .centre, "holes.count"),
      ([hole], .pull(atRim: .infinity, brake: 1), "rule.atRim"),
      ([hole], .pull(atRim: 1, brake: -1), "rule.brake"),
    ] {
      do {
        _ = try Holes(holes, pivot: .zero, rule: rule)
        Issue.record("taken in spite of \(field)")
      } catch {
        #expect(error.field == field)
      }
    }
  }
}
