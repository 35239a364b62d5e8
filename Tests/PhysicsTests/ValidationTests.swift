// SPDX-License-Identifier: MIT

import Physics
import Testing

/// What a table and a world refuse, and what they say.
@Suite struct ValidationTests {
  private struct Measures {
    var width = 0.3
    var height = 0.2
    var radius = 0.006
    var e = 0.5
    var c = 0.005
    var factor = 5.0 / 7

    func surface() throws(OutOfRange) -> Surface {
      try Surface(
        width: width, height: height, ballRadius: radius, restitution: e, resistance: c,
        accelerationFactor: factor)
    }
  }

  @Test("a table names the field, the value found and the range allowed")
  func surfaceErrors() throws {
    let cases: [(WritableKeyPath<Measures, Double>, String, [Double])] = [
      (\.width, "width", [0, -1, .nan, .infinity, 1001, 0.0009]),
      (\.height, "height", [0, -1, .nan, .infinity, 1001]),
      (\.radius, "ballRadius", [0, -0.006, .nan, 0.1.nextUp, 1e-6]),
      (\.e, "restitution", [-0.1, 1.0.nextUp, .nan]),
      (\.c, "resistance", [-0.1, 1.1, .nan]),
      (\.factor, "accelerationFactor", [0, -1, 11, .nan]),
    ]
    for (path, field, values) in cases {
      for value in values {
        var measures = Measures()
        measures[keyPath: path] = value
        do {
          _ = try measures.surface()
          Issue.record("\(field) = \(value) was taken")
        } catch {
          #expect(error.field == field)
          #expect(error.value.bitPattern == value.bitPattern)
          #expect(!error.allowed.contains(value))
        }
      }
    }
  }

  @Test("the ends of the ranges are taken")
  func ends() throws {
    for (e, c) in [(0.0, 0.0), (1.0, 1.0)] {
      _ = try Measures(radius: 0.1, e: e, c: c, factor: 10).surface()
    }
    _ = try Measures(width: 1000, height: 0.001, radius: 0.0005, factor: 0.001).surface()
  }

  @Test("a refusal reads as a sentence")
  func sentence() {
    do {
      _ = try Measures(e: 1.5).surface()
      Issue.record("e = 1.5 was taken")
    } catch {
      #expect(error.description == "restitution is 1.5, but must be from 0.0 to 1.0")
    }
  }

  @Test("a world refuses misplaced, too fast, too few and too many balls")
  func worldErrors() throws {
    let surface = try Measures().surface()
    let fine = Ball(position: Vector2(0.1, 0.1))
    _ = try World(surface: surface, balls: [fine])
    let cases: [([Ball], String)] = [
      ([], "balls.count"),
      ([Ball](repeating: fine, count: 5), "balls.count"),
      ([Ball(position: Vector2(0.0059, 0.1))], "balls[0].position.x"),
      ([Ball(position: Vector2(0.2941, 0.1))], "balls[0].position.x"),
      ([Ball(position: Vector2(.nan, 0.1))], "balls[0].position.x"),
      ([Ball(position: Vector2(0.1, 0.0059))], "balls[0].position.y"),
      ([Ball(position: Vector2(0.1, .infinity))], "balls[0].position.y"),
      ([Ball(position: Vector2(0.1, 0.1), velocity: Vector2(2e6, 0))], "balls[0].velocity.x"),
      ([Ball(position: Vector2(0.1, 0.1), velocity: Vector2(0, .nan))], "balls[0].velocity.y"),
    ]
    for (balls, field) in cases {
      do {
        _ = try World(surface: surface, balls: balls)
        Issue.record("taken in spite of \(field)")
      } catch {
        #expect(error.field == field)
      }
    }
  }

  @Test("passing steps numbers on, forgets impacts and moves nothing")
  func passing() throws {
    var world = try World(
      surface: Measures().surface(),
      balls: [Ball(position: Vector2(0.007, 0.1), velocity: Vector2(-2, 0))])
    world.advance(under: .level)
    #expect(world.impacts.count == 1)
    let ball = world.ball
    world.pass(steps: 1_000_000_000_000)
    #expect(world.step == 1_000_000_000_001)
    #expect(world.impacts.isEmpty)
    #expect(world.ball == ball)
  }
}
