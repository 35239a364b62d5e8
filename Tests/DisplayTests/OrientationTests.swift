// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Display

@Suite("A ball's orientation")
struct OrientationTests {
  private func isNear(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Bool {
    let difference = a - b
    return (difference * difference).sum() < 1e-9
  }

  /// Towards the viewer: z points into the table.
  private let top = SIMD3<Float>(0, 0, -1)
  private let right = SIMD3<Float>(1, 0, 0)
  private let down = SIMD3<Float>(0, 1, 0)

  @Test(
    "after a quarter turn to the right the top lies at the right edge, after one down at the lower")
  func quarters() {
    var ball = Orientation()
    ball.roll(.pi / 2, 0)
    #expect(isNear(ball.body(right), top))
    // What lies on the axis stays.
    #expect(isNear(ball.body(down), down))
    ball = Orientation()
    ball.roll(0, .pi / 2)
    #expect(isNear(ball.body(down), top))
    #expect(isNear(ball.body(right), right))
    // In steps it comes to the same.
    var stepped = Orientation()
    for _ in 0..<100 { stepped.roll(0, .pi / 200) }
    #expect(isNear(stepped.body(down), top))
  }

  @Test("a whole turn, and the way back, leave it as it was")
  func whole() {
    for (dx, dy) in [(2 * Double.pi, 0), (0, -2 * .pi), (1.2 * .pi, 1.6 * .pi)] {
      var ball = Orientation()
      ball.roll(dx, dy)
      #expect(isNear(ball.body(top), top) && isNear(ball.body(right), right))
    }
    var ball = Orientation()
    ball.roll(0.3, 0.7)
    #expect(!isNear(ball.body(top), top))
    ball.roll(-0.3, -0.7)
    #expect(isNear(ball.body(top), top) && isNear(ball.body(right), right))
  }

  @Test(
    "a quarter to the right and one down is another turn than down and right: a rolling ball spins")
  func order() {
    var (first, second) = (Orientation(), Orientation())
    first.roll(.pi / 2, 0)
    first.roll(0, .pi / 2)
    second.roll(0, .pi / 2)
    second.roll(.pi / 2, 0)
    #expect(isNear(first.body(right), top))
    #expect(isNear(first.body(down), -right))
    #expect(isNear(second.body(right), -down))
    #expect(isNear(second.body(down), top))
  }

  @Test("what is no way, or no rolling, turns nothing; a million steps keep its length")
  func bounds() {
    for (dx, dy) in [(0.0, 0.0), (.nan, 0), (.infinity, 1), (1e9, 0)] as [(Double, Double)] {
      var ball = Orientation()
      ball.roll(dx, dy)
      #expect(ball == Orientation())
    }
    var ball = Orientation()
    for step in 0..<100_000 { ball.roll(0.1, step % 2 == 0 ? 0.05 : -0.07) }
    let length = ball.w * ball.w + ball.x * ball.x + ball.y * ball.y + ball.z * ball.z
    #expect(abs(length - 1) < 1e-12)
  }

  @Test(
    "from state to state a ball rolls by its way ÷ radius; a jump, a fall and a new start turn nothing"
  )
  func states() {
    var scene = Examples.scene()
    let before = scene.balls[0].orientation
    scene.show(Examples.state(t: 77.4, x: 0.11 + 0.012 * .pi / 2, y: 0.09))
    var expected = before
    expected.roll(.pi / 2, 0)
    let rolled = scene.balls[0].orientation
    #expect(abs(rolled.y - expected.y) < 1e-12 && abs(rolled.w - expected.w) < 1e-12)
    #expect(rolled != before)
    // 0.1 m in a millisecond is no rolling.
    scene.show(Examples.state(t: 77.401, x: 0.23, y: 0.09))
    #expect(scene.balls[0].orientation == rolled && scene.balls[0].x == 0.23)
    var state = Examples.state(t: 78, x: 0.231, y: 0.09)
    state.balls[0].isOff = true
    scene.show(state)
    #expect(scene.balls[0].orientation == rolled && scene.balls[0].isOff)
    scene.show(Examples.state(t: 78.1, x: 0.232, y: 0.09))
    #expect(scene.balls[0].orientation == rolled)
  }
}
