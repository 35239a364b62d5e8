// SPDX-License-Identifier: MIT

import Game
import KeyValue
import Physics
import Posix
import Support
import Testing

@Suite("table files")
struct TableFileTests {
  private func parse(_ text: String) throws(KeyValueError) -> Table {
    try Table.parse(text: text, file: "x.table", name: "x")
  }

  // MARK: What is read

  @Test("a map gives the size, the blocks, the holes, the starts and the flag in their places")
  func map() throws {
    let table = try parse(
      """
      # Comments and blank lines are nothing.

      game = maze   # the game
      cell = 20 mm
      ball-radius = 8mm
      hole-radius = 0.009 m
      balls = 2
      time = 1.5 s
      [map]
      #..S
      ....
      .OFF
      S.FF

      """)
    #expect(table.name == "x")
    #expect(table.rules == .maze)
    #expect(table.surface.width == 0.08 && table.surface.height == 0.08)
    #expect(table.blocks.columns == 4 && table.blocks.rows == 4)
    #expect(table.blocks.count == 1 && table.blocks[0, 0])
    #expect(table.holes.pattern == [Hole(centre: Vector2(0.03, 0.05), radius: 0.009)])
    #expect(
      table.start.map(\.position) == [Vector2(0.07, 0.01), Vector2(0.01, 0.07)])
    #expect(table.flag == Rectangle(x: 0.04, y: 0.04, width: 0.04, height: 0.04))
    #expect(table.ballLimit == 2)
    #expect(table.timeLimit == 1500)
  }

  @Test("each key is read in each of its units, to SI")
  func keys() throws {
    let table = try parse(
      """
      title = "Holes # 1"
      game = holes
      width = 320 mm
      height = 0.2 m
      ball-radius = 8 mm
      restitution = 0.25
      rebound = real
      resistance = 0.01
      acceleration = 4.903325 m/s²
      capture = pull
      pull = 0.18 m/s²
      brake = 13.5 1/s
      hole = 100 50 10 mm
      hole = 0.2 0.1 0.02 m
      pivot = 150 90 mm
      turn-rate = 180 °/s
      turn-step = 1 rad/s
      start = 20 30 mm  0.5 -0.25 m/s
      start = 0.3 0.1 m
      flag = 280 160 30 40 mm
      balls = 3
      goal = 7
      time = 90000 ms
      """)
    #expect(table.title == "Holes # 1")
    #expect(table.rules == .holes)
    let surface = try Surface(
      width: 0.32, height: 0.2, ballRadius: 0.008, restitution: 0.25, resistance: 0.01,
      accelerationFactor: 0.5, rebound: .real)
    #expect(table.surface == surface)
    let holes = try Holes(
      [
        Hole(centre: Vector2(0.1, 0.05), radius: 0.01),
        Hole(centre: Vector2(0.2, 0.1), radius: 0.02),
      ], pivot: Vector2(0.15, 0.09), rule: .pull(atRim: 0.18, brake: 13.5))
    #expect(table.holes == holes)
    #expect(table.turnRate == .pi && table.turnStep == 1)
    #expect(
      table.start == [
        Ball(position: Vector2(0.02, 0.03), velocity: Vector2(0.5, -0.25)),
        Ball(position: Vector2(0.3, 0.1)),
      ])
    #expect(table.flag == Rectangle(x: 0.28, y: 0.16, width: 0.03, height: 0.04))
    #expect(table.ballLimit == 3 && table.goal == 7 && table.timeLimit == 90_000)
  }

  @Test("what isn't said is 0.4, 0.005, 5/7, game, centre, the table's middle and no end")
  func defaults() throws {
    let table = try parse(
      "game = maze\nwidth = 320 mm\nheight = 200 mm\nball-radius = 8 mm\n"
        + "start = 20 30 mm\nhole = 100 50 10 mm\n")
    let surface = try Surface(
      width: 0.32, height: 0.2, ballRadius: 0.008, restitution: 0.4, resistance: 0.005,
      accelerationFactor: 5.0 / 7, rebound: .game)
    #expect(table.surface == surface)
    #expect(table.holes.rule == .centre && table.holes.pivot == Vector2(0.16, 0.1))
    #expect(table.turnRate == 0 && table.turnStep == 0)
    #expect(table.flag == nil && table.ballLimit == nil && table.timeLimit == nil)
    #expect(table.blocks == .none && table.title.isEmpty)
  }

  // MARK: What is written

  @Test("the text of a table reads back to an equal one", arguments: Table.shippedNames)
  func roundTrip(_ name: String) throws {
    let table = try shippedTable(name)
    let again = try Table.parse(text: table.text, file: "again", name: name)
    #expect(again == table)
    #expect(again.hash == table.hash)
  }

  @Test("numbers that no short decimal gives come back to the bit")
  func bits() throws {
    let third = 1.0 / 3
    let surface = try Surface(
      width: third, height: 0.1.nextUp, ballRadius: third / 100, restitution: third,
      resistance: third / 7, accelerationFactor: third.nextUp, rebound: .real)
    let table = try Table(
      name: "bits", title: " \"quoted\" # and more ", rules: .holes, surface: surface,
      blocks: try Blocks(columns: 3, rows: 2),
      holes: try Holes(
        [Hole(centre: Vector2(0.1.nextDown, third / 9), radius: third / 70)],
        pivot: Vector2(-third, 0), rule: .pull(atRim: third, brake: 1 / third.nextUp)),
      start: [Ball(position: Vector2(third / 2, 0.05), velocity: Vector2(-third, 1e-300))],
      flag: Rectangle(x: 0, y: third / 100, width: third / 10, height: third / 11),
      turnRate: .pi / 180, turnStep: -1e-17, ballLimit: 2, timeLimit: 12_345, goal: 3)
    #expect(try Table.parse(text: table.text, file: "x", name: "bits") == table)
  }

  @Test("the hash is 16 hexadecimal digits and differs when anything that is played on does")
  func hash() throws {
    let base = "game = maze\ncell = 20 mm\nball-radius = 8 mm\nhole-radius = 9 mm\n"
    let map = "[map]\nS..\n.OF\n"
    let original = try parse(base + map)
    #expect(try parse("# comment\ntitle = Other\n" + base + "\n" + map).hash == original.hash)
    let others =
      try [
        "balls = 3\n", "balls = 4\n", "time = 9 s\n", "restitution = 0.5\n", "resistance = 0\n",
        "acceleration = 1 g\n", "rebound = real\n", "capture = speed\n", "turn-rate = 1 deg/s\n",
        "pivot = 0 0 mm\n", "hole = 10 30 5 mm\n", "start = 50 10 mm\n",
      ].map { try parse(base + $0 + map) } + [
        original, try parse(base + "[map]\nS#.\n.OF\n"), try parse(base + "[map]\nS..\n.FO\n"),
        try Table.parse(text: base + map, file: "x.table", name: "y"),
      ]
    #expect(Set(others.map(\.hash)).count == others.count)
    for table in others {
      #expect(table.hash.count == 16 && table.hash.allSatisfy(\.isHexDigit), "\(table.hash)")
    }
  }

  // MARK: What is shipped

  @Test("tables/ holds the tables that are listed and no other")
  func directory() throws {
    let listed = try Program.run(path: "/bin/ls", ["\(packageRoot)/tables"]).output
    #expect(
      listed.split(separator: "\n").sorted() == Table.shippedNames.map { "\($0).table" }.sorted())
  }

  @Test("marble and bounce have the measures they always had")
  func measures() throws {
    for (name, restitution, resistance, velocity) in [
      ("marble", 0.0, 0.005, Vector2(0, 0)), ("bounce", 1.0, 0.0, Vector2(0.21, 0.13)),
    ] {
      let table = try shippedTable(name)
      let surface = try Surface(
        width: 0.32, height: 0.2, ballRadius: 0.008, restitution: restitution,
        resistance: resistance)
      #expect(table.surface == surface)
      #expect(table.start == [Ball(position: Vector2(0.16, 0.1), velocity: velocity)])
    }
  }

  @Test("every shipped table has a title, a table with a flag a time limit but for the classic one")
  func complete() throws {
    for name in Table.shippedNames {
      let table = try shippedTable(name)
      #expect(!table.title.isEmpty, "\(name)")
      #expect((table.flag == nil || name == "classic-holes") == (table.timeLimit == nil), "\(name)")
      #expect((table.flag != nil) == (Table.shippedPlaylist + ["classic-holes"]).contains(name))
      #expect(table.surface.ballRadius <= 0.015)
    }
  }
}
