// SPDX-License-Identifier: MIT

internal import KeyValue

/// A board that lies still: what its sensor reads, uncorrected and in its own axes.
public struct RestingPose: Codable, Equatable, Sendable {
  /// The mean specific force, m/s².
  public var acceleration: Vector3
  /// The mean angular velocity, rad/s; nil without a gyro.
  public var angularVelocity: Vector3?
  /// Sensor axes → a frame that doesn't turn, by the gyro; nil without one.
  public var attitude: Rotation?

  /// A pose of these readings.
  public init(
    acceleration: Vector3, angularVelocity: Vector3? = nil, attitude: Rotation? = nil
  ) {
    self.acceleration = acceleration
    self.angularVelocity = angularVelocity
    self.attitude = attitude
  }
}

/// The calibration of an accelerometer by two poses that are half a turn apart.
///
/// With f₁ and f₂ the two readings, b the bias and n the table's normal in sensor axes:
///
/// - *Turned in place*, by 180° on the same spot of a table, which needn't be level: gravity's part
///   along the table points the other way the second time, so the mean of f₁ and f₂ has, across n,
///   only b in it. That is the part that tilts the ball.
/// - *Turned over*, onto its other side: gravity's part along n changes its sign, so the mean has,
///   along n, only b in it. That is the part that makes the ball heavy or light.
///
/// What a pair of poses doesn't tell stays as it was. A board that reads a slope of more than 20°
/// is refused.
public struct CalibrationPoses: Codable, Equatable, Sendable {
  /// The board's normal in sensor axes.
  private let normal: Vector3
  private let former: Calibration
  private var first: RestingPose?

  /// Begins the calibration of a sensor that sits in the board like this, corrected by `former`
  /// until now.
  public init(mounting: Mounting, former: Calibration) {
    normal = unit(mounting.z)
    self.former = former
  }

  /// Whether the first pose has been taken.
  public var hasFirst: Bool { first != nil }

  /// Takes a pose: nil after the first, the calibration after the second.
  ///
  /// After a refusal the poses that were taken stay, so that it can be tried again.
  public mutating func take(
    _ pose: RestingPose?
  ) throws(CalibrationRefusal) -> Calibration? {
    guard let pose else { throw .moving }
    let length = pose.acceleration.length
    guard abs(length - standardGravity) <= Self.tolerance * standardGravity else {
      throw .wrongWeight(length)
    }
    let side = pose.acceleration.dot(normal) < 0 ? -1.0 : 1.0
    let slope = angle(between: pose.acceleration, side * normal)
    guard slope <= Self.largestSlope else { throw .sloping(slope) }
    guard let first else {
      self.first = pose
      return nil
    }
    let bias = try bias(from: first, to: pose)
    do throws(ValueError) {
      return try Calibration(
        accelerationBias: bias, angularVelocityBias: pose.angularVelocity)
    } catch {
      throw .implausible(error)
    }
  }

  /// The gyro's calibration alone, from one pose: the accelerometer's stays.
  public static func gyro(
    _ pose: RestingPose?, former: Calibration
  ) throws(CalibrationRefusal) -> Calibration {
    guard let pose else { throw .moving }
    guard let bias = pose.angularVelocity else { throw .noGyro }
    do throws(ValueError) {
      return try Calibration(
        accelerationBias: former.accelerationBias, angularVelocityBias: bias)
    } catch {
      throw .implausible(error)
    }
  }

  private func bias(
    from first: RestingPose, to second: RestingPose
  ) throws(CalibrationRefusal) -> Vector3 {
    let mean = 0.5 * (first.acceleration + second.acceleration)
    let alongNormal = mean.dot(normal)
    let isTurnedOver = first.acceleration.dot(normal) * second.acceleration.dot(normal) < 0
    let formerAlongNormal = former.accelerationBias.dot(normal)
    if isTurnedOver {
      return former.accelerationBias + (alongNormal - formerAlongNormal) * normal
    }
    if let one = first.attitude, let two = second.attitude {
      let turned = turn(from: one, to: two)
      guard turned >= .pi - Self.turnTolerance else { throw .notTurned(turned) }
    }
    return mean + (formerAlongNormal - alongNormal) * normal
  }

  /// By how much the board turned about its normal, rad, 0 to π.
  private func turn(from one: Rotation, to two: Rotation) -> Double {
    // Any direction across the normal turns with the board.
    let across = unit(
      normal.cross(abs(normal.x) < 0.8 ? Vector3(1, 0, 0) : Vector3(0, 1, 0)))
    return angle(between: one.rotate(across), two.rotate(across))
  }

  /// How far a reading's length may be from gravity's.
  private static let tolerance = 0.15
  /// The largest angle between the board and the horizon, as it is read, rad.
  private static let largestSlope = 20 * degree
  /// How far from half a turn the gyro may say that it was, rad.
  private static let turnTolerance = 25 * degree
}
