// SPDX-License-Identifier: MIT

/// Notices that the world stands although it should roll: a fault in balld itself.
///
/// systemd's watchdog sees a loop that hangs; this sees one that turns and gets nowhere. It looks
/// when samples come, so it needs no timer, and time in which the whole process stood (SIGSTOP, a
/// suspended machine) counts for little: between two samples at most `longestGap`.
struct WorldWatch {
  private var step: Int64?
  private var lastLook: Int64 = 0
  private var standing: Int64 = 0

  /// For how long the world may stand, ns: 2 s.
  static let patience: Int64 = 2_000_000_000
  /// What counts at most between two samples, ns: 0.25 s.
  ///
  /// With a longer gap a sensor has stalled.
  static let longestGap: Int64 = 250_000_000

  /// Looks, when a sample has come and the steps that were due have been run.
  ///
  /// - Parameters:
  ///   - step: the step that comes next.
  ///   - isRolling: whether steps are due as time goes by.
  ///   - now: ns of CLOCK_MONOTONIC.
  /// - Returns: whether it has stood for too long.
  mutating func look(step: Int64, isRolling: Bool, now: Int64) -> Bool {
    defer { (self.step, lastLook) = (step, now) }
    guard isRolling, step == self.step else {
      standing = 0
      return false
    }
    standing += min(max(0, now - lastLook), Self.longestGap)
    return standing >= Self.patience
  }
}
