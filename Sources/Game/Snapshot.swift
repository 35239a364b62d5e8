// SPDX-License-Identifier: MIT

public import Physics

/// All that is published of a session at the beginning of a step.
public struct Snapshot: Equatable, Sendable {
  /// The number of the step that comes next; also the session time in milliseconds.
  public var step: Int64
  /// What the session is doing.
  public var phase: Phase
  /// The balls, in table axes.
  public var balls: [Ball]
  /// The tilt in force.
  public var tilt: Tilt
  /// How old the sample behind that tilt is, in nanoseconds; nil before the first one.
  public var age: Int64?

  /// Makes a state at the beginning of a step.
  public init(step: Int64, phase: Phase, balls: [Ball], tilt: Tilt, age: Int64?) {
    self.step = step
    self.phase = phase
    self.balls = balls
    self.tilt = tilt
    self.age = age
  }

  /// Session time in seconds.
  public var time: Double { Double(step) / 1000 }

  /// Whether a display would draw the same: everything but the time and the age is equal.
  public func looksLike(_ other: Snapshot) -> Bool {
    phase == other.phase && balls == other.balls && tilt == other.tilt
  }
}
