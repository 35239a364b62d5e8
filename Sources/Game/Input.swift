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
  /// The board lies untouched: the game is paused, if it is going on.
  case untouched
  /// Somebody plays again, or is about to: the game goes on after three seconds.
  case countDown
  /// Somebody lets it go on.
  case resume
  /// A run begins anew and the game goes on: balls, clock, score and holes as at the beginning.
  /// The blocks stay as people have put them.
  case restart
  /// In a maze: a block is put into the cell, or taken away if there is one.
  case toggle(column: Int, row: Int)
  /// In a maze: all blocks are taken away, the table's own as well.
  case clear
  /// Another table is laid out, and a run begins on it.
  case table(Table)
  /// The next table of the playlist is laid out.
  case next
  /// The table before this one in the playlist is laid out.
  case previous
  /// Nobody plays: a demo begins on this table, or on the one that lies there when it is over.
  ///
  /// Within a demo it is another part of it, on another table.
  case beginDemo(Table?)
  /// A tilt of the demo's, dated in session time (ns); ignored where none plays.
  case demoTilt(Tilt, time: Int64)
  /// The demo is over though nobody has come.
  case endDemo
}

/// Whether the source gives tilts.
public enum SourceCondition: String, Codable, Equatable, Sendable {
  /// There is none (yet).
  case absent
  /// It is there.
  case present
  /// It is there, and gives no measurements (any more).
  case stalled
  /// It was a recording and has ended.
  case finished
}
