// SPDX-License-Identifier: MIT

/// What a reading may be at most; anything beyond is a fault of the sensor or of its sender.
public enum SampleLimits {
  /// The largest component of a specific force, m/s²: about 40 g, beyond any hat's range.
  public static let acceleration = 400.0
  /// The largest component of an angular velocity, rad/s: about 4000 °/s.
  public static let angularVelocity = 70.0

  /// Whether all components are finite and within the limits.
  public static func allow(_ sample: Sample) -> Bool {
    isWithin(sample.acceleration, acceleration)
      && (sample.angularVelocity.map { isWithin($0, angularVelocity) } ?? true)
  }

  /// False for NaN too, which compares with nothing.
  private static func isWithin(_ vector: Vector3, _ limit: Double) -> Bool {
    abs(vector.x) <= limit && abs(vector.y) <= limit && abs(vector.z) <= limit
  }
}
