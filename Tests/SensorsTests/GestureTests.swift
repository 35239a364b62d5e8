// SPDX-License-Identifier: MIT

import Foundation
import Sensors
import Testing

/// An hour, or part of one, of somebody playing hard.
///
/// Tilts of up to 35° at up to 3 Hz about both axes, pushes of up to 6 m/s², a hand's tremor, knocks
/// of up to 60 m/s², now and then a moment of holding still.
private struct Play {
  var board = SyntheticBoard()
  private var dice: Dice
  private var time = 0.0
  private var angles = (x: 0.0, y: 0.0)
  private var tempo = 1.0
  private var knock = 0

  init(seed: UInt64) {
    dice = Dice(seed)
    board.forceNoise = 0.05
    board.rateNoise = 0.2 * degree
  }

  mutating func next() -> Sample {
    time += 0.01
    if dice.number() < 0.01 { tempo = 0.3 + 2.7 * dice.number() }
    let isHeld = sin(time / 7) > 0.97
    let size = isHeld ? 0.5 * degree : 35 * degree
    let wanted = (
      x: size * sin(2 * .pi * tempo * time), y: size * cos(1.7 * .pi * tempo * time + 1)
    )
    let step = (x: 0.2 * (wanted.x - angles.x), y: 0.2 * (wanted.y - angles.y))
    angles = (angles.x + step.x, angles.y + step.y)
    let turn = Vector3(step.x + 0.1 * degree * dice.normal(), step.y, 0.1 * degree * dice.normal())
    if dice.number() < 0.002 { knock = 2 }
    knock -= 1
    let push =
      knock > 0
      ? (20 + 40 * dice.number()) * dice.direction()
      : isHeld
        ? Vector3(0, 0, 0)
        : Vector3(
          6 * sin(2 * .pi * tempo * time + 2), 6 * sin(2 * .pi * 1.3 * tempo * time),
          3 * sin(9 * time))
    let angle = turn.length
    return board.next(
      turning: angle > 0 ? (1 / angle) * turn : Vector3(1, 0, 0), by: angle, push: push)
  }
}

@Suite("gestures") struct GestureTests {
  @Test("an hour of vigorous play is never taken for a shake or for nobody", arguments: 1...4)
  func play(seed: UInt64) throws {
    var play = Play(seed: seed)
    var shake = Shake()
    var pause = AutoPause()
    var pipeline = TiltPipeline(settings: try TiltSettings(mode: .gravity))
    var actions = 0
    var shakes = 0
    // An hour in all: a quarter for each seed.
    for index in 0..<90_000 {
      let sample = play.next()
      _ = pipeline.enter(sample)
      if shake.enter(sample) { shakes += 1 }
      let action = pause.enter(
        time: sample.time, isBoardStill: pipeline.quality.isResting, up: pipeline.up,
        doesBallRest: index % 1000 < 900, isPaused: false)
      if action != nil { actions += 1 }
    }
    #expect(shakes == 0)
    #expect(actions == 0)
  }

  @Test(
    "a shake is seen within two seconds, once, at any rate from 50 Hz on",
    arguments: [3.0, 4, 5, 7, 9], [50.0, 100, 400])
  func shaken(frequency: Double, rate: Double) {
    for direction in [
      Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(0.6, 0.5, 0.62),
    ] {
      var shake = Shake()
      var fired: [Double] = []
      for index in 0..<Int(6 * rate) {
        let t = Double(index) / rate
        let push = t < 1 ? 0 : 18 * sin(2 * .pi * frequency * (t - 1))
        let sample = Sample(
          time: Int64(t * 1e9), acceleration: Vector3(0.3, 0.2, 9.8) + push * direction)
        if shake.enter(sample) { fired.append(t) }
      }
      #expect(fired.count == 1)
      #expect((fired.first ?? 9) < 3)
    }
  }

  @Test("after a second of quiet it can be shaken again")
  func again() {
    var shake = Shake()
    var count = 0
    for index in 0..<1500 {
      let t = Double(index) / 100
      let isShaken = (1..<4).contains(t) || (6..<9).contains(t)
      let push = isShaken ? 18 * sin(2 * .pi * 4 * t) : 0
      let sample = Sample(time: Int64(t * 1e9), acceleration: Vector3(push, 0, 9.8))
      if shake.enter(sample) { count += 1 }
    }
    #expect(count == 2)
  }

  @Test("a machine's vibration, a series of knocks and a board that is turned over are no shake")
  func noShake() {
    var shakes = [Shake(), Shake(), Shake()]
    var count = 0
    for index in 0..<6000 {
      let t = Double(index) / 100
      let forces = [
        Vector3(20 * sin(2 * .pi * 31 * t), 0, 9.8),
        Vector3(0, index % 20 < 2 ? 40 : 0, 9.8),
        9.8 * Vector3(sin(2 * .pi * 1.5 * t), 0, cos(2 * .pi * 1.5 * t)),
      ]
      for (kind, force) in forces.enumerated() {
        let isShake = shakes[kind].enter(
          Sample(time: Int64(index) * 10_000_000, acceleration: force))
        count += isShake ? 1 : 0
      }
    }
    #expect(count == 0)
  }

  /// Runs an auto-pause at 100 Hz in a game that does what it says; gives the time in s of each action.
  private func run(
    _ pause: inout AutoPause, _ isPaused: inout Bool, seconds: Range<Double>, isStill: Bool,
    degrees: Double = 0, doesBallRest: Bool = true
  ) -> [(Double, AutoPause.Action)] {
    let up = Vector3(sin(degrees * degree), 0, cos(degrees * degree))
    return (Int(seconds.lowerBound * 100)..<Int(seconds.upperBound * 100)).compactMap { index in
      let action = pause.enter(
        time: Int64(index) * 10_000_000, isBoardStill: isStill, up: up,
        doesBallRest: doesBallRest && !isPaused, isPaused: isPaused)
      guard let action else { return nil }
      isPaused = action == .pause
      return (Double(index) / 100, action)
    }
  }

  @Test("untouched for 10 s with a resting ball it pauses; picked up it counts down")
  func pausedAndPickedUp() throws {
    var pause = AutoPause()
    var isPaused = false
    var actions = run(&pause, &isPaused, seconds: 0..<9, isStill: true)
    #expect(actions.isEmpty)
    actions = run(&pause, &isPaused, seconds: 9..<60, isStill: true)
    #expect(actions.count == 1)
    #expect(try #require(actions.first) == (10, .pause))
    // A hand lifts an edge.
    actions = run(&pause, &isPaused, seconds: 60..<61, isStill: false, degrees: 7)
    #expect(actions.count == 1)
    #expect(try #require(actions.first) == (60, .countDown))
    // Put down again, it lies for another ten seconds.
    actions = run(&pause, &isPaused, seconds: 61..<80, isStill: true)
    #expect(actions.count == 1)
    #expect(try #require(actions.first) == (71, .pause))
  }

  @Test("a rolling ball or a moved board keeps the game going, and the wait begins anew")
  func notIdle() {
    var pause = AutoPause()
    var isPaused = false
    var early = run(&pause, &isPaused, seconds: 0..<60, isStill: true, doesBallRest: false)
    early += run(&pause, &isPaused, seconds: 60..<69, isStill: true)
    early += run(&pause, &isPaused, seconds: 69..<69.1, isStill: false)
    early += run(&pause, &isPaused, seconds: 69.1..<79, isStill: true)
    #expect(early.isEmpty)
    let late = run(&pause, &isPaused, seconds: 79..<80, isStill: true)
    #expect(late.count == 1)
  }

  @Test("a knock on the table doesn't wake it; being carried about level does")
  func knocked() {
    var pause = AutoPause()
    var isPaused = false
    _ = run(&pause, &isPaused, seconds: 0..<11, isStill: true)
    #expect(isPaused)
    // A rest is seen again 1.5 s after the knock.
    var woken = run(&pause, &isPaused, seconds: 11..<12.6, isStill: false)
    woken += run(&pause, &isPaused, seconds: 12.6..<20, isStill: true)
    #expect(woken.isEmpty)
    woken = run(&pause, &isPaused, seconds: 20..<23, isStill: false)
    #expect(woken.count == 1)
  }

  @Test("a pause that somebody ends by other means begins the wait anew")
  func endedByOthers() throws {
    var pause = AutoPause()
    var isPaused = false
    _ = run(&pause, &isPaused, seconds: 0..<20, isStill: true)
    #expect(isPaused)
    isPaused = false
    // Put down in another pose, which is then the one to be picked up from.
    let actions = run(&pause, &isPaused, seconds: 20..<60, isStill: true, degrees: 20)
    #expect(actions.count == 1)
    #expect(try #require(actions.first) == (30, .pause))
  }

  @Test("times that jump or go back neither trap nor hang it")
  func times() {
    var pause = AutoPause()
    var actions: [AutoPause.Action?] = []
    for time in [Int64.min, .max, 0, -1, .min] {
      actions.append(
        pause.enter(
          time: time, isBoardStill: true, up: nil, doesBallRest: true, isPaused: false))
    }
    #expect(actions == [nil, .pause, .pause, .pause, nil])
    for time in [Int64.max, .min, 0] {
      _ = pause.enter(time: time, isBoardStill: false, up: nil, doesBallRest: true, isPaused: true)
    }
    var shake = Shake()
    for time in [Int64.max, .min, 0, .max, 5, 5] {
      let isShake = shake.enter(Sample(time: time, acceleration: Vector3(90, -90, 9)))
      #expect(!isShake)
    }
  }
}
