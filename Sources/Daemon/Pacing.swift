// SPDX-License-Identifier: MIT

internal import Physics

/// Which steps are due at which time of CLOCK_MONOTONIC.
struct Pacing: Equatable {
  /// How fast session time goes.
  enum Speed: Equatable, Sendable {
    /// This many seconds of session time a second.
    case factor(Double)
    /// As fast as the machine can.
    case max
  }

  let speed: Speed
  /// CLOCK_MONOTONIC at step 0, ns.
  private let origin: Int64

  /// The most steps that one turn of the loop runs: ten seconds of session time, some milliseconds
  /// of work.
  ///
  /// After a long stop the rest follows in the next turns, between which clients are heard.
  static let stepsATurn: Int64 = 10_000

  /// The last step there is: with it the session's time in nanoseconds still is an Int64.
  ///
  /// 285 years; at a thousand times the speed, 104 days. Then the session stands still.
  static let lastStep = World.lastStep

  /// Lets step number `step` be due at `time`, ns of CLOCK_MONOTONIC.
  init(step: Int64 = 0, dueAt time: Int64, speed: Speed) {
    self.speed = speed
    switch speed {
    case .max: origin = time
    case .factor(let factor): origin = time - Self.offset(of: step, factor)
    }
  }

  /// The number of the step that becomes due next after `now`: what lies before it may be run.
  ///
  /// Never below `step`, the next one; nor, with a `bound`, more than that many steps past it; nor
  /// past `lastStep`.
  func dueStep(at now: Int64, after step: Int64, atMost bound: Int64?) -> Int64 {
    switch speed {
    case .max: return min(Self.lastStep, step + Self.stepsATurn)
    case .factor(let factor):
      let steps = min(Double(max(0, now - origin)) * factor / 1e6, Double(Self.lastStep))
      let due = max(step, Int64(steps))
      return bound.map { min(due, step + $0) } ?? due
    }
  }

  /// A rate of real time as a rate of session time, per second; nil where there is no relation.
  func sessionRate(_ rate: Double) -> Double? {
    switch speed {
    case .max: nil
    case .factor(let factor): rate / factor
    }
  }

  /// The session time of a sample that was taken at `time`, ns of CLOCK_MONOTONIC.
  ///
  /// For the speed 1, the only one at which there are live samples; never negative.
  func sessionTime(of time: Int64) -> Int64 { max(0, time - origin) }

  /// When step number `step` becomes due, ns of CLOCK_MONOTONIC.
  func time(of step: Int64) -> Int64 {
    switch speed {
    case .max: return origin
    case .factor(let factor):
      // One ns more than the quotient: rounding must not let the timer go off a step too early.
      return origin + Self.offset(of: step, factor) + 1
    }
  }

  /// How long after step 0 a step is due, ns; at most 32 years, past which no timer waits.
  private static func offset(of step: Int64, _ factor: Double) -> Int64 {
    Int64(min((Double(step) * 1e6 / factor).rounded(.up), 1e18))
  }
}
