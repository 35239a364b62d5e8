// SPDX-License-Identifier: MIT

/// What `systemctl status` is told, and when: what has changed, at most once a second.
struct ServiceStatus {
  /// Whether it was told that all is up.
  var isReady = false
  /// Goes off when what waits may be told.
  var timer: EventLoop.Registration?
  private var told: String?
  private var lastTime: Int64?

  /// It isn't told more often than this, ns.
  static let interval: Int64 = 1_000_000_000

  /// Takes what is to be shown from now on.
  ///
  /// - Parameters:
  ///   - text: one line.
  ///   - now: ns of CLOCK_MONOTONIC.
  /// - Returns: what to tell now, if anything; and when to ask again, nil if nothing waits.
  mutating func follow(_ text: String, now: Int64) -> (text: String?, due: Int64?) {
    guard text != told else { return (nil, nil) }
    if let lastTime, now < lastTime + Self.interval { return (nil, lastTime + Self.interval) }
    note(text, now: now)
    return (text, nil)
  }

  /// This was told, whatever the time: with READY=1, say.
  mutating func note(_ text: String, now: Int64) {
    (told, lastTime) = (text, now)
  }
}
