// SPDX-License-Identifier: MIT

internal import Game

/// Which states a client gets: at most `rate` a second of session time, and none that looks like
/// the one before.
struct Subscription {
  /// States a second; nil for one at every advance.
  let rate: Double?
  private var nextIndex: Int64 = 0
  private var last: (snapshot: Snapshot, attendance: Attendance)?

  init(rate: Double?) { self.rate = rate }

  /// Whether this state is to be sent; it is then taken as sent.
  ///
  /// Due is the first one at or after each multiple of 1/rate.
  mutating func wants(_ snapshot: Snapshot, _ attendance: Attendance = Attendance()) -> Bool {
    guard lacks(snapshot, attendance) else { return false }
    if let rate {
      let index = Int64(snapshot.time * rate)
      guard index >= nextIndex else { return false }
      nextIndex = index + 1
    }
    last = (snapshot, attendance)
    return true
  }

  /// Whether the client has yet to be shown this.
  func lacks(_ snapshot: Snapshot, _ attendance: Attendance = Attendance()) -> Bool {
    guard let last else { return true }
    return last.attendance != attendance || !last.snapshot.looksLike(snapshot)
  }
}
