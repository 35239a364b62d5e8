// SPDX-License-Identifier: MIT

public import Physics

/// All that is published of a session at the beginning of a step.
public struct Snapshot: Equatable, Sendable {
  /// The number of the step that comes next; also the session time in milliseconds.
  public var step: Int64
  /// What the session is doing.
  public var phase: Phase
  /// The balls, in table axes; those off the table are where they left it.
  public var balls: [Ball]
  /// Whether each of them is on the table: neither taken by a hole nor at home.
  public var onTable: [Bool]
  /// The tilt in force.
  public var tilt: Tilt
  /// How old the sample behind that tilt is, in nanoseconds; nil before the first one.
  public var age: Int64?
  /// In how many steps the game goes on by itself, or another run begins; nil where it waits for somebody.
  public var countdownSteps: Int64?
  /// The points; nil in a game without points.
  public var score: Int?
  /// How many balls there are left to lose; nil if there is no end of them.
  public var ballsLeft: Int?
  /// How long the run has lasted, in steps; nil on a table without a flag.
  public var runSteps: Int64?
  /// How far the holes have turned, rad, counter-clockwise as seen from above.
  public var holesAngle: Double
  /// Counts the changes of the blocks: equal, and the blocks are the same.
  public var blocksRevision: Int
  /// Whether what is seen is a demo, and nobody plays.
  public var isDemo: Bool

  /// Makes a state at the beginning of a step.
  public init(
    step: Int64, phase: Phase, balls: [Ball], onTable: [Bool], tilt: Tilt, age: Int64?,
    countdownSteps: Int64? = nil, score: Int? = nil, ballsLeft: Int? = nil, runSteps: Int64? = nil,
    holesAngle: Double = 0,
    blocksRevision: Int = 0, isDemo: Bool = false
  ) {
    self.step = step
    self.phase = phase
    self.balls = balls
    self.onTable = onTable
    self.tilt = tilt
    self.age = age
    self.countdownSteps = countdownSteps
    self.score = score
    self.ballsLeft = ballsLeft
    self.runSteps = runSteps
    self.holesAngle = holesAngle
    self.blocksRevision = blocksRevision
    self.isDemo = isDemo
  }

  /// Session time in seconds.
  public var time: Double { Double(step) / 1000 }

  /// How long the run has lasted, s; nil on a table without a flag.
  public var runTime: Double? { runSteps.map { Double($0) / 1000 } }

  /// In how many seconds the game goes on by itself, or another run begins; nil where it waits for
  /// somebody.
  public var countdown: Double? { countdownSteps.map { Double($0) / 1000 } }

  /// Whether a display would draw the same: everything but the time and the age is equal, the
  /// run's time in tenths of a second, a countdown in the whole seconds that have begun.
  public func looksLike(_ other: Snapshot) -> Bool {
    phase == other.phase && isDemo == other.isDemo
      && countdownSteps.map { ($0 + 999) / 1000 } == other.countdownSteps.map { ($0 + 999) / 1000 }
      && balls == other.balls && onTable == other.onTable && tilt == other.tilt
      && score == other.score && ballsLeft == other.ballsLeft
      && runSteps.map { $0 / 100 } == other.runSteps.map { $0 / 100 }
      && holesAngle == other.holesAngle && blocksRevision == other.blocksRevision
  }
}
