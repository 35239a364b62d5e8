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

  /// The first time t ≥ 0 at which a body comes to a face from outside, or infinity.
  ///
  /// As `time`, but the body may be behind the face's plane, beside its block: it comes to the face
  /// when it has been before the plane and comes back. One that is behind by no more than rounding
  /// and goes on is there now.
  ///
  /// - Parameters:
  ///   - distance: how far the plane is, negative behind it, m.
  ///   - speed: towards the plane, m/s.
  ///   - acceleration: towards the plane, m/s².
  /// - Returns: the time, s.
  @inline(__always)
  static func inward(distance: Double, speed: Double, acceleration: Double) -> Double {
    if distance >= 0 {
      return time(distance: distance, speed: speed, acceleration: acceleration)
    }
    let isSlight = distance > -Constants.faceSlack
    if speed > 0 { return isSlight ? 0 : .infinity }
    if acceleration <= 0 { return .infinity }
    if speed == 0 { return isSlight ? 0 : .infinity }
    let square = speed * speed + 2 * acceleration * distance
    if square >= 0 { return (square.squareRoot() - speed) / acceleration }
    // Its path may only touch the plane, from behind for all that rounding tells.
    let nearest = -square / (2 * acceleration)
    return nearest < Constants.faceSlack ? -speed / acceleration : .infinity
  }
}
