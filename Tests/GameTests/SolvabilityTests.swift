// SPDX-License-Identifier: MIT

import Game
import KeyValue
import Physics
import Testing

@Suite("there is a way")
struct SolvabilityTests {
  /// The ground with the fixed holes kept clear of by 1 mm; those that turn may be waited for.
  private func terrain(_ table: Table, finest: Double = 0.003) -> Terrain {
    let turns = table.turnRate != 0 || table.turnStep != 0
    let isObstacle = !turns && table.holes.rule != .speed
    return Terrain(
      Terrain.Obstacles(
        table: table, blocks: table.blocks, holes: isObstacle ? table.holes.pattern : [],
        holeMargin: 0.001), finest: finest)
  }

  @Test(
    "from each start of each shipped table to its flag, as wide as the ball, 1 mm clear of holes",
    arguments: Table.shippedPlaylist + ["classic-holes"])
  func shipped(_ name: String) throws {
    let table = try shippedTable(name)
    let terrain = terrain(table)
    let flag = try #require(table.flag)
    for ball in table.start {
      let way = try #require(terrain.way(from: ball.position), "\(name): no way")
      #expect(flag.contains(try #require(way.last)))
    }
  }

  @Test("a wall across the table leaves none, and neither does a row of holes")
  func blocked() throws {
    func table(_ column: String) throws -> Table {
      try Table.parse(
        text: "game = maze\ncell = 20 mm\nball-radius = 8 mm\nhole-radius = 9 mm\n[map]\n"
          + "S.\(column)..\n..\(column)..\nO.\(column).F\n", file: "x", name: "x")
    }
    #expect(terrain(try table(".")).way(from: Vector2(0.01, 0.01)) != nil)
    #expect(terrain(try table("#")).way(from: Vector2(0.01, 0.01)) == nil)
    #expect(terrain(try table("O")).way(from: Vector2(0.01, 0.01)) == nil)
  }

  @Test(
    "random mazes of every size: each floor cell can be reached, in one way only",
    arguments: [(2, 2), (2, 85), (85, 2), (3, 5), (12, 8), (12, 12), (24, 16), (40, 30)])
  func randomMazes(_ columns: Int, _ rows: Int) throws {
    for seed in 0..<20 as Range<UInt64> {
      let name = "maze:\(columns)x\(rows):\(seed)"
      let table = try #require(try RandomMaze(name: name)).table
      #expect(table.name == name)
      let blocks = table.blocks
      #expect(blocks.columns == 3 * columns - 1 && blocks.rows == 3 * rows - 1)
      // Rooms and open walls between them are a tree: one wall less than rooms, all connected.
      var openWalls = 0
      for row in 0..<rows {
        for column in 0..<columns {
          if column + 1 < columns, !blocks[3 * column + 2, 3 * row] { openWalls += 1 }
          if row + 1 < rows, !blocks[3 * column, 3 * row + 2] { openWalls += 1 }
        }
      }
      #expect(openWalls == columns * rows - 1)
      #expect(reachableCells(of: blocks) == blocks.columns * blocks.rows - blocks.count)
    }
  }

  @Test("the largest random maze is a table, and its grid fits", arguments: [0, UInt64.max])
  func largest(_ seed: UInt64) throws {
    let table = try #require(try RandomMaze(name: "maze:85x85:\(seed)")).table
    #expect(table.blocks.columns == 254 && table.blocks.rows == 254)
    #expect(reachableCells(of: table.blocks) == 254 * 254 - table.blocks.count)
  }

  @Test(
    "a ball of a random maze gets from its start to its flag", arguments: [(2, 2), (5, 3), (12, 8)])
  func randomWays(_ columns: Int, _ rows: Int) throws {
    for seed in 1...5 {
      let table = try #require(try RandomMaze(name: "maze:\(columns)x\(rows):\(seed)")).table
      let way = terrain(table, finest: 0.005).way(from: table.start[0].position)
      #expect(way != nil, "\(table.name)")
      #expect(table.surface.ballRadius <= 0.008)
    }
  }

  @Test(
    "a name gives the same maze in every version, to which its best times belong",
    arguments: [
      ("maze:2x2:5", "8879c49cdc75aeec"), ("maze:12x8:1", "29a92a5f4b4d9656"),
      ("maze:85x85:7", "a2c3bb1311d8abc4"),
    ])
  func pinned(name: String, hash: String) throws {
    #expect(try #require(try RandomMaze(name: name)).table.hash == hash)
  }

  @Test("the same name gives the same maze, another seed another one")
  func deterministic() throws {
    func blocks(_ seed: Int) throws -> Blocks {
      try #require(try RandomMaze(name: "maze:12x8:\(seed)")).table.blocks
    }
    #expect(try blocks(1) == blocks(1))
    #expect(try Set((0..<50).map(blocks)).count == 50)
  }

  @Test(
    "a name that only looks like a random maze's is refused, with its form",
    arguments: [
      "maze:", "maze:12", "maze:12x8", "maze:12x8:", "maze:12x8:x", "maze:12x8:-1", "maze:12x8:+1",
      "maze:1x8:1",
      "maze:86x8:1", "maze:12x86:1", "maze:012x8:1", "maze:12x8:01", "maze:12x8x3:1",
      "maze:12x8:1:1", "maze:12x8:18446744073709551616", "maze: 12x8:1", "maze:99999999999x8:1",
      "maze:12x8:١",
    ])
  func badNames(_ name: String) {
    #expect(throws: ValueError.self) { try RandomMaze(name: name) }
  }

  @Test(
    "any other name is none of them", arguments: ["", "maze", "mazes", "classic-maze", "xmaze:"])
  func otherNames(_ name: String) throws {
    #expect(try RandomMaze(name: name) == nil)
  }

  /// How many cells can be reached from the first free one, side by side.
  private func reachableCells(of blocks: Blocks) -> Int {
    var isSeen = Array(repeating: false, count: blocks.columns * blocks.rows)
    var cells = [(0, 0)]
    isSeen[0] = true
    var index = 0
    while index < cells.count {
      let (column, row) = cells[index]
      index += 1
      for (x, y) in [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
      where blocks.contains(column: x, row: y) && !blocks[x, y] && !isSeen[y * blocks.columns + x] {
        isSeen[y * blocks.columns + x] = true
        cells.append((x, y))
      }
    }
    return cells.count
  }
}
