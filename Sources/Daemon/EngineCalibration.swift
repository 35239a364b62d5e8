// SPDX-License-Identifier: MIT

internal import Game
internal import Sensors

/// What is learnt of a sensor while the ball rolls: its level and its calibration.
extension Engine {
  /// A step of the calibration of the source's sensor.
  ///
  /// Not the wire's type of that name: these words stand in recordings as well, and the engine knows
  /// nothing of the wire.
  enum CalibrationStep: String, CaseIterable {
    /// The first of two poses; it begins anew, whatever was taken before.
    case first
    /// The second of two poses.
    case second
    /// The gyro alone.
    case gyro
    /// As if it had never been calibrated.
    case reset
  }

  /// Takes the pose of what drives the ball as level; or, as a reset, level as gravity has it.
  ///
  /// A client's own sensor has a level of its own, which lasts as long as it drives. One that sends
  /// tilts has none: then the source's is meant.
  mutating func level(isReset: Bool) -> Refusal? {
    let isOfClient = session.drivingClient != nil && clientPipeline.up != nil
    let pipeline = isOfClient ? \Engine.clientPipeline : \Engine.sourcePipeline
    if isReset {
      self[keyPath: pipeline].level = .identity
      return nil
    }
    do throws(LevelRefusal) {
      // Where the board lay when the sensor was last heard is not where it lies now.
      guard isOfClient || isSourceHeard else { throw .unknown }
      try self[keyPath: pipeline].takeLevel()
      return nil
    } catch {
      return .level(error)
    }
  }

  /// Whether what was last measured by the source's sensor still holds.
  private var isSourceHeard: Bool { session.source == .present || session.source == .finished }

  /// Takes a step of the calibration of the source's sensor.
  mutating func calibrate(_ step: CalibrationStep) -> Refusal? {
    do throws(CalibrationRefusal) {
      if let calibration = try calibration(after: step) {
        sourcePipeline.calibrate(calibration)
        calibrationPoses = nil
      }
      return nil
    } catch {
      return .calibration(error)
    }
  }

  /// The calibration that is complete with a step; nil if it needs another one.
  private mutating func calibration(
    after step: CalibrationStep
  ) throws(CalibrationRefusal) -> Calibration? {
    if step == .reset { return Calibration.none }
    guard isSourceHeard, sourcePipeline.quality.uncertainty != nil else { throw .noSamples }
    let former = sourcePipeline.calibration
    let pose = sourcePipeline.restingPose
    switch step {
    case .gyro: return try CalibrationPoses.gyro(pose, former: former)
    case .first:
      var poses = CalibrationPoses(mounting: sourcePipeline.settings.mounting, former: former)
      _ = try poses.take(pose)
      calibrationPoses = poses
      return nil
    case .second:
      guard var poses = calibrationPoses else { throw .noFirstPose }
      return try poses.take(pose)
    case .reset: return Calibration.none
    }
  }
}
