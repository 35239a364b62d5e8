// SPDX-License-Identifier: MIT

/// How far the tilt can be trusted.
public struct TiltQuality: Equatable, Sendable {
  /// The standard deviation of "up", rad, without what a wrong accelerometer adds that was never
  /// calibrated (often 1°); nil before the first sample.
  public var uncertainty: Double?
  /// Whether the board lies still.
  public var isResting: Bool
  /// What the gyro reads when nothing turns, in sensor axes, rad/s; nil when there is no gyro.
  public var gyroBias: Vector3?
  /// How many readings were left out: isolated ones, and those beyond `SampleLimits`.
  public var samplesRejected: Int
}
