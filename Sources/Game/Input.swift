// SPDX-License-Identifier: MIT

public import Physics

/// What can enter a session.
///
/// Each enters before a numbered step, and nothing else changes one.
public enum Input: Equatable, Sendable {
  /// A tilt from the source, measured at this session time (ns). While a client drives it is
  /// remembered and otherwise ignored.
  case sourceTilt(Tilt, time: Int64)
  /// A tilt from the client of this number, which takes the table over.
  case clientTilt(Tilt, client: Int)
  /// The client of this number gives the table back, or is gone. Only the one that drives can.
  case release(client: Int)
  /// The source's condition has changed.
  case source(SourceCondition)
  /// Somebody pauses the game.
  case pause
  /// Somebody lets it go on.
  case resume
  /// The balls go back to the start and the game goes on.
  case restart
}

/// Whether the source gives tilts.
public enum SourceCondition: Equatable, Sendable {
  /// There is none (yet).
  case absent
  /// It is there.
  case present
  /// It was a recording and has ended.
  case finished
}
