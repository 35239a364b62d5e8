// SPDX-License-Identifier: MIT

/// What a gyro reads when nothing turns, as far as it is known: an estimate with its covariance.
///
/// A Kalman filter of three constants (Laidig and Seel 2023, section 3.5), measured in two ways:
/// directly while the board lies still, and in motion by how fast the smoothed specific force turns
/// in the frame that the gyro believes to be inertial.
struct GyroBias: Codable, Equatable, Sendable {
  /// The bias in sensor axes, rad/s.
  private(set) var value: Vector3
  /// Its covariance, (rad/s)².
  private(set) var covariance: Matrix3
  /// Whether a rest or a calibration has given it: then only drift is left to follow.
  private(set) var isKnown: Bool
  /// What it was when it became known: drift stays near it.
  private var anchor: Vector3

  /// Accuracies and limits, rad/s.
  ///
  /// Those of VQF (Laidig and Seel 2023, table 2) but for the first rest.
  enum Limits {
    /// The largest bias that a first rest may show: LSM9DS1 and MPU-6050 may have 30 °/s.
    static let first = 40 * degree
    /// How far a later one may be from the one that is known.
    static let drift = 2 * degree
    /// What is assumed before anything is known.
    static let unknown = 2 * degree
    /// What is assumed of a bias that a calibration of another day has given.
    static let stored = 0.5 * degree
    /// How well motion tells it at the best.
    static let motion = 0.1 * degree
    /// How well a rest tells it at the best.
    static let rest = 0.03 * degree
  }

  /// The variance that a second adds: a tenth of a degree per second in a hundred seconds.
  private static let varianceRate = Limits.motion * Limits.motion / 100
  /// How much less than in the other directions is assumed of the bias about the vertical, of which
  /// the accelerometer sees nothing: it is drawn to zero, very slowly.
  private static let verticalForgetting = 1e-4

  /// A bias that nothing is known of, or the one of a calibration.
  init(stored: Vector3? = nil) {
    value = stored ?? Vector3(0, 0, 0)
    anchor = value
    isKnown = stored != nil
    let sigma = isKnown ? Limits.stored : Limits.unknown
    covariance = Matrix3(diagonal: sigma * sigma)
  }

  /// The standard deviation of its worst direction, at most, rad/s.
  var uncertainty: Double { covariance.trace.squareRoot() }

  /// Whether a board that lies still and reads `mean` (rad/s) may have this bias.
  func allows(_ mean: Vector3) -> Bool {
    isKnown ? (mean - anchor).length <= Limits.drift : mean.length <= Limits.first
  }

  /// Takes the mean of a rest as it is, whatever was known before.
  mutating func begin(at mean: Vector3) {
    value = mean
    anchor = mean
    isKnown = true
    covariance = Matrix3(diagonal: Limits.rest * Limits.rest)
  }

  /// The variance of a single measurement out of many, of which all together are as good as `sigma`
  /// against what a step of `dt` s adds: the fixed point of the filter.
  private static func measured(_ sigma: Double, dt: Double) -> Double {
    let variance = sigma * sigma
    return variance * variance / (varianceRate * dt) + variance
  }

  /// `dt` s have gone by: a bias drifts.
  mutating func drift(dt: Double) {
    let most = isKnown ? Limits.stored : Limits.unknown
    let added = Self.varianceRate * dt
    if covariance.x.x < most * most { covariance.x.x += added }
    if covariance.y.y < most * most { covariance.y.y += added }
    if covariance.z.z < most * most { covariance.z.z += added }
  }

  /// A sample at rest, the mean angular velocity (rad/s) of which is the bias.
  ///
  /// The mean is over 1.5 s already and better than what is known from motion; it is taken over
  /// within a second, so that a moment that only looked like a rest does little.
  mutating func rest(mean: Vector3, dt: Double) {
    let weight = dt / (1 + dt)
    value = value + weight * (mean - value)
    anchor = value
    let wanted = Matrix3(diagonal: Limits.rest * Limits.rest)
    covariance = covariance + weight * (wanted - covariance)
  }

  /// A sample in motion.
  ///
  /// - Parameters:
  ///   - turning: how fast the smoothed specific force turns in the inertial frame, rad/s, plus the
  ///     bias in that frame as it was taken away, smoothed alike.
  ///   - frame: the rotation from sensor axes to that frame, smoothed alike.
  ///   - up: the direction of the smoothed force in it, of length 1.
  ///   - dt: the time since the sample before, s.
  mutating func motion(turning: Vector3, frame: Matrix3, up: Vector3, dt: Double) {
    let expected = frame * value
    var error = turning - expected
    // About the vertical nothing is seen: zero is measured, badly.
    error = error - (error.dot(up) + expected.dot(up)) * up
    let horizontal = Self.measured(Limits.motion, dt: dt)
    let vertical = horizontal / Self.verticalForgetting
    let noise =
      Matrix3(diagonal: horizontal) + (vertical - horizontal) * Matrix3(outer: up, up)
    update(error, observed: frame, noise: noise)
  }

  private mutating func update(_ error: Vector3, observed: Matrix3, noise: Matrix3) {
    let limit = isKnown ? Limits.drift : Limits.first
    let seen = covariance * observed.transposed
    let gain = seen * (noise + observed * seen).inverse
    value = value + gain * clipped(error, limit)
    value = anchor + clipped(value - anchor, limit)
    covariance = covariance - gain * observed * covariance
    // Rounding must not make it lopsided.
    covariance = 0.5 * (covariance + covariance.transposed)
  }

  private func clipped(_ vector: Vector3, _ limit: Double) -> Vector3 {
    Vector3(
      max(-limit, min(limit, vector.x)), max(-limit, min(limit, vector.y)),
      max(-limit, min(limit, vector.z)))
  }
}
