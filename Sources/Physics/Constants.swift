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

  /// The most events in a step in which balls roll together: 192.
  ///
  /// The rest of a step that has used them up passes without motion. A few are usual; a heap that
  /// comes to rest can have hundreds. Larger, and such a heap is slower than time on a small computer.
  static let eventLimit = 192

  /// The largest turn of the velocity in half a piece under resistance, as a tangent: 1/128.
  ///
  /// Resistance is held in one direction for a piece, so a ball that turns sharply, which is one
  /// that has almost stopped, moves in shorter pieces. At 1/32 the error after
  /// such a turn passes 1e-7 m in half a second; smaller only costs time.
  static let turnTangent = 1.0 / 128

  /// The largest turn in a piece that rolls round a corner, rad: 1/512.
  ///
  /// The acceleration along the arc is that of the piece's begin. At 1/64 a pivot is wrong by 50 µm
  /// in the end; smaller only costs time.
  static let arcTurn = 1.0 / 512

  /// The length below which a sharp turn doesn't shorten a piece, s: a 256th of a step.
  ///
  /// Larger, and slow turns become inexact; smaller, and they reach `pieceLimit`.
  static let shortestTurn = stepLength / 256

  /// The sine of the angle below which velocity and pull count as being on one line: 1e-9.
  ///
  /// Then the ball really stops where it turns round. Larger, and a ball that only nearly stops
  /// loses its sideways speed; 0, and rounding decides whether it stops.
  static let lineSine = 1e-9

  /// How much smaller than the ball a corner's disc is, and how much nearer balls come, m: 1e-12.
  ///
  /// It takes up the rounding of the places, so that a ball passes between two corners that are
  /// exactly as far apart as it is wide. 0, and some such gaps are closed; above 1e-9, and a ball is
  /// visibly inside of a block.
  static let cornerRelief = 1e-12

  /// How far from another ball a ball still lies against it, m: 1e-7.
  ///
  /// Balls that roll round each other come apart by up to 1e-6 m in a step. Much smaller, and three
  /// that do so hit each other hundreds of times in a step; larger, and a gap can be seen.
  static let pairTouchDistance = 1e-7

  /// The speed towards another ball below which a ball lies against it, m/s: 1e-6.
  ///
  /// Much smaller, and a push that one of them gets elsewhere parts them for an instant, again and
  /// again; near `bounceThreshold`, and slow impacts are lost.
  static let pairTouchSpeed = 1e-6

  /// How far from a corner a ball still lies against it, m: 1e-10.
  ///
  /// Smaller than rounding (1e-13 on the largest table), and a ball in a notch never comes to rest;
  /// larger, and it hovers.
  static let touchDistance = 1e-10

  /// The speed to or from a corner below which a ball lies against it, m/s: 1e-9.
  ///
  /// In a step it changes the distance by a hundredth of `touchDistance`. Smaller than rounding, and
  /// contacts flicker; larger, and slow impacts are lost.
  static let touchSpeed = 1e-9

  /// How much the square of the speed may be off when a ball that touches comes back, m²/s²: 1e-12.
  ///
  /// A ball that stays along what it touches comes 1e-16 m too near by it. Smaller than rounding,
  /// and two balls that roll side by side hit each other without end.
  static let touchSlack = 1e-12

  /// How far behind a face a ball is put back to it, m: 1e-9.
  ///
  /// Rounding puts it there, by some 1e-16 of the table's length. Far larger, and a ball beside a
  /// block would be put on top of it.
  static let faceSlack = 1e-9

  /// The most stretches of a piece that are searched for blocks before the piece is cut: 64.
  ///
  /// A stretch is as long as a cell or a ball. Smaller, and fast balls need more pieces; larger only
  /// makes the slowest step slower.
  static let stretchLimit = 64

  /// The part of a hole's radius within which the classic game's holes take a ball: 0.1.
  ///
  /// The pull is 100 times that at the rim there. Larger, and balls are taken that could have got
  /// away; much smaller, and the pull throws them over the hole.
  static let takingShare = 0.1

  /// The part of its distance to a hole's centre that a ball moves in a piece while it is pulled: 1/64.
  ///
  /// At 1 a ball that passes at 0.15 R is wrong by 2 µm after 0.1 s; smaller only costs time.
  static let pullShare = 1.0 / 64

  /// The length after which a ball that came to a hole's edge counts as past it, s: 1e-9.
  ///
  /// Smaller than rounding, and a piece may have no length; larger, and the pull begins late.
  static let shortestPart = 1e-9

  /// The most changes of the active set when balls that touch settle a push: 200.
  ///
  /// Ten are usual. Fewer, and large heaps may press into each other; more is never used.
  static let activeSetLimit = 200

  /// How fast what touches may come together still, m/s² or m/s: 1e-12.
  ///
  /// Smaller than rounding, and the search for pushes goes on to `activeSetLimit` each time; larger,
  /// and balls that are pressed together sink into each other, by half of it times a step's square.
  static let pushSlack = 1e-12

  /// The acceleration or speed that is taken for none after balls have settled a push: 1e-11.
  ///
  /// Smaller than rounding, and a heap is never at rest; larger, and it rests where it shouldn't.
  static let restSlack = 1e-11

  /// The share of a push that must be new for it to count as a push of its own: 1e-13.
  ///
  /// Smaller than rounding (1e-16 a touch), and touches that say the same, as of a ball between two
  /// walls, are solved for by dividing by next to nothing; far larger, and a push at a small angle to
  /// the others is left out, so that what it should part is pressed together.
  static let pivotSlack = 1e-13

  /// The most touches of a heap whose pushes aren't 0 at once: 8, four balls' coordinates.
  ///
  /// More can't be independent of each other, so that more is never used; fewer, and a ball that is
  /// held from two sides may be pressed into one of them.
  static let activeLimit = 2 * ballLimit

  /// The most touches of a heap: 64.
  ///
  /// Four balls have 6 among each other, and each touches a handful of walls, faces and corners at
  /// the most. Fewer than a heap has, and those beyond push nobody: a ball is pressed into them.
  static let touchLimit = 64

  /// How often an interval is halved in search of a dip below a corner's disc: 40.
  ///
  /// A dip that is narrower, a 2⁴⁰th of a piece, can't be told from touching. Fewer, and a ball that
  /// grazes a corner may miss it; more only costs time.
  static let dipDepth = 40

  /// How often the length of a piece under a pull, and the pull in its middle, are found by each
  /// other: 3.
  ///
  /// Each round is an order better. With 1 the pull is that of the begin; more only costs time.
  static let pullRounds = 3

  /// The most balls of a world: 4.
  public static let ballLimit = 4

  /// The most columns and the most rows of a grid: 256.
  public static let gridLimit = 256

  /// The most holes of a table: 256.
  public static let holeLimit = 256

  /// Lengths of a table's sides that are taken, m.
  static let sides = 0.001...1000.0
  /// The places of holes and pivots that are taken, m.
  static let places = -1000.0...1000.0
  /// The smallest radius of a ball or a hole, m.
  static let smallestRadius = 1e-5
  /// The speeds that a ball may be given per axis, m/s, to keep squares far from overflow.
  static let speeds = -1e6...1e6
  /// The turning rates and angles that are taken, rad/s and rad, so that the pose stays exact.
  static let turns = -1e6...1e6
  /// The angles that a pattern can have come to, rad: as far as the fastest turns in all steps.
  static let angles = -1e16...1e16
  /// The pulls at a hole's rim that are taken, m/s².
  static let pulls = 0.0...1000.0
  /// The brakes over a hole that are taken, 1/s.
  static let brakes = 0.0...1000.0
  /// The shares of the tilt that may accelerate a ball, without unit.
  static let accelerationFactors = 0.001...10.0
  /// The largest component of a tilt, m/s², for the same reason; a sensor gives 400 at most.
  static let largestTilt = 1e6
}
