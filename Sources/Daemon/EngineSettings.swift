// SPDX-License-Identifier: MIT

internal import Game
internal import Sensors

/// What can be set anew of a running engine: an input like all others, so that a recording has it.
///
/// Nothing that is kept of the past is touched: the balls, the run and the filters go on.
struct EngineSettings: Codable, Equatable, Sendable {
  /// From samples to tilt; but for the mounting, which is the sensor's.
  var tilt: TiltSettings
  /// Whether the game is paused when nobody plays.
  var pausesUntouched: Bool
  /// Whether a shake of the board begins the run anew.
  var restartsWhenShaken: Bool
  /// How long a run that is over stays, in steps; nil for as long as nobody acts.
  var restartSteps: Int64?
  /// The tables that follow each other; nil for those that do already.
  var playlist: [Table]?

  /// What these settings come to, with the tables that follow each other.
  init(_ prepared: PreparedSettings, playlist: [Table]?) {
    tilt = prepared.pipeline.settings
    tilt.mounting = .identity
    pausesUntouched = prepared.gestures.pausesUntouched
    restartsWhenShaken = prepared.gestures.restartsWhenShaken
    restartSteps = prepared.restartSteps
    self.playlist = playlist
  }

  init(
    tilt: TiltSettings, pausesUntouched: Bool, restartsWhenShaken: Bool, restartSteps: Int64?,
    playlist: [Table]?
  ) {
    self.restartSteps = restartSteps
    self.tilt = tilt
    self.pausesUntouched = pausesUntouched
    self.restartsWhenShaken = restartsWhenShaken
    self.playlist = playlist
  }
}
