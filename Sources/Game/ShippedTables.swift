// SPDX-License-Identifier: MIT

internal import Physics

extension Table {
  /// The names that `--table` takes, in the order in which they are listed.
  public static let shippedNames = ["marble", "bounce"]

  /// A shipped table, or nil if there is none of this name.
  ///
  /// Both are 320 by 200 mm, so that they fill a terminal or a small screen, with a ball of 16 mm.
  public static func shipped(_ name: String) -> Table? {
    switch name {
    case "marble": try? table(name, .marble, restitution: 0, resistance: 0.005, speed: (0, 0))
    // Resistance 0 and a start that is no multiple of the diagonal: on a level table it goes
    // on for ever and comes by everywhere.
    case "bounce": try? table(name, .bounce, restitution: 1, resistance: 0, speed: (0.21, 0.13))
    default: nil
    }
  }

  private static func table(
    _ name: String, _ rules: Rules, restitution: Double, resistance: Double,
    speed: (x: Double, y: Double)
  ) throws -> Table {
    let surface = try Surface(
      width: 0.32, height: 0.2, ballRadius: 0.008, restitution: restitution,
      resistance: resistance)
    let ball = Ball(position: Vector2(0.16, 0.1), velocity: Vector2(speed.x, speed.y))
    return try Table(name: name, rules: rules, surface: surface, start: [ball])
  }
}
