// SPDX-License-Identifier: MIT

/// How badly a gyro's readings tell the turn between them, and for how long they are worth believing.
///
/// A hat that is polled at 10 Hz sees a hand's motion in a few points. Between two readings a
/// straight line is drawn; the angle of a step is off by a twelfth of dt times the second
/// difference of the readings while they follow the motion, and by more when they don't: a sixth
/// is taken. One step's error knows nothing of the next one's, so their squares add up. Besides, a
/// gyro's scale is off by half a per cent, which adds up until the turn turns back.
struct TurnDoubt: Codable, Equatable, Sendable {
  /// How fast the variance of the attitude grows for want of readings, rad²/s.
  private var fromGaps = 0.0
  /// How fast it grows by a wrong scale, rad²/s.
  private var fromScale = 0.0
  private var lastChange = Vector3(0, 0, 0)

  /// What a gyro's noise adds at the least, rad²/s: 0.005 °/s/√Hz, a good one's.
  private static let noise = 0.005 * degree * 0.005 * degree
  /// Over how long it is smoothed, s.
  private static let timeConstant = 2.0
  /// How far a gyro's scale is off.
  private static let scale = 0.005
  /// How long a hand turns one way, s.
  private static let turn = 0.3
  /// How long a push of a hand lasts, s.
  private static let push = 0.1

  /// Takes two successive readings (rad/s), `dt` s apart.
  mutating func enter(_ last: Vector3, _ rate: Vector3, dt: Double) {
    let change = rate - last
    let error = (change - lastChange).length * dt / 6
    lastChange = change
    let weight = dt / (Self.timeConstant + dt)
    fromGaps += weight * (error * error / dt - fromGaps)
    let misread = Self.scale * rate.length
    fromScale += weight * (misread * misread * Self.turn - fromScale)
  }

  /// How fast the variance of the attitude grows, rad²/s.
  var varianceRate: Double { fromGaps + fromScale }

  /// The memory in s that makes the least of both errors, with pushes of `excess` times gravity.
  ///
  /// A mean of pushes over T has the variance excess² push/T, what the gyro adds over T is the rate
  /// times T: their sum is smallest where they are equal. A wrong scale doesn't count here: a turn
  /// that comes back takes its error along.
  func bestMemory(excess: Double) -> Double {
    excess * (Self.push / (fromGaps + Self.noise)).squareRoot()
  }
}
