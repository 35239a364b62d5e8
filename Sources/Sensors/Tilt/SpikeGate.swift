// SPDX-License-Identifier: MIT

/// Holds back a reading that jumps, until the next one tells whether it was true.
///
/// A bad transfer gives one reading far from both its neighbours; a board that is knocked or turned
/// gives more than one. So a reading that is far from the last one, or exactly zero in all axes,
/// is held, and if the next is near the last one again it is forgotten. Whatever isn't far passes
/// at once.
struct SpikeGate: Codable, Equatable, Sendable {
  /// What to do with a reading.
  enum Verdict: Equatable {
    /// Take it.
    case pass
    /// Take it, and forget the one that was held.
    case passAlone(held: Vector3)
    /// Take the one that was held, and then this one.
    case passBoth(held: Vector3)
    /// Wait for the next.
    case hold
  }

  /// How many were held and then forgotten.
  private(set) var rejected = 0

  private var last: Vector3?
  private var held: Vector3?
  /// What was read before a jump that turned out to be true: to come back to it is no new jump.
  private var base: Vector3?

  /// Judges the next reading; one that is farther than `limit` from the last one is far.
  mutating func judge(_ reading: Vector3, limit: Double) -> Verdict {
    guard let last else {
      self.last = reading
      return .pass
    }
    let isBack = base.map { !isFar(reading, from: $0, limit) } ?? false
    guard isFar(reading, from: last, limit), !isBack else {
      if isBack { base = nil }
      self.last = reading
      guard let spike = held else { return .pass }
      held = nil
      rejected += 1
      return .passAlone(held: spike)
    }
    guard let held else {
      self.held = reading
      return .hold
    }
    // Two in a row are no spike.
    self.held = nil
    base = last
    self.last = reading
    return .passBoth(held: held)
  }

  /// Takes back a `hold`: something else says that the reading is true.
  mutating func accept(_ reading: Vector3) {
    held = nil
    last = reading
  }

  /// Takes back a `passAlone`: something else says that what was held was true.
  mutating func acceptHeld() { rejected -= 1 }

  /// Forgets the readings; the count stays.
  mutating func reset() {
    last = nil
    held = nil
    base = nil
  }

  /// How far is far for specific forces that drive the ball and are `dt` s apart, m/s².
  ///
  /// Four times gravity within 10 ms: a knock on the board changes less from one sample to the next,
  /// or lasts longer than one. More for sensors that are read slowly, where a shake may well look
  /// like that, but ten times gravity at the most; and more while the board is shaken or vibrates,
  /// by pushes whose root mean square is `pushes` m/s².
  static func forceLimit(dt: Double, pushes: Double) -> Double {
    max(6 * pushes, min(mostForce, max(40, 4000 * dt)))
  }

  /// How far is far for forces that are smoothed over seconds, m/s²: ten times gravity.
  ///
  /// A true knock that is left out does as much harm there as a false one that is let in.
  static let mostForce = 100.0

  /// A live sensor never reads exactly nothing in three axes; a bus that has lost it does.
  private func isFar(_ reading: Vector3, from last: Vector3, _ limit: Double) -> Bool {
    (reading - last).length > limit || (reading == Vector3(0, 0, 0) && last != reading)
  }
}
