// SPDX-License-Identifier: MIT

/// When the centre of a ball comes to a distance from a point: a block's corner, another ball.
enum Disc {
  /// How near, and how slow towards it, a ball touches.
  struct Touch {
    let distance: Double
    let speed: Double

    static let corner = Touch(distance: Constants.touchDistance, speed: Constants.touchSpeed)
    static let pair = Touch(
      distance: Constants.pairTouchDistance, speed: Constants.pairTouchSpeed)
  }

  /// The first time at which |d + v t + a t²/2| falls to `radius`, or infinity.
  ///
  /// The square of the distance is a quartic in t (a quadratic where a = 0). What
  /// touches at the begin is divided out, so that a ball that lies there isn't hit again and again
  /// by rounding.
  ///
  /// - Parameters:
  ///   - d: from the point to the centre, m.
  ///   - v: the velocity, m/s.
  ///   - a: the acceleration, m/s².
  ///   - radius: the distance, m.
  ///   - touch: what counts as touching.
  ///   - duration: how far to look, s.
  /// - Returns: the time, s; 0 if the ball is that near already and comes nearer.
  static func time(
    offset d: Vector2, velocity v: Vector2, acceleration a: Vector2, radius: Double,
    touch: Touch = .corner, within duration: Double
  ) -> Double {
    let k0 = d.dot(d) - radius * radius
    let k1 = 2 * d.dot(v)
    let k2 = v.dot(v) + d.dot(a)
    let k3 = v.dot(a)
    let k4 = 0.25 * a.dot(a)
    if isTouching(d, v, radius, touch) {
      let away = max(k2, 0) + Constants.touchSlack
      return Quartic(k0: away, k1: k3, k2: k4, k3: 0, k4: 0).firstFall(within: duration)
    }
    if k0 <= 0 {
      if k1 < 0 { return 0 }
      return Quartic(k0: k1, k1: k2, k2: k3, k3: k4, k4: 0).firstFall(within: duration)
    }
    return Quartic(k0: k0, k1: k1, k2: k2, k3: k3, k4: k4).firstFall(within: duration)
  }

  /// Whether a ball lies there: at that distance and moving neither to it nor from it.
  @inline(__always)
  static func isTouching(
    _ d: Vector2, _ v: Vector2, _ radius: Double, _ touch: Touch = .corner
  ) -> Bool {
    let reach = radius + touch.distance
    let apart = d.dot(v)
    return d.dot(d) <= reach * reach && apart <= Constants.touchSpeed * radius
      && apart >= -touch.speed * radius
  }

  /// The first time at which |d + v t + a t²/2| passes `radius` in either direction, or infinity.
  static func passing(
    offset d: Vector2, velocity v: Vector2, acceleration a: Vector2, radius: Double,
    within duration: Double
  ) -> Double {
    let k0 = d.dot(d) - radius * radius
    let sign = k0 < 0 ? -1.0 : 1.0
    return Quartic(
      k0: sign * k0, k1: sign * 2 * d.dot(v), k2: sign * (v.dot(v) + d.dot(a)),
      k3: sign * v.dot(a), k4: sign * 0.25 * a.dot(a)
    ).firstFall(within: duration)
  }
}
