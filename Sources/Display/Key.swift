// SPDX-License-Identifier: MIT

/// A key of a terminal, as far as balld knows keys.
public enum Key: Hashable, Sendable {
  /// One of the four arrows.
  case arrow(Direction)
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
