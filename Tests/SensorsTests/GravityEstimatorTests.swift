// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Sensors

@Suite("the estimate of gravity") struct GravityEstimatorTests {
  @Test("any start attitude converges: below 0.1° after 2 s at rest, for 10 000 of them")
  func anyStart() {
    var dice = Dice(7)
    var worst = 0.0
    for index in 0..<10_000 {
      var board = SyntheticBoard(up: dice.direction(), seed: UInt64(index))
      board.forceNoise = 0.03
      board.rateNoise = 0.1 * degree
      board.bias = dice.vector(0.5 * degree)
      board.period = 0.02
      var estimator = GravityEstimator()
      for _ in 0..<100 { estimator.enter(board.next()) }
      worst = max(worst, board.error(of: estimator))
    }
    #expect(worst < 0.1)
  }

  @Test(
    "up has the length 1 to 1e-9, whatever comes, and never jumps by more than the gyro turned",
    arguments: [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0.6, 0, 0.8), Vector3(0.3, 0.3, -0.9)])
  func throughAll(axis: Vector3) throws {
    var board = SyntheticBoard()
    board.forceNoise = 0.02
    var estimator = GravityEstimator()
    let axis = (1 / axis.length) * axis
    for _ in 0..<200 { estimator.enter(board.next()) }
    var last = try #require(estimator.up)
    // Three turns, through level, the vertical and upside down, 1° a sample.
    for _ in 0..<1080 {
      estimator.enter(board.next(turning: axis, by: degree))
      let up = try #require(estimator.up)
      #expect(abs(up.length - 1) < 1e-9)
      #expect(degrees(up, last) < 1.05)
      #expect(degrees(up, board.up) < 0.5)
      last = up
    }
  }

  @Test(
    "a still board with a constant gyro bias: the error stays below 0.5° from the fifth second on",
    arguments: [0, 1.5, 2.5, 10, 25, 39], [Vector3(1, 0, 0), Vector3(0.5, -0.7, 0.5)])
  func stillWithBias(bias: Double, axis: Vector3) throws {
    var board = SyntheticBoard(up: Vector3(0.6, 0, 0.8))
    board.bias = (bias * degree / axis.length) * axis
    board.forceNoise = 0.03
    board.rateNoise = 0.05 * degree
    var estimator = GravityEstimator()
    var worst = 0.0
    for index in 0..<6000 {
      estimator.enter(board.next())
      if index >= 500 { worst = max(worst, board.error(of: estimator)) }
    }
    #expect(worst < 0.2)
    let found = try #require(estimator.quality.gyroBias)
    #expect((found - board.bias).length < 0.05 * degree)
    #expect(estimator.quality.isResting)
  }

  @Test(
    "a gyro that is 15 % hot: below 2° 5 s after four turns of 90° one way, pauses or not",
    arguments: [0, 0.3, 1], [true, false])
  func hotGyro(pause: Double, isNoisy: Bool) {
    for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0.6, -0.8, 0)] {
      var board = SyntheticBoard()
      board.gain = 1.15
      if isNoisy {
        board.forceNoise = 0.05
        board.rateNoise = 0.1 * degree
        board.bias = Vector3(0.02, -0.01, 0.01)
      }
      var estimator = GravityEstimator()
      for _ in 0..<300 { estimator.enter(board.next()) }
      for _ in 0..<4 {
        for _ in 0..<50 { estimator.enter(board.next(turning: axis, by: 1.8 * degree)) }
        for _ in 0..<Int(pause * 100) { estimator.enter(board.next()) }
      }
      for _ in 0..<500 { estimator.enter(board.next()) }
      #expect(board.error(of: estimator) < 2)
    }
  }

  @Test("a first rest may show 40 °/s, later ones 2 °/s more or less; a long rest is always right")
  func acceptedBias() throws {
    var board = SyntheticBoard()
    board.bias = Vector3(30 * degree, 0, 0)
    var estimator = GravityEstimator()
    for _ in 0..<200 { estimator.enter(board.next()) }
    #expect(try degrees(#require(estimator.quality.gyroBias).x, 30))
    board.bias.x = 31.5 * degree
    for _ in 0..<1000 { estimator.enter(board.next()) }
    #expect(try degrees(#require(estimator.quality.gyroBias).x, 31.5))
    board.bias.x = 20 * degree
    for _ in 0..<300 { estimator.enter(board.next()) }
    #expect(!estimator.quality.isResting)
    for _ in 0..<700 { estimator.enter(board.next()) }
    #expect(try degrees(#require(estimator.quality.gyroBias).x, 20))
    #expect(board.error(of: estimator) < 0.2)

    var hopeless = SyntheticBoard()
    hopeless.bias = Vector3(0, 0, 45 * degree)
    estimator = GravityEstimator()
    for _ in 0..<2000 { estimator.enter(hopeless.next()) }
    #expect(!estimator.quality.isResting)

    func degrees(_ value: Double, _ expected: Double) -> Bool {
      abs(value / degree - expected) < 0.1
    }
  }

  @Test("a calibrated gyro's bias is there from the first sample on")
  func storedBias() {
    var board = SyntheticBoard()
    board.bias = Vector3(5 * degree, -3 * degree, 0)
    var estimator = GravityEstimator(bias: board.bias)
    var worst = 0.0
    var dice = Dice(3)
    // In a hand that never rests.
    for _ in 0..<2000 {
      let sample = board.next(
        turning: dice.direction(), by: 0.3 * degree * dice.normal(), push: dice.vector(0.5))
      estimator.enter(sample)
      worst = max(worst, board.error(of: estimator))
    }
    #expect(worst < 5)
    #expect(board.error(of: estimator) < 0.5)
  }

  @Test("a slow, even turn about a horizontal axis is no rest", arguments: [1.0, 2, 4, 10, 30])
  func slowTurn(rate: Double) {
    var board = SyntheticBoard()
    board.forceNoise = 0.02
    var estimator = GravityEstimator()
    for _ in 0..<300 { estimator.enter(board.next()) }
    var worst = 0.0
    for _ in 0..<1500 {
      estimator.enter(board.next(turning: Vector3(1, 0, 0), by: 0.01 * rate * degree))
      worst = max(worst, board.error(of: estimator))
    }
    #expect(worst < 0.5)
  }

  @Test("held from the first moment, and turning evenly, it isn't taken for a board that lies")
  func turningFromTheStart() {
    for rate in [3.0, 8, 20, 35] {
      var board = SyntheticBoard()
      board.forceNoise = 0.02
      var estimator = GravityEstimator()
      for _ in 0..<1000 {
        estimator.enter(board.next(turning: Vector3(0.8, 0.6, 0), by: 0.01 * rate * degree))
        #expect(!estimator.quality.isResting)
      }
      #expect(board.error(of: estimator) < 1)
    }
  }

  @Test("without a rest, the bias is found in motion")
  func biasInMotion() throws {
    var board = SyntheticBoard()
    board.bias = Vector3(1.2 * degree, -0.8 * degree, 0.5 * degree)
    board.forceNoise = 0.05
    var estimator = GravityEstimator()
    for index in 0..<12_000 {
      let t = Double(index) / 100
      let axis = Vector3(cos(0.3 * t), sin(0.3 * t), 0.5 * sin(t))
      let turn = (1.2 * cos(3 * t)) * degree
      estimator.enter(
        board.next(
          turning: (1 / axis.length) * axis, by: turn,
          push: Vector3(2 * sin(9 * t), cos(11 * t), sin(7 * t))))
    }
    #expect(board.error(of: estimator) < 0.6)
    let found = try #require(estimator.quality.gyroBias)
    #expect((found - board.bias).length < 0.3 * degree)
  }

  @Test("a gap counts the accelerometer anew: a turn in it is seen at once")
  func gap() {
    var board = SyntheticBoard()
    var estimator = GravityEstimator()
    for _ in 0..<500 { estimator.enter(board.next()) }
    // Half a second without samples, in which it is turned by 40°; the gyro knows nothing of it.
    var sample = board.next(turning: Vector3(1, 0, 0), by: 40 * degree, after: 0.5)
    sample.angularVelocity = Vector3(0, 0, 0)
    estimator.enter(sample)
    #expect(board.error(of: estimator) < 25)
    for _ in 0..<30 { estimator.enter(board.next()) }
    #expect(board.error(of: estimator) < 10)
    for _ in 0..<170 { estimator.enter(board.next()) }
    #expect(board.error(of: estimator) < 0.1)
    #expect(estimator.recoveries == 1)
  }

  @Test("times that stand still or go back change nothing but where the next dt begins")
  func notLater() {
    var board = SyntheticBoard()
    var estimator = GravityEstimator()
    for _ in 0..<100 { estimator.enter(board.next()) }
    let up = estimator.up
    for time in [board.time, board.time - 3_600_000_000_000, .min] {
      estimator.enter(
        Sample(
          time: time, acceleration: Vector3(9, 0, 0), angularVelocity: Vector3(50, 0, 0)))
      #expect(estimator.up == up)
    }
    // From the beginning of time to its end is a gap.
    estimator.enter(
      Sample(time: .max, acceleration: Vector3(0, 0, 9.8), angularVelocity: Vector3(0, 0, 0)))
    #expect(board.error(of: estimator) < 1e-6)
  }

  @Test("a polled hat's few samples are joined by lines: 20 Hz follows a hand's 0.5 Hz within 1°")
  func polled() {
    var estimator = GravityEstimator()
    var worst = 0.0
    for index in 0..<1200 {
      let t = Double(index) * 0.05
      // Beginning softly: the angle is 20° · (1 − cos πt)/2 · sin πt in the first second.
      let s = .pi * max(0, t - 3)
      let (size, growth) = s < .pi ? (0.5 * (1 - cos(s)), 0.5 * sin(s)) : (1, 0)
      let angle = 20 * degree * size * sin(s)
      let rate = 20 * degree * .pi * (size * cos(s) + growth * sin(s))
      let up = Vector3(0, sin(angle), cos(angle))
      estimator.enter(
        Sample(
          time: Int64(index) * 50_000_000, acceleration: 9.80665 * up,
          angularVelocity: Vector3(rate, 0, 0)))
      if let found = estimator.up { worst = max(worst, degrees(found, up)) }
    }
    #expect(worst < 1)
  }

  @Test("without a gyro up follows within 0.1 s and says how unsure it is")
  func withoutGyro() throws {
    var board = SyntheticBoard()
    board.hasGyro = false
    var estimator = GravityEstimator()
    for _ in 0..<500 { estimator.enter(board.next()) }
    #expect(board.error(of: estimator) < 1e-6)
    #expect(estimator.quality.gyroBias == nil)
    estimator.enter(board.next(turning: Vector3(1, 0, 0), by: 10 * degree))
    for _ in 0..<10 { estimator.enter(board.next()) }
    #expect(board.error(of: estimator) < 0.5)
    let calm = try #require(estimator.quality.uncertainty)
    for index in 0..<100 {
      estimator.enter(board.next(push: Vector3(6 * sin(Double(index)), 0, 0)))
    }
    let shaken = try #require(estimator.quality.uncertainty)
    #expect(calm < 2 * degree)
    #expect(shaken > 5 * degree)
  }

  @Test("a gyro that comes and goes leaves no jump behind")
  func gyroComesAndGoes() {
    var board = SyntheticBoard()
    board.forceNoise = 0.01
    var estimator = GravityEstimator()
    for index in 0..<3000 {
      board.hasGyro = index / 100 % 2 == 0
      estimator.enter(board.next(turning: Vector3(1, 0, 0), by: 0.05 * degree))
      #expect(board.error(of: estimator) < 1)
    }
  }

  @Test("the uncertainty is small at rest, larger in a hand, largest without a known bias")
  func uncertainty() throws {
    var board = SyntheticBoard()
    board.forceNoise = 0.03
    var estimator = GravityEstimator()
    for _ in 0..<100 { estimator.enter(board.next()) }
    let unknown = try #require(estimator.quality.uncertainty)
    for _ in 0..<400 { estimator.enter(board.next()) }
    let resting = try #require(estimator.quality.uncertainty)
    for index in 0..<400 {
      let t = Double(index) / 100
      estimator.enter(
        board.next(
          turning: Vector3(1, 0, 0), by: cos(6 * t) * degree, push: Vector3(3 * sin(8 * t), 0, 0)))
    }
    let played = try #require(estimator.quality.uncertainty)
    #expect(resting < 0.15 * degree)
    #expect(resting < played && played < 1 * degree)
    #expect(unknown > played)
  }

  @Test("the same samples give the same bits")
  func deterministic() {
    func run() -> GravityEstimator {
      var board = SyntheticBoard(seed: 9)
      board.forceNoise = 3
      board.rateNoise = 1
      var estimator = GravityEstimator()
      for _ in 0..<2000 { estimator.enter(board.next()) }
      return estimator
    }
    #expect(run() == run())
  }

  @Test("nothing within the limits makes up anything but a unit vector")
  func anything() throws {
    var dice = Dice(11)
    var estimator = GravityEstimator()
    var time: Int64 = 0
    for _ in 0..<20_000 {
      let kind = dice.number()
      time += kind < 0.1 ? 0 : kind < 0.2 ? 1 : kind < 0.21 ? 10_000_000_000 : 10_000_000
      let force =
        kind < 0.5
        ? (400 * dice.number()) * dice.direction()
        : kind < 0.55 ? Vector3(0, 0, 0) : Vector3(0, 0, kind < 0.7 ? -9.8 : 9.8)
      let rate = kind < 0.8 ? (70 * dice.number() * dice.number()) * dice.direction() : nil
      estimator.enter(Sample(time: time, acceleration: force, angularVelocity: rate))
      if let up = estimator.up { #expect(abs(up.length - 1) < 1e-9) }
      if let uncertainty = estimator.quality.uncertainty {
        #expect(uncertainty > 0 && uncertainty <= .pi / 2)
      }
    }
    #expect(estimator.up != nil)
  }
}
