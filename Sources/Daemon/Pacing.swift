// SPDX-License-Identifier: MIT

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

  /// Lets step 0 be due at `origin` ns.
  init(origin: Int64, speed: Speed) {
    self.origin = origin
    self.speed = speed
  }

  /// The number of the step that becomes due next after `now`: what lies before it may be run.
  ///
  /// Never below `step`, the next one; nor, with a `bound`, more than that many steps past it.
  func dueStep(at now: Int64, after step: Int64, atMost bound: Int64?) -> Int64 {
    switch speed {
    case .max: return step + Self.stepsATurn
    case .factor(let factor):
      // Below 2⁶³ for each clock and each factor that --speed takes.
      let due = max(step, Int64(Double(max(0, now - origin)) * factor / 1e6))
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

  /// When step number `step` becomes due, ns of CLOCK_MONOTONIC.
  func time(of step: Int64) -> Int64 {
    switch speed {
    case .max: return origin
    case .factor(let factor):
      let offset = (Double(step) * 1e6 / factor).rounded(.up)
      guard offset < 1e18 else { return .max }
      // One ns more than the quotient: rounding must not let the timer go off a step too early.
      return origin + Int64(offset) + 1
    }
  }
}
