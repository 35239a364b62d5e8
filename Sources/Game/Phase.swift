// SPDX-License-Identifier: MIT

/// What a session is doing, in one word: the `phase` of a published state.
public enum Phase: String, Sendable {
  /// There is no source of tilt, and no client gives one.
  case noSensor
  /// A source is there; its first sample has yet to come.
  case ready
  /// The balls roll under the newest tilt.
  case rolling
  /// The source is there, and gives no measurements: nothing rolls on stale data.
  case stalled
  /// A hole has taken a ball; it comes back in a second, and everything stands until then.
  case captured
  /// A flag was reached: in the game of holes it goes on in a second, else the run is over.
  case won
  /// The balls are lost or the time is up; a restart begins anew.
  case lost
  /// Somebody has paused the game, or nobody plays.
  case paused
  /// The game goes on in a moment, by itself.
  case countdown
  /// The recording has ended.
  case finished
}
