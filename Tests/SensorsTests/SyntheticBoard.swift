// SPDX-License-Identifier: MIT

import Foundation
import Sensors
import Support

/// A generator of numbers that look random and are the same in each run (SplitMix64).
struct Dice {
  private var random: SplitMix64

  init(_ seed: UInt64) { random = SplitMix64(seed: seed) }

  /// From 0 to 1.
  mutating func number() -> Double { Double(random.next() >> 11) * 0x1p-53 }

  /// About 0 with the standard deviation 1, between −6 and 6.
  mutating func normal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + number() }
  }

  mutating func vector(_ size: Double) -> Vector3 {
    Vector3(size * normal(), size * normal(), size * normal())
  }

  /// A direction, all of them alike.
  mutating func direction() -> Vector3 {
    while true {
      let v = Vector3(2 * number() - 1, 2 * number() - 1, 2 * number() - 1)
      if v.length > 0.1, v.length < 1 { return (1 / v.length) * v }
    }
  }
}

/// A board whose true "up" is known, and the readings of its sensor.
struct SyntheticBoard {
  /// The time between two samples, s.
  var period = 0.01
  /// Added to the angular velocity, rad/s, after `gain`.
  var bias = Vector3(0, 0, 0)
  /// What the gyro reads of each turn.
  var gain = 1.0
  /// Standard deviations of the readings' noise, m/s² and rad/s.
  var forceNoise = 0.0
  var rateNoise = 0.0
  /// Whether there is a gyro.
  var hasGyro = true

  private(set) var up: Vector3
  private(set) var time: Int64 = 1_000_000_000
  private var dice: Dice
  private var isFirst = true

  init(up: Vector3 = Vector3(0, 0, 1), seed: UInt64 = 1) {
    self.up = up
    dice = Dice(seed)
  }

  /// The next sample, after the board turned about `axis` (sensor axes) by `angle` rad, pushed with
  /// `push` m/s² in sensor axes.
  mutating func next(
    turning axis: Vector3 = Vector3(1, 0, 0), by angle: Double = 0,
    push: Vector3 = Vector3(0, 0, 0), after period: Double? = nil
  ) -> Sample {
    let dt = isFirst ? 0 : period ?? self.period
    isFirst = false
    time += Int64((dt * 1e9).rounded())
    // A vector that stands in the room turns the other way in the board's axes (Rodrigues).
    let (c, s) = (cos(angle), sin(angle))
    up = c * up - s * axis.cross(up) + ((1 - c) * axis.dot(up)) * axis
    up = (1 / up.length) * up
    let rate = dt > 0 ? (gain * angle / dt) * axis : Vector3(0, 0, 0)
    return Sample(
      time: time, acceleration: 9.80665 * up + push + dice.vector(forceNoise),
      angularVelocity: hasGyro ? rate + bias + dice.vector(rateNoise) : nil)
  }
}

/// The angle between two vectors, degrees.
func degrees(_ a: Vector3, _ b: Vector3) -> Double {
  atan2(a.cross(b).length, a.dot(b)) * 180 / .pi
}

let degree = Double.pi / 180

extension SyntheticBoard {
  /// By how much an estimate is beside the true "up", degrees; 180 where there is none.
  func error(of estimator: GravityEstimator) -> Double {
    estimator.up.map { degrees($0, up) } ?? 180
  }
}
