// SPDX-License-Identifier: MIT

/// One timestamped reading of an accelerometer and, where there is one, a gyro.
public struct Sample: Equatable, Hashable, Sendable {
  /// When it was measured, in nanoseconds; CLOCK_MONOTONIC for a live sensor, the recording's own
  /// clock for a recording.
  public var time: Int64
  /// Specific force in sensor axes, m/s²: (0, 0, +9.81) at rest with z up.
  public var acceleration: Vector3
  /// Angular velocity in sensor axes, rad/s; nil when there is no gyro.
  public var angularVelocity: Vector3?

  /// A reading at `time` ns.
  public init(time: Int64, acceleration: Vector3, angularVelocity: Vector3? = nil) {
    self.time = time
    self.acceleration = acceleration
    self.angularVelocity = angularVelocity
  }
}
