// SPDX-License-Identifier: MIT

internal import Wire

/// This display's turn at the table: keys go in, the tilts to send come out.
///
/// It has no clock: times are CLOCK_MONOTONIC in ns.
struct Driving: Sendable {
  private var keys = KeyTilt()
  /// The tilt that the daemon was sent last.
  private var sent: XY?
  /// When the keys' tilt has to be looked at again; nil once the table stays level.
  private(set) var deadline: Int64?
  /// Whether the next `takeover` is the answer to this display's own first tilt.
  private var awaitsTakeover = false
  /// Whether the table is tilted by these keys.
  private(set) var isOn = false

  /// The distance between two tilts that are sent while the keys move the table, in ns.
  private static let interval: Int64 = 16_000_000

  /// An arrow was struck; returns the tilt that takes the table over, if this begins the turn.
  mutating func press(_ direction: Key.Direction, at now: Int64) -> XY? {
    let current = keys.tilt(at: now)
    keys.press(direction, at: now)
    deadline = deadline ?? now + Self.interval
    if isOn { return nil }
    isOn = true
    awaitsTakeover = true
    sent = current
    return current
  }

  /// An arrow was let go.
  mutating func release(_ direction: Key.Direction, at now: Int64) {
    keys.release(direction, at: now)
    if isOn { deadline = deadline ?? now + Self.interval }
  }

  /// Somebody has taken the table over; returns whether it was somebody else.
  mutating func isOvertaken() -> Bool {
    if awaitsTakeover {
      awaitsTakeover = false
      return false
    }
    end()
    return true
  }

  /// The daemon has taken the table back for a demo; returns whether it did so from this display,
  /// whose first tilt may still be on its way and will end the demo.
  mutating func isGivenUp() -> Bool {
    if awaitsTakeover { return false }
    end()
    return true
  }

  /// The turn is over.
  mutating func end() {
    keys.reset()
    sent = nil
    deadline = nil
    awaitsTakeover = false
    isOn = false
  }

  /// Time has passed; returns the tilt to send, if it has changed.
  mutating func advance(to now: Int64) -> XY? {
    guard let due = deadline, now >= due else { return nil }
    deadline = keys.isLevel(at: now) ? nil : now + Self.interval
    let tilt = keys.tilt(at: now)
    if tilt == sent { return nil }
    sent = tilt
    return tilt
  }
}
