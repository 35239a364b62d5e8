// SPDX-License-Identifier: MIT

import AllocationCounter
import Foundation
import Sensors
import Testing

@Suite("board and gravity") struct TiltModeTests {
  /// The time in ms from the first sample that shows a 10° step to the last one before the pull along
  /// x has reached 90 % of its end; samples at 100 Hz.
  private func riseTime(_ settings: TiltSettings) throws -> Int {
    var pipeline = TiltPipeline(settings: settings)
    var board = SyntheticBoard()
    for _ in 0..<500 { _ = pipeline.enter(board.next()) }
    var pulls: [Double] = []
    for index in 0..<200 {
      pulls.append(
        pipeline.enter(board.next(turning: Vector3(0, 1, 0), by: index == 0 ? 10 * degree : 0)).x)
    }
    let end = try #require(pulls.last)
    #expect(abs(end) > 0.1)
    let first = try #require(pulls.firstIndex { abs($0) >= 0.9 * abs(end) })
    #expect(pulls[first...].allSatisfy { abs($0) >= 0.9 * abs(end) && abs($0) < 1.02 * abs(end) })
    return first * 10
  }

  @Test(
    "a step of 10° shows to 90 % within 40 ms with the force, 25 ms with a gyro",
    arguments: Feel.Preset.allCases)
  func step(preset: Feel.Preset) throws {
    #expect(try riseTime(TiltSettings(mode: .board, feel: Feel(preset))) <= 40)
    #expect(try riseTime(TiltSettings(mode: .gravity, feel: Feel(preset))) <= 25)
  }

  @Test(
    "a steady tilt at the feel direct pulls with g sin θ in both modes",
    arguments: [1.0, 2, 5, 10],
    TiltMode.allCases)
  func steady(degrees: Double, mode: TiltMode) throws {
    var pipeline = TiltPipeline(settings: try TiltSettings(mode: mode, feel: .direct))
    let angle = degrees * degree
    for index in 0..<300 {
      _ = pipeline.enter(
        Sample(
          time: Int64(index) * 10_000_000,
          acceleration: 9.80665 * Vector3(-sin(angle), 0, cos(angle)),
          angularVelocity: Vector3(0, 0, 0)))
    }
    #expect(abs(pipeline.tilt.x - 9.80665 * sin(angle)) < 1e-9)
    #expect(abs(pipeline.tilt.z - 9.80665 * cos(angle)) < 1e-9)
  }

  @Test("a board that is shaken along the table is felt as such, and as no tilt at all in gravity")
  func shaken() throws {
    func strongest(_ mode: TiltMode) throws -> Double {
      var pipeline = TiltPipeline(settings: try TiltSettings(mode: mode, feel: .direct))
      var board = SyntheticBoard()
      for _ in 0..<300 { _ = pipeline.enter(board.next()) }
      var most = 0.0
      for index in 0..<500 {
        let push = 5 * sin(2 * .pi * 3 * Double(index) / 100)
        most = max(most, abs(pipeline.enter(board.next(push: Vector3(push, 0, 0))).x))
      }
      return most
    }
    #expect(try strongest(.board) > 3)
    #expect(try strongest(.gravity) < 0.15)
  }

  @Test("an isolated spike doesn't reach the ball, and is counted; two in a row do")
  func spike() throws {
    var pipeline = TiltPipeline(settings: try TiltSettings(feel: .direct))
    var board = SyntheticBoard()
    for index in 0..<100 {
      var sample = board.next()
      if index == 50 { sample.acceleration = Vector3(156.9, 0, 0) }
      if index == 60 { sample.acceleration = Vector3(0, 0, 0) }
      _ = pipeline.enter(sample)
      #expect(pipeline.tilt == .level)
    }
    #expect(pipeline.quality.samplesRejected == 2)
    _ = pipeline.enter(board.next(push: Vector3(-60, 0, 0)))
    #expect(pipeline.tilt == .level)
    _ = pipeline.enter(board.next(push: Vector3(-60, 0, 0)))
    #expect(pipeline.tilt.x > 5)
    #expect(pipeline.quality.samplesRejected == 2)
  }

  @Test("what was held is not lost: from the next sample on all is as if it had been taken at once")
  func heldIsNotLost() throws {
    var gated = TiltPipeline(settings: try TiltSettings(feel: .direct))
    var plain = LowPass(timeConstant: TiltSettings.defaultTimeConstant)
    var board = SyntheticBoard()
    var last = Tilt.level
    var expected = Vector3(0, 0, 0)
    for index in 0..<100 {
      let isKnock = (50...51).contains(index)
      let sample = board.next(push: isKnock ? Vector3(-50, 3, 8) : Vector3(0.1, 0, 0))
      last = gated.enter(sample)
      expected = plain.enter(sample.acceleration, at: sample.time)
      if index != 50 { #expect(last == Feel.direct.apply(Tilt(specificForce: expected))) }
    }
  }

  @Test("a hat that is read at 20 Hz may be shaken by 6 g from one sample to the next")
  func slowHat() throws {
    var pipeline = TiltPipeline(settings: try TiltSettings(feel: .direct))
    var board = SyntheticBoard()
    board.period = 0.05
    for _ in 0..<20 { _ = pipeline.enter(board.next()) }
    _ = pipeline.enter(board.next(push: Vector3(-60, 0, 0)))
    #expect(pipeline.tilt.x > 5)
  }

  @Test("the mode may change while it runs, and the estimate is there at once")
  func changed() throws {
    var pipeline = TiltPipeline(settings: try TiltSettings(mode: .board, feel: .direct))
    var board = SyntheticBoard(up: Vector3(0.6, 0, 0.8))
    for _ in 0..<500 { _ = pipeline.enter(board.next()) }
    for index in 0..<10 { _ = pipeline.enter(board.next(push: Vector3(0, Double(index), 0))) }
    #expect(degrees(try #require(pipeline.up), board.up) > 10)
    pipeline.settings.mode = .gravity
    #expect(degrees(try #require(pipeline.up), board.up) < 0.5)
    #expect(abs(pipeline.tilt.y) < 0.1)
  }

  @Test(
    "mounting, level, rotation and axes act on gravity as on the force",
    arguments: [
      (ScreenRotation.none, TableAxes(), (-3.0, 4.0)),
      (.right, TableAxes(), (4.0, 3.0)),
      (.none, TableAxes(areSwapped: true), (4.0, -3.0)),
      (.none, TableAxes(isXInverted: true), (3.0, 4.0)),
      (.none, TableAxes(isYInverted: true), (-3.0, -4.0)),
      (.none, TableAxes(areSwapped: true, isXInverted: true), (-4.0, -3.0)),
    ])
  func axes(rotation: ScreenRotation, axes: TableAxes, expected: (Double, Double)) throws {
    for mode in TiltMode.allCases {
      var pipeline = TiltPipeline(
        settings: try TiltSettings(
          mounting: try Mounting("0 1 0; -1 0 0; 0 0 1"), mode: mode, screenRotation: rotation,
          axes: axes, feel: .direct))
      // In device axes (3, 4, z): in sensor axes (−4, 3, z).
      let up = Vector3(-4, 3, (9.80665 * 9.80665 - 25).squareRoot())
      for index in 0..<200 {
        _ = pipeline.enter(
          Sample(
            time: Int64(index) * 10_000_000, acceleration: up,
            angularVelocity: Vector3(0, 0, 0)))
      }
      // The feel direct ends at 20°.
      let scale = 9.80665 * sin(20 * degree) / 5
      #expect(abs(pipeline.tilt.x - scale * expected.0) < 1e-9)
      #expect(abs(pipeline.tilt.y - scale * expected.1) < 1e-9)
    }
  }

  @Test("with the gain 2 half the angle does the same, and no gain leaves the bits")
  func gain() throws {
    let doubled = try Feel(
      deadZone: degree, fullTilt: 20 * degree, exponent: 1.5, limit: 8 * degree, gain: 2)
    for angle in stride(from: 0.1, to: 40, by: 0.7) {
      #expect(
        abs(
          doubled.tableAngle(boardAngle: angle * degree)
            - Feel.normal.tableAngle(boardAngle: 2 * angle * degree)) < 1e-15)
    }
    let single = try Feel(
      deadZone: degree, fullTilt: 20 * degree, exponent: 1.5, limit: 8 * degree, gain: 1)
    #expect(single == .normal)
    let steep = try Feel(
      deadZone: 0, fullTilt: 20 * degree, exponent: 1, limit: 20 * degree, gain: 1.5)
    let tilt = steep.apply(Tilt(x: 9.8 * sin(degree), y: 0, z: 9.8 * cos(degree)))
    #expect(abs(tilt.x - 9.8 * sin(1.5 * degree)) < 1e-12)
    for bad in [0, 0.09, 10.1, -1, Double.nan, .infinity] {
      #expect(throws: (any Error).self) {
        try Feel(deadZone: 0, fullTilt: 1, exponent: 1, limit: 0.5, gain: bad)
      }
    }
  }

  @Test("the quality of the force alone says what a hand adds; at rest it says that it rests")
  func quality() throws {
    for mode in TiltMode.allCases {
      var pipeline = TiltPipeline(settings: try TiltSettings(mode: mode))
      #expect(pipeline.quality.uncertainty == nil)
      var board = SyntheticBoard()
      board.bias = Vector3(0.1, 0, 0)
      for _ in 0..<300 { _ = pipeline.enter(board.next()) }
      let rest = pipeline.quality
      #expect(rest.isResting)
      #expect(abs(try #require(rest.gyroBias).x - 0.1) < 1e-3)
      for index in 0..<300 {
        let t = Double(index) / 100
        _ = pipeline.enter(board.next(push: Vector3(6 * sin(9 * t), 0, 5 * cos(11 * t))))
      }
      let shaken = pipeline.quality
      #expect(!shaken.isResting)
      let (calm, wild) = (
        try #require(rest.uncertainty), try #require(shaken.uncertainty)
      )
      #expect(mode == .board ? wild > 10 * degree : wild < 1.5 * degree)
      #expect(calm < 0.2 * degree && calm < wild)
    }
  }

  @Test(
    "a sample asks for no memory, in either mode, in gestures either",
    .enabled(if: allocation_counter_works() == 1, "a sanitizer counts allocations in this build"))
  func allocations() throws {
    var board = SyntheticBoard()
    let samples = (0..<2000).map { index in
      var sample = board.next(
        turning: Vector3(0, 1, 0), by: index < 400 ? 0 : 0.5 * degree * sin(Double(index) / 20),
        push: Vector3(index % 90 == 0 ? 70 : 0, 0, 0))
      if index % 400 > 350 { sample.angularVelocity = nil }
      return sample
    }
    for mode in TiltMode.allCases {
      var pipeline = TiltPipeline(settings: try TiltSettings(mode: mode))
      var shake = Shake()
      var pause = AutoPause()
      var sum = 0.0
      for sample in samples.prefix(10) { _ = pipeline.enter(sample) }
      let before = allocation_count()
      for sample in samples {
        sum += pipeline.enter(sample).x + (pipeline.quality.uncertainty ?? 0)
        if shake.enter(sample) { sum += 1 }
        if pause.enter(
          time: sample.time, isBoardStill: pipeline.quality.isResting, up: pipeline.up,
          doesBallRest: true, isPaused: false) != nil
        {
          sum += 1
        }
      }
      let asked = allocation_count() - before
      #expect(sum.isFinite)
      if isReleaseBuild {
        #expect(asked == 0)
      } else {
        print("a debug build: \(asked) allocations in \(samples.count) samples")
      }
    }
  }
}

#if DEBUG
  private let isReleaseBuild = false
#else
  private let isReleaseBuild = true
#endif
