// SPDX-License-Identifier: MIT

/// The numbers that tune the motion: unit, usual value, and what goes wrong when one is changed.
///
/// Every one of them is part of what a recorded session replays to: changing one changes the bits
/// of every session, and the pinned hashes say so.
public enum Constants {
  /// The length of a step, s: 0.001.
  ///
  /// Step numbers are times in milliseconds, in recordings and on the wire; another length breaks
  /// both.
  public static let stepLength = 0.001

  /// The rolling resistance c when a table names none, without unit: 0.005.
  ///
  /// A steel ball on wood or acrylic has 0.001 to 0.005. Smaller, and a ball never comes to rest on
  /// a table that is held in the hand; larger, and the middle of the tilt's range is dead.
  public static let defaultResistance = 0.005

  /// How much of the tilt accelerates the ball when a table names nothing else: 5/7.
  ///
  /// The share of a solid ball that rolls without slipping (inertia 2/5 m r²). A hollow one has
  /// 3/5, a sliding one 1.
  public static let defaultAccelerationFactor = 5.0 / 7

  /// The rebound speed below which a ball that is pressed on a wall stays on it, m/s: 0.001.
  ///
  /// Such a hop is lower than 5 µm at 0.1 m/s². Larger, and a ball seems to stick to the wall;
  /// much smaller, and the hops of a ball that comes to rest (infinitely many, in the ideal) fill
  /// the steps and reach `impactLimit`.
  static let bounceThreshold = 0.001

  /// The most impacts in a step that rebound: 128.
  ///
  /// Further ones in the same step are dead stops against the wall, so that nothing is endless and
  /// `impacts` needs no memory. A ball at 10 m/s between walls 1 mm apart has 10 in a step. Smaller,
  /// and fast balls lose their speed; larger costs time in a step that is absurd anyway.
  static let impactLimit = 128

  /// The most pieces in a step, impacts included: 512.
  ///
  /// The rest of a step that has used them up passes without motion. Below
  /// 2 · `impactLimit` + 256 (for `shortestTurn`) plausible steps would be cut short.
  static let pieceLimit = 512

  /// The largest turn of the velocity in half a piece under resistance, as a tangent: 1/128.
  ///
  /// Resistance is held in one direction for a piece, so a ball that turns sharply, which is one
  /// that has almost stopped, moves in shorter pieces. At 1/32 the error after
  /// such a turn passes 1e-7 m in half a second; smaller only costs time.
  static let turnTangent = 1.0 / 128

  /// The length below which a sharp turn doesn't shorten a piece, s: a 256th of a step.
  ///
  /// Larger, and slow turns become inexact; smaller, and they reach `pieceLimit`.
  static let shortestTurn = stepLength / 256

  /// The sine of the angle below which velocity and pull count as being on one line: 1e-9.
  ///
  /// Then the ball really stops where it turns round. Larger, and a ball that only nearly stops
  /// loses its sideways speed; 0, and rounding decides whether it stops.
  static let lineSine = 1e-9

  /// The most balls of a world: 1.
  static let ballLimit = 1

  /// Lengths of a table's sides that are taken, m.
  static let sides = 0.001...1000.0
  /// The smallest radius of a ball, m.
  static let smallestRadius = 1e-5
  /// The speeds that a ball may be given per axis, m/s, to keep squares far from overflow.
  static let speeds = -1e6...1e6
  /// The largest component of a tilt, m/s², for the same reason; a sensor gives 400 at most.
  static let largestTilt = 1e6
}
