// SPDX-License-Identifier: MIT

internal import Game
internal import KeyValue
internal import Sensors

/// All of an engine that decides its future: the state block of a recording.
struct EngineState: Codable, Equatable, Sendable {
  /// The session, with its tables.
  var session: Session
  /// What is before the session, for the samples of the source.
  var sourcePipeline: TiltPipeline
  /// The same for those of a client.
  var clientPipeline: TiltPipeline
  /// What is known of the board's motion.
  var gestures: Gestures
  /// The poses of a calibration that isn't complete yet.
  var calibrationPoses: CalibrationPoses?

  /// The lines of the block.
  var text: String { StateTree.lines(of: self) }

  /// Reads a block's lines, which anybody may have written.
  ///
  /// - Throws: what can't be, with the block's line; 0 where it is none in particular.
  init(_ tree: StateTree) throws(StateRefusal) {
    self = try tree.decoded()
  }

  init(
    session: Session, sourcePipeline: TiltPipeline, clientPipeline: TiltPipeline,
    gestures: Gestures = Gestures(), calibrationPoses: CalibrationPoses? = nil
  ) {
    self.session = session
    self.sourcePipeline = sourcePipeline
    self.clientPipeline = clientPipeline
    self.gestures = gestures
    self.calibrationPoses = calibrationPoses
  }
}
