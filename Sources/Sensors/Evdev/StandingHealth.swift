// SPDX-License-Identifier: MIT

/// The health of a sensor that tells only what has changed: silent, its last reading stands, and is
/// judged as if it came again and again.
///
/// The fuzz hides small changes, so that the same reading is no fault, even while the gyro turns;
/// impossible readings are one.
struct StandingHealth: Equatable, Sendable {
  /// What the reading that stands shows.
  var finding: HealthMonitor.Finding {
    switch monitor.finding {
    case .quiet, .stuck(.gyroMoves): .ok
    default: monitor.finding
    }
  }

  /// When a silent device is to be judged next, ns; nil before its first reading.
  private(set) var nextJudgement: Int64?

  /// A silent device is judged this often, ns.
  private static let interval: Int64 = 1_000_000_000

  private var monitor = HealthMonitor()
  private var last: Sample?

  /// Looks at the next sample, which came at `now` (ns).
  mutating func take(_ sample: Sample, now: Int64) {
    monitor.take(sample)
    last = sample
    nextJudgement = now + Self.interval
  }

  /// Judges the reading that stands, when it is time; whether it was.
  mutating func check(now: Int64) -> Bool {
    guard var standing = last, let nextJudgement, now >= nextJudgement else { return false }
    self.nextJudgement = now + Self.interval
    standing.time = max(now, standing.time)
    monitor.take(standing)
    return true
  }
}
