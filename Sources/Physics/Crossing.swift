// SPDX-License-Identifier: MIT

/// When a body reaches a plane under constant acceleration.
enum Crossing {
  /// The first time t ≥ 0 at which s t + a t²/2 = d, or infinity.
  ///
  /// Each root is taken in the form that adds numbers of one sign, so that nothing cancels: towards
  /// the plane t = 2 d/(s + √(s² + 2 a d)), and where the body first recedes t = (√(s² + 2 a d) − s)/a.
  ///
  /// - Parameters:
  ///   - distance: d, how far the plane is, not negative, m.
  ///   - speed: s, towards the plane, m/s.
  ///   - acceleration: a, towards the plane, m/s².
  /// - Returns: the time, s.
  @inline(__always)
  static func time(distance: Double, speed: Double, acceleration: Double) -> Double {
    let square = speed * speed + 2 * acceleration * distance
    if speed > 0 {
      return square < 0 ? .infinity : 2 * distance / (speed + square.squareRoot())
    }
    return acceleration > 0 ? (square.squareRoot() - speed) / acceleration : .infinity
  }
}
