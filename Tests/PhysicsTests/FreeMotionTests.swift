// SPDX-License-Identifier: MIT

import Elementary
import Physics
import Testing

/// A ball that meets nothing.
@Suite struct FreeMotionTests {
  @Test("a ball on a level table stays to the bit")
  func stays() throws {
    var world = try World(
      surface: surface(c: 0), balls: [Ball(position: Vector2(0.11, 0.07))])
    world.advance(steps: 10_000, under: .level)
    #expect(world.ball == Ball(position: Vector2(0.11, 0.07)))
    #expect(world.step == 10_000)
    #expect(world.impacts.isEmpty)
  }

  @Test("without resistance a level table lets a ball roll on for ever")
  func rollsOn() throws {
    var world = try World(
      surface: surface(width: 10, height: 10),
      balls: [Ball(position: Vector2(5, 5), velocity: Vector2(0.3, -0.4))])
    world.advance(steps: 10_000, under: .level)
    #expect(world.ball.velocity == Vector2(0.3, -0.4))
    #expect((world.ball.position - Vector2(8, 1)).length < 1e-11)
  }

  @Test(
    "under a constant tilt x = x₀ + v₀ t + a t²/2 within 1e-11 m after 10 s",
    arguments: [
      (Vector2(0.02, 0), Vector2.zero), (Vector2(-0.02, 0), Vector2.zero),
      (Vector2(0, 0.02), Vector2(0.01, 0)), (Vector2(0, -0.02), Vector2(0, 0.1)),
      (Vector2(0.013, -0.017), Vector2(-0.1, 0.05)),
    ])
  func parabola(acceleration: Vector2, velocity: Vector2) throws {
    let start = Vector2(2, 2)
    var world = try World(
      surface: surface(width: 4, height: 4), balls: [Ball(position: start, velocity: velocity)])
    world.advance(steps: 10_000, under: tilt(acceleration: acceleration))
    let expected = start + 10 * velocity + 50 * acceleration
    #expect((world.ball.position - expected).length <= 1e-11)
    #expect((world.ball.velocity - (velocity + 10 * acceleration)).length <= 1e-11)
  }

  @Test(
    "the acceleration is the table's factor times the tilt", arguments: [5.0 / 7, 0.6, 1, 0.147])
  func factor(factor: Double) throws {
    var world = try World(
      surface: surface(width: 10, height: 10, factor: factor),
      balls: [Ball(position: Vector2(5, 5))])
    world.advance(steps: 1_000, under: Tilt(x: 1, y: -0.5, z: 9.7))
    #expect((world.ball.velocity - Vector2(factor, -0.5 * factor)).length < 1e-12)
  }

  @Test("a tilt that turns draws a cycloid: x = a/ω² (1 − cos ωt), y = a/ω² (ωt − sin ωt)")
  func cycloid() throws {
    let a = 0.7
    let omega = 3.0
    let start = Vector2(5, 5)
    var world = try World(surface: surface(width: 10, height: 10), balls: [Ball(position: start)])
    for step in 0..<10_000 {
      let phase = omega * (Double(step) + 0.5) / 1000
      world.advance(under: tilt(acceleration: Vector2(a * cosine(phase), a * sine(phase))))
    }
    let turned = omega * 10
    let expected = Vector2(
      a / (omega * omega) * (1 - cosine(turned)), a / (omega * omega) * (turned - sine(turned)))
    #expect((world.ball.position - start - expected).length <= 1e-6)
  }
}
