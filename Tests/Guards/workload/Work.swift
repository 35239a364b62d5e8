// SPDX-License-Identifier: MIT

@testable import Daemon
internal import Display
internal import Elementary
internal import Physics
internal import Wire

/// The kinds of work, each the same in every run, with as little around them as can be.
enum Work {
  /// Steps of 1 ms of a ball in a maze of 12x12 cells, under a tilt that turns once a second.
  static func steps(_ times: Int) throws -> Double {
    let maze = [
      "............", ".#.#.######.", ".#...#....#.", ".#####.##.#.", ".......#..#.",
      "######.#.##.", ".....#.#....", ".###.#.####.", ".#...#....#.", ".#.######.#.",
      ".#........#.", ".########.#.",
    ]
    var blocks = try Blocks(columns: 12, rows: 12)
    for (row, line) in maze.enumerated() {
      for (column, cell) in line.enumerated() { blocks[column, row] = cell == "#" }
    }
    let surface = try Surface(
      width: 0.28, height: 0.28, ballRadius: 0.00778, restitution: 0.5, resistance: 0.005)
    var world = try World(
      surface: surface, blocks: blocks,
      balls: [Ball(position: Vector2(0.0117, 0.0117), velocity: Vector2(0, 0))])
    let tilts = (0..<1000).map { step in
      let direction = 0.001 * Double(step) * 2 * Double.pi
      return Tilt(x: 1.36 * cosine(direction), y: 1.36 * sine(direction), z: 9.7)
    }
    for step in 0..<times { world.advance(under: tilts[step % tilts.count]) }
    return world.balls[0].position.x
  }

  /// Samples of a board that is moved, from a scan's bytes to the tilt that the session has; the game is
  /// paused, so that steps count for nothing.
  static func samples(_ times: Int, tables: String) throws -> Double {
    var board = MovedBoard()
    var probe = try SampleProbe(table: "labyrinth", in: tables)
    probe.pause()
    for _ in 0..<times { board.enter(&probe) }
    return probe.state(1).tilt.x
  }

  /// States as lines of JSON.
  static func states(_ times: Int, tables: String) throws -> Int {
    let states = try rolling(tables).states
    var line: [UInt8] = []
    var size = 0
    for number in 0..<times {
      line.removeAll(keepingCapacity: true)
      Message.state(states[number % states.count]).encode(into: &line)
      size += line.count
    }
    return size
  }

  /// States as frames of a terminal of 80x24 characters, and what it is sent for them.
  static func cells(_ times: Int, tables: String) throws -> Int {
    let (table, states) = try rolling(tables)
    var scene = Scene()
    scene.table = Scene.Table(table)
    scene.link = .view
    var painter = CellPainter(Capabilities(depth: .truecolor, glyphs: .half))
    var encoder = TerminalEncoder(isSynchronized: true)
    var shown: CellGrid?
    var size = 0
    for number in 0..<times {
      scene.show(states[number % states.count])
      let grid = painter.paint(scene, columns: 80, rows: 24)
      size += encoder.encode(from: shown, to: grid).count
      shown = grid
    }
    return size
  }

  /// A table, and 200 states of a ball that rolls there, 30 a second.
  private static func rolling(_ tables: String) throws -> (table: TableReport, states: [State]) {
    var board = MovedBoard()
    var probe = try SampleProbe(table: "labyrinth", in: tables)
    var states: [State] = []
    for number in 0..<200 {
      for _ in 0..<4 { board.enter(&probe) }
      states.append(probe.state(Int64(number)))
    }
    return (probe.table, states)
  }
}
