// SPDX-License-Identifier: MIT

import Display
import Wire

/// Scenes and numbers that many tests use.
enum Examples {
  static let table = TableReport(
    name: "marble", hash: "0", game: "marble", width: 0.32, height: 0.24, ballRadius: 0.012)

  static let sensor = SensorReport(source: "iio", name: "lsm6dso_accel", rate: 17.2, health: .ok)

  /// A ball on a table, rolling, seen by somebody who may tilt it.
  static func scene(x: Double = 0.11, y: Double = 0.09, phase: Phase = .rolling) -> Scene {
    var scene = Scene()
    scene.table = Scene.Table(table)
    scene.sensor = Scene.Sensor(sensor)
    scene.link = .control
    scene.show(state(x: x, y: y, phase: phase))
    return scene
  }

  /// A maze of 12 by 12 cells, corridors one cell wide, with a flag in the lower right corner.
  static let maze = TableReport(
    name: "classic", hash: "1", game: "maze", width: 0.28, height: 0.28, ballRadius: 0.00778,
    title: "Corridors", time: 60,
    blocks: BlockGrid(rows: [
      "...#........", ".#.#.######.", ".#...#....#.", ".#####.##.#.", ".......#..#.",
      "######.#.##.",
      ".....#.#....", ".###.#.####.", ".#...#....#.", ".#.######.#.", ".#........#.",
      ".########.#.",
    ]),
    flag: TableReport.Flag(
      x: 11 * 0.28 / 12, y: 11 * 0.28 / 12, width: 0.28 / 12, height: 0.28 / 12))

  /// A ball in that maze.
  static func mazeScene(phase: Phase = .rolling) -> Scene {
    var scene = scene()
    scene.table = Scene.Table(maze)
    var state = state(x: 0.0117, y: 0.07, phase: phase)
    state.time = 12.345
    scene.show(state)
    return scene
  }

  /// The classic game of holes: five of them about the middle of the table, flag and start in corners.
  static let holes = TableReport(
    name: "classic-holes", hash: "2", game: "holes", width: 0.28, height: 0.28, ballRadius: 0.015,
    balls: 3,
    holes: [(56, 56), (224, 56), (140, 140), (56, 224), (224, 224)].map {
      TableReport.Hole(x: $0.0 / 1000, y: $0.1 / 1000, radius: 0.025)
    },
    pivot: XY(x: 0.14, y: 0.14),
    flag: TableReport.Flag(x: 0, y: 0, width: 0.0165, height: 0.0165))

  /// A ball among those holes, which have turned by `angle` rad.
  static func holesScene(angle: Double = 0.3, phase: Phase = .rolling) -> Scene {
    var scene = scene()
    scene.table = Scene.Table(holes)
    var state = state(x: 0.2, y: 0.165, phase: phase)
    state.time = 71.25
    state.score = 4
    state.ballsLeft = 2
    state.holesAngle = angle
    scene.show(state)
    return scene
  }

  /// A table of 32 by 20 cm with blocks, fixed holes and three balls to bring home, one of which is.
  static func threeBalls() -> Scene {
    var scene = scene()
    scene.table = Scene.Table(
      TableReport(
        name: "bridges", hash: "3", game: "maze", width: 0.32, height: 0.2, ballRadius: 0.008,
        title: "Three bridges", time: 90,
        blocks: BlockGrid(rows: [
          "................", "...#............", "...#.....####...", "...#.....#......",
          "...#............", "................", ".........#......", "....######......",
          ".........#......", "................",
        ]),
        holes: [(0.13, 0.05), (0.13, 0.11), (0.25, 0.09), (0.25, 0.15)].map {
          TableReport.Hole(x: $0.0, y: $0.1, radius: 0.011)
        }, flag: TableReport.Flag(x: 0.28, y: 0.16, width: 0.04, height: 0.04)))
    var state = state()
    state.balls = [
      State.Ball(x: 0.03, y: 0.05, vx: 0, vy: 0), State.Ball(x: 0.17, y: 0.09, vx: 0, vy: 0),
      State.Ball(x: 0.3, y: 0.18, vx: 0, vy: 0, isOff: true),
      State.Ball(x: 0.22, y: 0.03, vx: 0, vy: 0),
    ]
    state.time = 3.21
    scene.show(state)
    return scene
  }

  static func state(
    seq: Int64 = 1, t: Double = 77.3, x: Double = 0.11, y: Double = 0.09, phase: Phase = .rolling
  ) -> State {
    State(
      seq: seq, t: t, phase: phase, balls: [State.Ball(x: x, y: y, vx: 0, vy: 0)],
      tilt: XY(x: 0.5, y: -0.6))
  }
}
