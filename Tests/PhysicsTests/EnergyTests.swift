// SPDX-License-Identifier: MIT

import Physics
import Testing

/// Random tables, tilts and speeds: what must hold whatever happens.
@Suite struct EnergyTests {
  @Test("never outside, never NaN, and the energy ½v² − a·x never rises in a step")
  func fuzz() throws {
    var random = Random(seed: 11)
    var bounces = 0
    for trial in 0..<(isReleaseBuild ? 2_000 : 100) {
      let surface = try surface(
        width: random.number(0.02, 0.5), height: random.number(0.02, 0.5),
        radius: random.number(0.001, 0.01), e: trial % 4 == 0 ? 1 : random.unit(),
        c: trial % 3 == 0 ? 0 : random.number(0, 0.02), rebound: trial % 2 == 0 ? .game : .real)
      let fastest = [0.5, 5, 100, 1e4][trial % 4]
      let start = Vector2(
        random.number(surface.ballRadius, surface.width - surface.ballRadius),
        random.number(surface.ballRadius, surface.height - surface.ballRadius))
      var world = try World(
        surface: surface, balls: [Ball(position: start, velocity: random.vector(upTo: fastest))])
      var tilt = Tilt.level
      for step in 0..<1_000 {
        if step % 20 == 0 {
          let pull = random.vector(upTo: trial % 10 == 9 ? 400 : 3)
          tilt = Tilt(x: pull.x, y: pull.y, z: random.number(0, 12))
        }
        let before = energy(world, tilt)
        world.advance(under: tilt)
        bounces += world.impacts.count
        let ball = world.ball
        #expect(ball.velocity.length.isFinite)
        #expect(Side.allCases.allSatisfy { $0.gap(ball.position, surface) >= 0 })
        #expect(world.impacts.allSatisfy { $0.speed >= 0 && $0.offset >= 0 && $0.offset <= 0.001 })
        let scale = 1 + ball.velocity.length * ball.velocity.length + tilt.x.magnitude
        #expect(energy(world, tilt) <= before + 1e-12 * scale, "trial \(trial), step \(step)")
      }
    }
    #expect(bounces > 1_000)
  }

  private func energy(_ world: World, _ tilt: Tilt) -> Double {
    let v = world.ball.velocity
    let p = world.ball.position
    return 0.5 * (v.x * v.x + v.y * v.y) - 5.0 / 7 * (tilt.x * p.x + tilt.y * p.y)
  }

  @Test("the impacts of a step come in the order of time")
  func order() throws {
    var random = Random(seed: 12)
    for _ in 0..<300 {
      var world = try World(
        surface: surface(e: 1),
        balls: [Ball(position: Vector2(0.1, 0.1), velocity: random.vector(upTo: 3_000))])
      world.advance(under: Tilt(x: 3, y: -2, z: 9))
      let offsets = world.impacts.map(\.offset)
      #expect(offsets == offsets.sorted())
    }
  }
}
