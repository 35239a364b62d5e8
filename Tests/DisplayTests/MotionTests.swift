// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Display

@Suite("Movement between states")
struct MotionTests {
  private static let millisecond: Int64 = 1_000_000

  private func scene(_ time: Double, x: Double) -> Scene {
    var scene = Examples.scene()
    scene.show(Examples.state(t: 77 + time, x: x, y: 0.09))
    return scene
  }

  /// Frames at 60 a second of states at 30, which come at even distances, in places of the ball.
  private func frames(statesEach: Int64, framesPerSecond: Int) -> [Double] {
    var motion = Motion(framesPerSecond: framesPerSecond)
    var places: [Double] = []
    for step in 0..<240 as Range<Int64> {
      let now = step * 1_000_000_000 / 240
      if now % statesEach < 1_000_000_000 / 240 {
        let time = Double(step) / 240
        motion.take(scene(time, x: 0.05 + 0.1 * time), at: now)
      }
      if step % Int64(240 / framesPerSecond) == 0 {
        places.append(motion.scene(at: now).balls[0].x)
      }
    }
    return places
  }

  @Test("30 states a second are drawn at 60 frames as steps of one length, and none is left out")
  func even() {
    let places = frames(statesEach: 33_333_333, framesPerSecond: 60)
    let steps = zip(places.dropFirst(20), places.dropFirst(21)).map { $1 - $0 }
    // 0.1 m/s at 60 frames a second; half a frame of the clock's grid is allowed.
    for step in steps { #expect(abs(step - 0.1 / 60) < 0.00045, "\(step)") }
  }

  @Test("states that come as often as frames are drawn are shown at once")
  func immediate() {
    var motion = Motion(framesPerSecond: 60)
    for step in 0..<60 as Range<Int64> {
      let now = step * 16_666_667
      motion.take(scene(Double(step) / 60, x: 0.05 + Double(step) * 0.002), at: now)
      #expect(motion.scene(at: now).balls[0].x == 0.05 + Double(step) * 0.002)
      #expect(!motion.isMoving(at: now))
    }
  }

  @Test("the first state after a silence is shown at once: how often they came before says nothing")
  func silence() {
    var motion = Motion(framesPerSecond: 60)
    for step in 0..<4 as Range<Int64> {
      motion.take(
        scene(Double(step) * 0.05, x: 0.05 + Double(step) * 0.002),
        at: step * 50 * Self.millisecond)
    }
    #expect(motion.isMoving(at: 150 * Self.millisecond))
    let later = 2000 * Self.millisecond
    motion.take(scene(2, x: 0.1), at: later)
    #expect(!motion.isMoving(at: later) && motion.scene(at: later).balls[0].x == 0.1)
  }

  @Test(
    "half an interval after a state the ball is half-way, half rolled; then it waits for the next")
  func half() {
    var motion = Motion(framesPerSecond: 60)
    let states = [scene(0, x: 0.1), scene(0.04, x: 0.1), scene(0.08, x: 0.12)]
    for (index, state) in states.enumerated() {
      motion.take(state, at: Int64(index) * 40 * Self.millisecond)
    }
    let at = 80 * Self.millisecond
    #expect(motion.scene(at: at).balls[0].x == 0.1 && motion.isMoving(at: at))
    let shown = motion.scene(at: at + 20 * Self.millisecond).balls[0]
    #expect(abs(shown.x - 0.11) < 1e-12)
    var expected = states[1].balls[0].orientation
    expected.roll(0.01 / 0.012, 0)
    #expect(abs(shown.orientation.y - expected.y) < 1e-9 && shown.orientation.y != 0)
    let end = motion.scene(at: at + 40 * Self.millisecond)
    #expect(end == states[2])
    #expect(!motion.isMoving(at: at + 40 * Self.millisecond))
    #expect(motion.scene(at: at + 900 * Self.millisecond) == states[2])
  }

  @Test(
    "a restart, a fall, another number of balls and another table are no ways: they are shown at once"
  )
  func jumps() {
    func shown(_ last: (inout Scene) -> Void) -> (Scene, Scene) {
      var motion = Motion(framesPerSecond: 60)
      motion.take(scene(0, x: 0.1), at: 0)
      motion.take(scene(0.04, x: 0.1), at: 40 * Self.millisecond)
      var end = scene(0.08, x: 0.11)
      last(&end)
      motion.take(end, at: 80 * Self.millisecond)
      return (motion.scene(at: 90 * Self.millisecond), end)
    }
    // The ball's own movement is shown as such: the probe works.
    let (moving, goal) = shown { _ in }
    #expect(moving != goal)
    let changes: [(inout Scene) -> Void] = [
      {
        $0.balls[0].x = 0.3; $0.balls[0].y = 0.22; $0.time = 77.041
      },
      { $0.balls[0].isOff = true },
      { $0.balls.append(Scene.Ball(x: 0.2, y: 0.2)) },
      { $0.table = Scene.Table(Examples.maze) },
    ]
    for change in changes {
      let (scene, end) = shown(change)
      #expect(scene == end)
    }
  }

  @Test("words and blocks that change between states are shown at once")
  func words() {
    var motion = Motion(framesPerSecond: 60)
    motion.take(scene(0, x: 0.1), at: 0)
    motion.take(scene(0.04, x: 0.11), at: 40 * Self.millisecond)
    motion.take(scene(0.08, x: 0.12), at: 80 * Self.millisecond)
    var paused = scene(0.08, x: 0.12)
    paused.phase = .paused
    paused.notice = "no"
    motion.take(paused, at: 85 * Self.millisecond)
    let shown = motion.scene(at: 86 * Self.millisecond)
    #expect(shown.phase == .paused && shown.notice == "no" && shown.balls[0].x < 0.12)
  }
}
