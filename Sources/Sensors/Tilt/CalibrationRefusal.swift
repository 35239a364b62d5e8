// SPDX-License-Identifier: MIT

public import KeyValue

/// Why a calibration wasn't made.
public enum CalibrationRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no sensor, or it has given no sample yet.
  case noSamples
  /// The second pose of two, without the first.
  case noFirstPose
  /// The board moves, or has not been still for long enough.
  case moving
  /// There is no gyro to calibrate.
  case noGyro
  /// The specific force has this length, m/s².
  case wrongWeight(Double)
  /// The board is this far from lying flat, rad.
  case sloping(Double)
  /// Between the two poses it turned by this much, rad.
  case notTurned(Double)
  /// The biases are too large to be true.
  case implausible(ValueError)

  /// A stable word for each, for messages.
  public var code: String {
    switch self {
    case .noSamples: "no-pose"
    case .noFirstPose: "no-first-pose"
    case .moving: "moving"
    case .noGyro: "no-gyro"
    case .wrongWeight: "wrong-weight"
    case .sloping: "sloping"
    case .notTurned: "not-turned"
    case .implausible: "implausible"
    }
  }

  /// What is wrong.
  public var description: String { "cannot calibrate the sensor: " + reason }

  private var reason: String {
    switch self {
    case .noSamples: "it gives no samples"
    case .noFirstPose: "the first of the two poses is missing"
    case .moving: "the board is moving"
    case .noGyro: "there is no gyro"
    case .wrongWeight(let length):
      "it reads \(shortened(length)) m/s² at rest, which is not gravity"
    case .sloping(let slope): "the board is \(shortened(slope / degree)) deg from lying flat"
    case .notTurned(let turn):
      "the gyro says that the board turned by \(shortened(turn / degree)) deg, not by 180"
    case .implausible(let reason): reason.description
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .noSamples: "`ballctl sensors` tells how it is"
    case .noFirstPose: "begin with the first pose; another sensor begins anew"
    case .moving: "lay the board on a table, take your hands off for two seconds, then try again"
    case .noGyro: "calibrate the accelerometer alone, by two poses"
    case .wrongWeight: "check the sensor's scale: is it in m/s² or g?"
    case .sloping: "lay the board flat on a table"
    case .notTurned: "turn the board by half a turn on the same spot of the table"
    case .implausible: "check how the sensor is mounted, or whether it is broken"
    }
  }
}
