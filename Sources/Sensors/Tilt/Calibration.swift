// SPDX-License-Identifier: MIT

public import KeyValue

/// What a sensor reads too much, in its own axes.
///
/// Not to be confused with `Level`, which is about how the board is held.
public struct Calibration: Codable, Equatable, Sendable {
  /// The accelerometer's bias in sensor axes, m/s².
  public let accelerationBias: Vector3
  /// The gyro's bias in sensor axes, rad/s; nil while nobody has calibrated it.
  public let angularVelocityBias: Vector3?

  /// Nothing is taken away.
  public static let none = Calibration(unchecked: Vector3(0, 0, 0), nil)

  /// The largest component of a plausible accelerometer's bias, m/s²: 150 mg, twice the worst of
  /// the data sheets of common parts (MPU-6050: 80 mg).
  public static let largestAccelerationBias = 1.5
  /// The largest component of a plausible gyro's bias, rad/s: 40 °/s.
  public static let largestAngularVelocityBias = GyroBias.Limits.first

  /// A calibration of these biases; throws when one isn't plausible.
  public init(
    accelerationBias: Vector3, angularVelocityBias: Vector3? = nil
  ) throws(ValueError) {
    let most = Self.largestAccelerationBias
    // Written so that NaN fails.
    guard accelerationBias.components.allSatisfy({ abs($0) <= most }) else {
      throw ValueError(
        found: "an accelerometer's bias of \(Self.text(accelerationBias)) m/s²",
        expected: "at most \(shortened(most)) m/s² in each axis")
    }
    if let bias = angularVelocityBias {
      let most = Self.largestAngularVelocityBias
      guard bias.components.allSatisfy({ abs($0) <= most }) else {
        throw ValueError(
          found: "a gyro's bias of \(Self.text((1 / degree) * bias)) deg/s",
          expected: "at most \(shortened(most / degree)) deg/s in each axis")
      }
    }
    self.init(unchecked: accelerationBias, angularVelocityBias)
  }

  private init(unchecked accelerationBias: Vector3, _ angularVelocityBias: Vector3?) {
    self.accelerationBias = accelerationBias
    self.angularVelocityBias = angularVelocityBias
  }

  /// The sample as a perfect sensor would have read it.
  public func correct(_ sample: Sample) -> Sample {
    Sample(
      time: sample.time, acceleration: sample.acceleration - accelerationBias,
      angularVelocity: sample.angularVelocity.map { $0 - (angularVelocityBias ?? Vector3(0, 0, 0)) }
    )
  }

  private static func text(_ vector: Vector3) -> String {
    "(\(shortened(vector.x)), \(shortened(vector.y)), \(shortened(vector.z)))"
  }
}

extension Vector3 {
  /// x, y and z.
  var components: [Double] { [x, y, z] }
}
