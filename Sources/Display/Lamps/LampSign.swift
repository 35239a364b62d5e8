// SPDX-License-Identifier: MIT

internal import Wire

/// A sign on the lamps for a state of the game, in 8×8 dots.
enum LampSign {
  /// The dots of a scene's sign, row by row, and their light; nil while the game goes on.
  static func sign(of scene: Scene) -> (dots: [String], light: LampFrame.Lamp)? {
    let amber = LampFrame.Lamp(8, 5, 0)
    switch scene.link {
    case .connecting, .lost: return (waiting, amber)
    case .control, .view: break
    }
    if let menu = scene.menu { return (LampMenu(menu).dots, amber) }
    switch scene.phase {
    case .paused?: return (paused, amber)
    case .won?: return (won, LampFrame.Lamp(0, 9, 5))
    case .lost?: return (lost, LampFrame.Lamp(10, 0, 0))
    case .finished?: return (finished, amber)
    case .noSensor?, .stalled?, nil: return (waiting, amber)
    default: return nil
    }
  }

  private static let paused = [
    "........", ".##..##.", ".##..##.", ".##..##.", ".##..##.", ".##..##.", ".##..##.", "........",
  ]
  private static let won = [
    "........", ".......#", "......##", "#....##.", "##..##..", ".####...", "..##....", "........",
  ]
  private static let lost = [
    "#......#", ".#....#.", "..#..#..", "...##...", "...##...", "..#..#..", ".#....#.", "#......#",
  ]
  private static let finished = [
    "........", ".######.", ".######.", ".######.", ".######.", ".######.", ".######.", "........",
  ]
  private static let waiting = [
    "........", "........", "........", "##.##.##", "##.##.##", "........", "........", "........",
  ]
}
