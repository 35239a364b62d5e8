// SPDX-License-Identifier: MIT

/// What a session is doing, in one word: the `phase` of a published state.
public enum Phase: String, Sendable {
  /// There is no source of tilt, and no client gives one.
  case noSensor
  /// A source is there; its first sample has yet to come.
  case ready
  /// The balls roll under the newest tilt.
  case rolling
  /// Somebody has paused the game.
  case paused
  /// The recording has ended.
  case finished
}
