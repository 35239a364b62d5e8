// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Sensors

@Suite("the estimate of gravity, when a sensor can't follow") struct GravityTroubleTests {
  @Test("a spike of the accelerometer or the gyro moves nothing, and is counted")
  func spikes() {
    var board = SyntheticBoard()
    board.forceNoise = 0.02
    board.rateNoise = 0.05 * degree
    var estimator = GravityEstimator()
    var worst = 0.0
    for index in 0..<3000 {
      // A hand, so that no rest mends anything.
      let turn = 0.6 * cos(Double(index) / 20) * degree
      var sample = board.next(turning: Vector3(0, 1, 0), by: turn)
      if index % 100 == 50 { sample.acceleration = Vector3(-156.9, 156.9, -156.9) }
      if index % 100 == 70 { sample.acceleration = Vector3(0, 0, 0) }
      if index % 100 == 90 { sample.angularVelocity = Vector3(-34.9, 34.9, -34.9) }
      estimator.enter(sample)
      worst = max(worst, board.error(of: estimator))
    }
    #expect(worst < 0.5)
    #expect(estimator.quality.samplesRejected == 90)
  }

  @Test("a board that is flung round is believed, though its gyro jumps")
  func flung() {
    var board = SyntheticBoard()
    var estimator = GravityEstimator()
    for _ in 0..<500 { estimator.enter(board.next()) }
    // 90° in 50 ms: 1800 °/s from one sample to the next.
    for step in 1...5 {
      estimator.enter(board.next(turning: Vector3(0, 1, 0), by: 18 * degree))
      #expect(board.error(of: estimator) < 1, "step \(step)")
    }
    for _ in 0..<3 { estimator.enter(board.next()) }
    #expect(board.error(of: estimator) < 1)
    #expect(estimator.quality.samplesRejected == 0)
  }

  @Test(
    "a jump of the gyro counts even if the accelerometer shows it a sample earlier or later",
    arguments: [-1, 0, 1], [1, 3])
  func outOfStep(lag: Int, samples: Int) {
    var estimator = GravityEstimator()
    // 20° in one sample or in three, from the 500th on; the gyro's readings come `lag` later.
    func angle(_ index: Int) -> Double {
      20 * degree * Double(max(0, min(samples, index - 499))) / Double(samples)
    }
    var up = Vector3(0, 0, 1)
    for index in 0..<520 {
      up = Vector3(0, sin(angle(index)), cos(angle(index)))
      let rate = (angle(index - lag) - angle(index - lag - 1)) * 100
      estimator.enter(
        Sample(
          time: Int64(index) * 10_000_000, acceleration: 9.80665 * up,
          angularVelocity: Vector3(rate, 0, 0)))
    }
    #expect(degrees(estimator.up ?? Vector3(0, 0, 0), up) < 1.5)
    #expect(estimator.quality.samplesRejected == 0)
  }

  @Test("in free fall the gyro goes on alone")
  func freeFall() {
    var board = SyntheticBoard()
    var estimator = GravityEstimator()
    for _ in 0..<500 { estimator.enter(board.next()) }
    for _ in 0..<100 {
      let sample = board.next(turning: Vector3(1, 0, 0), by: 1 * degree)
      let falling = Sample(
        time: sample.time, acceleration: Vector3(0.01, 0.02, -0.1),
        angularVelocity: sample.angularVelocity)
      estimator.enter(falling)
      #expect(board.error(of: estimator) < 0.01)
    }
    var fromTheStart = GravityEstimator()
    fromTheStart.enter(
      Sample(time: 0, acceleration: Vector3(0, 0, 0), angularVelocity: Vector3(0, 0, 0)))
    #expect(fromTheStart.up == nil)
  }

  @Test("after a turn beyond the gyro's range the accelerometer brings it back within 2 s")
  func saturated() {
    var board = SyntheticBoard()
    board.forceNoise = 0.03
    var estimator = GravityEstimator()
    var dice = Dice(5)
    for _ in 0..<500 { estimator.enter(board.next()) }
    for _ in 0..<20 {
      // 350 °/s, of which a range of 250 °/s doesn't show 100.
      var sample = board.next(turning: Vector3(1, 0, 0), by: 3.5 * degree)
      sample.angularVelocity = Vector3(250 * degree, 0.01 * dice.normal(), 0.01 * dice.normal())
      estimator.enter(sample)
    }
    #expect(board.error(of: estimator) > 10)
    #expect(estimator.saturated >= 18)
    // In a hand: no rest helps.
    for index in 0..<200 {
      let turn = 0.3 * cos(Double(index) / 3) * degree
      estimator.enter(board.next(turning: Vector3(0, 1, 0), by: turn))
    }
    #expect(board.error(of: estimator) < 6)
    for index in 0..<300 {
      let turn = 0.3 * cos(Double(index) / 3) * degree
      estimator.enter(board.next(turning: Vector3(0, 1, 0), by: turn))
    }
    #expect(board.error(of: estimator) < 3)
    // It was the range, not the contradiction, that told.
    #expect(estimator.recoveries == 0)
  }

  @Test("a gyro that missed a turn of 60° is overruled, though the hand never rests")
  func contradicted() {
    var board = SyntheticBoard()
    board.forceNoise = 0.03
    var estimator = GravityEstimator()
    for _ in 0..<500 { estimator.enter(board.next()) }
    board.gain = 0
    for _ in 0..<50 { estimator.enter(board.next(turning: Vector3(1, 0, 0), by: 1.2 * degree)) }
    #expect(board.error(of: estimator) > 50)
    board.gain = 1
    for index in 0..<300 {
      let turn = 0.3 * cos(Double(index) / 3) * degree
      estimator.enter(board.next(turning: Vector3(0, 1, 0), by: turn))
    }
    #expect(board.error(of: estimator) < 12)
    #expect(estimator.recoveries >= 1)
  }
}
