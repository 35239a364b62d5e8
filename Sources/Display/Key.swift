// SPDX-License-Identifier: MIT

/// A key of a terminal, as far as balld knows keys.
public enum Key: Hashable, Sendable {
  /// One of the four arrows was struck, or is held and repeats itself.
  case arrow(Direction)
  /// An arrow was let go, on terminals that tell.
  case released(Direction)
  /// The left button of the mouse went down over this cell of the screen, counted from 0.
  case click(column: Int, row: Int)
  /// Escape, alone.
  case escape
  /// A letter, a digit, a sign or a space.
  case character(Unicode.Scalar)
  /// A letter typed with Ctrl, as its capital.
  case control(Unicode.Scalar)

  /// Where an arrow points, as seen on the screen.
  public enum Direction: CaseIterable, Hashable, Sendable {
    /// To smaller y.
    case up
    /// To greater y.
    case down
    /// To smaller x.
    case left
    /// To greater x.
    case right
  }
}
