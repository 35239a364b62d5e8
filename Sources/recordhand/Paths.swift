// SPDX-License-Identifier: MIT

internal import Elementary
internal import Sensors

private let degree = Double.pi / 180

extension Performance {
  /// All that can be asked for.
  static let all = [rounds, explore, shaky]

  /// The ball runs along the walls, round and round.
  private static let rounds = Performance(
    name: "rounds", title: "Slow rounds along the walls", duration: 40, seed: 1,
    hand: Hand(tremorAngle: 0.05 * degree, tremorAcceleration: 0.05)
  ) { time in
    let strength = 12 * degree * ease(time / 1.2) * ease((40 - time) / 2)
    // Round every 4.2 s, the other way in the second half.
    let angle = 2 * .pi / 4.2 * outAndBack(time, turning: 20)
    // Not quite a circle: nobody's hand is.
    let wobble = 1 + 0.15 * sine(0.9 * time)
    return Lean(right: strength * wobble * cosine(angle), top: strength * sine(angle))
  }

  /// All four walls and corners, one after the other, with pauses at level.
  private static let explore = Performance(
    name: "explore", title: "All four walls and corners, with pauses", duration: 45, seed: 2,
    hand: Hand(tremorAngle: 0.05 * degree, tremorAcceleration: 0.05)
  ) { time in
    walk(
      [
        (0.3, 0, 0), (1.0, 12, 0), (2.6, 12, 0), (3.6, -12, 1), (5.6, -12, 1), (6.4, 0, 0),
        (7.4, 0, 0), (8.2, 1, 12), (10.0, 1, 12), (11.0, 0, -12), (13.0, 0, -12), (13.8, 0, 0),
        (15.0, 0, 0), (15.8, 12, 12), (18.0, 12, 12), (19.0, -12, 11), (21.2, -12, 11),
        (22.2, -11, -12), (24.4, -11, -12), (25.4, 12, -11), (27.6, 12, -11), (28.4, 0, 0),
        (30.0, 0, 0), (30.8, -13, 13), (33.0, -13, 13), (34.0, 14, -14), (36.4, 14, -14),
        (37.4, -6, 5), (40.0, -6, 5), (41.0, 7, 3), (43.5, 7, 3), (44.3, 0, 0),
      ], time)
  }

  /// A child's hand: quick, never still, and the board is knocked on things.
  private static let shaky = Performance(
    name: "shaky", title: "A child's hand, quick and shaky", duration: 32, seed: 3,
    hand: Hand(
      tremorAngle: 0.25 * degree, tremorAcceleration: 0.6,
      knocks: [
        (5.2, Vector3(18, 4, 9)), (9.7, Vector3(-25, 6, 14)), (14.1, Vector3(3, -22, -6)),
        (14.35, Vector3(-6, 15, 8)), (20.8, Vector3(12, 30, 20)), (26.6, Vector3(-32, -8, -10)),
      ])
  ) { time in
    // Sines without a common period, so that the path doesn't repeat.
    let strength = 7 * degree * ease(time / 0.8) * ease((32 - time) / 1.5)
    let right = sine(2.9 * time) + 0.8 * sine(4.7 * time + 1) + 0.5 * sine(7.3 * time + 2)
    let top = sine(2.3 * time + 0.5) + 0.8 * sine(5.3 * time + 4) + 0.5 * sine(6.7 * time)
    return Lean(right: strength * right, top: strength * top)
  }

  /// From 0 to 1 as a hand moves: with the least jerk (Flash and Hogan 1985).
  private static func ease(_ part: Double) -> Double {
    let x = max(0, min(1, part))
    return x * x * x * (10 + x * (6 * x - 15))
  }

  /// Time that runs on until shortly before `turning` and then back, with a smooth turn of 2 s.
  private static func outAndBack(_ time: Double, turning: Double) -> Double {
    let x = time - turning
    if abs(x) > 1 { return turning - abs(x) }
    // The parabola that meets both lines with their slopes.
    return turning - 1 + 0.5 * (1 - x * x)
  }

  /// The lean at `time` between the stations (s, degrees right, degrees top), from level.
  private static func walk(_ stations: [(Double, Double, Double)], _ time: Double) -> Lean {
    var from = (0.0, 0.0, 0.0)
    for to in stations {
      if time < to.0 {
        let part = ease((time - from.0) / (to.0 - from.0))
        return Lean(
          right: degree * (from.1 + part * (to.1 - from.1)),
          top: degree * (from.2 + part * (to.2 - from.2)))
      }
      from = to
    }
    return Lean(right: degree * from.1, top: degree * from.2)
  }
}
