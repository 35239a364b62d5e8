// SPDX-License-Identifier: MIT

import Elementary
import Physics
import Testing

/// Rolling resistance: D = 5/7 c g against the motion.
@Suite struct ResistanceTests {
  private static let g = 9.80665

  @Test(
    "on the level a ball stops after v/D and v²/(2D), exactly",
    arguments: [
      Vector2(0.3, 0), Vector2(-0.3, 0), Vector2(0, 0.25), Vector2(0, -0.25), Vector2(0.12, -0.16),
    ])
  func stops(velocity: Vector2) throws {
    let c = 0.004
    let start = Vector2(5, 5)
    var world = try World(
      surface: surface(width: 10, height: 10, c: c),
      balls: [Ball(position: start, velocity: velocity)])
    let d = 5.0 / 7 * c * Self.g
    let time = velocity.length / d
    let steps = Int(time * 1000)
    world.advance(steps: steps, under: .level)
    #expect(world.ball.velocity.length > 0)
    #expect(!world.isSettled(under: .level))
    world.advance(under: .level)
    #expect(world.ball.velocity == .zero)
    #expect(world.isSettled(under: .level))
    let distance = velocity.length / (2 * d)
    #expect((world.ball.position - (start + distance * velocity)).length < 1e-11)
    let rest = world.ball
    world.advance(steps: 1_000, under: .level)
    #expect(world.ball == rest)
  }

  @Test(
    "a resting ball starts on a tangent larger than c and on no smaller one",
    arguments: [0.001, 0.005, 0.02])
  func breakaway(c: Double) throws {
    let start = Vector2(0.1, 0.1)
    for index in 0..<16 {
      let phase = Double(index) * 0.39
      for (share, moves) in [(0.999_999, false), (1.000_001, true)] {
        let slope = share * c * Self.g
        let tilt = Tilt(x: slope * cosine(phase), y: slope * sine(phase), z: Self.g)
        var world = try World(surface: surface(c: c), balls: [Ball(position: start)])
        #expect(world.isSettled(under: tilt) == !moves)
        world.advance(steps: 5_000, under: tilt)
        #expect((world.ball.position != start) == moves, "\(share) of c = \(c) at \(phase) rad")
      }
    }
  }

  @Test("uphill to downhill decelerations are as sin + c cos to sin − c cos")
  func asymmetry() throws {
    let c = 0.01
    let theta = 0.05
    let tilt = Tilt(x: Self.g * sine(theta), y: 0, z: Self.g * cosine(theta))
    var change: [Double] = []
    for velocity in [-0.4, 0.4] {
      var world = try World(
        surface: surface(width: 10, height: 10, c: c),
        balls: [Ball(position: Vector2(5, 5), velocity: Vector2(velocity, 0))])
      world.advance(steps: 500, under: tilt)
      change.append(world.ball.velocity.x - velocity)
    }
    let expected = (sine(theta) + c * cosine(theta)) / (sine(theta) - c * cosine(theta))
    #expect((change[0] / change[1] - expected).magnitude < 1e-12)
  }

  @Test("a ball that is thrown uphill turns at the right instant and comes back slower")
  func turnsRound() throws {
    let c = 0.01
    let a = 0.35
    let d = 5.0 / 7 * c * Self.g
    let v = 0.2
    for direction in [Vector2(1, 0), Vector2(0, -1), Vector2(0.6, 0.8)] {
      var world = try World(
        surface: surface(width: 10, height: 10, c: c),
        balls: [Ball(position: Vector2(5, 5), velocity: v * direction)])
      world.advance(steps: 1_000, under: tilt(acceleration: -a * direction))
      let up = v / (a + d)
      let back = 1 - up
      let expected = v * v / (2 * (a + d)) - 0.5 * (a - d) * back * back
      #expect((world.ball.position - Vector2(5, 5) - expected * direction).length < 1e-10)
      #expect((world.ball.velocity + ((a - d) * back) * direction).length < 1e-10)
    }
  }

  @Test("turning tilts agree with a reference of 1 µs within 1e-7 m after 0.5 s")
  func reference() throws {
    var random = Random(seed: 3)
    for trial in 0..<(isReleaseBuild ? 200 : 12) {
      let c = random.number(0.001, 0.02)
      let d = 5.0 / 7 * c * Self.g
      let size = random.number(0, 4 * d)
      let omega = random.number(-15, 15)
      let phase = random.number(0, 6)
      let start = Ball(
        position: Vector2(5, 5), velocity: random.vector(upTo: trial % 3 == 0 ? 0.01 : 0.2))
      var world = try World(surface: surface(width: 10, height: 10, c: c), balls: [start])
      var reference = Reference(ball: start, d: d)
      for step in 0..<500 {
        let angle = phase + omega * Double(step) / 1000
        let acceleration = Vector2(size * cosine(angle), size * sine(angle))
        world.advance(under: tilt(acceleration: acceleration))
        reference.advance(acceleration)
      }
      let error = (world.ball.position - reference.ball.position).length
      #expect(error <= 1e-7, "trial \(trial): c \(c), a/D \(size / d), ω \(omega)")
    }
  }

  /// The same law by brute force: the explicit midpoint rule in steps of 1 µs.
  private struct Reference {
    var ball: Ball
    let d: Double

    mutating func advance(_ a: Vector2) {
      let h = 1e-6
      var (p, v) = (ball.position, ball.velocity)
      for _ in 0..<1000 {
        let speed = v.length
        if a.length <= d && speed <= (d - a.length) * h {
          v = .zero
          continue
        }
        let first = speed > 0 ? a - (d / speed) * v : (1 - d / a.length) * a
        let middle = v + (h / 2) * first
        let second = middle.length > 0 ? a - (d / middle.length) * middle : first
        let next = v + h * second
        p = p + (h / 2) * (v + next)
        v = next
      }
      ball = Ball(position: p, velocity: v)
    }
  }
}
