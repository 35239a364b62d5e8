// SPDX-License-Identifier: MIT

internal import KeyValue
internal import Sensors
internal import Wire

/// What is known of a sensor beside what it is: its level, its calibration, how far it can be trusted.
extension Report {
  /// A sensor's report with the level and the calibration that are in force.
  static func withMemory(of engine: Engine, _ report: SensorReport) -> SensorReport {
    let pipeline = engine.sourcePipeline
    let calibration = pipeline.calibration
    var report = report
    report.level = pipeline.level == .identity ? nil : triple(pipeline.level.up)
    report.accelerometerBias =
      calibration == .none ? nil : triple(calibration.accelerationBias)
    report.gyroBias = calibration.angularVelocityBias.map(triple)
    report.isHalfCalibrated = engine.calibrationPoses?.hasFirst ?? false
    return report
  }

  /// The quality of a tilt; nil where no sample has been taken.
  static func quality(_ quality: Sensors.TiltQuality) -> Wire.TiltQuality? {
    quality.uncertainty.map {
      Wire.TiltQuality(
        uncertaintyDegrees: $0 / UnitOfMeasure.degrees.inSI, isResting: quality.isResting,
        gyroBias: quality.gyroBias.map(triple), rejected: Int64(quality.samplesRejected))
    }
  }

  /// A step of a calibration that a client asks for.
  static func calibrationStep(_ step: Wire.CalibrationStep) -> Engine.CalibrationStep {
    switch step {
    case .first: .first
    case .second: .second
    case .gyro: .gyro
    case .reset: .reset
    }
  }

  static func triple(_ vector: Vector3) -> XYZ { XYZ(x: vector.x, y: vector.y, z: vector.z) }
}
