// SPDX-License-Identifier: MIT

import Game
import KeyValue
import Physics
import Posix
import Support
import Testing

@Suite("table files")
struct TableFileTests {
  private static let head = "game = maze\ncell = 20 mm\nball-radius = 8 mm\n"

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

  // MARK: What is refused

  // By itself: Swift 6.0.3 crashes on it among the arguments.
  private static let refusals: [(String, Int, String)] =
    [
      (head + "[map]\nS..\n.x.\n", 6, "found `x` in column 2, expected `#` block"),
      (head + "[map]\nS..\n..\n", 6, "found a row of 2 characters, expected 3"),
      (head + "[map]\nS..\n\n...\n", 6, "found a row of 0 characters, expected 3"),
      (head + "[map]\n", 4, "found no row"),
      (head + "[map]\nFF\nSF\n", 5, "found `F` in cells that aren't a rectangle"),
      (head + "[map]\nFFS\nF..\n", 5, "found `F` in cells that aren't a rectangle"),
      (head + "[map]\n.FS\nF..\n", 5, "found `F` in cells that aren't a rectangle"),
      (head + "[map]\nS.\n.O\n", 6, "an `O` in the map, expected a `hole-radius = 10 mm`"),
      (head + "[map]\nSSSSS\n", 5, "found 5 starts, expected 1 to 4"),
      (head + "[map]\n...\n", 4, "found no start"),
      (head + "[map] # rows\n####\n", 4, "expected `key = value` or `[map]`"),
      (head + "flag = 0 0 20 20 mm\n[map]\nF.S\n", 4, "found `flag` beside an `F`"),
      (head + "flag = 0 0 9 20 mm\n[map]\n..S\n[map]\n", 7, "found a row of 5 characters"),
      (head + "size = 3\n", 4, "found the key `size`, expected one of title, game"),
      (head + "game = maze\n", 4, "found `game` a second time"),
      (head + "width = 3 mm\n[map]\nS\n", 4, "found `width` beside `cell`"),
      (head, 2, "found `cell`, expected it only together with a map"),
      ("game = golf\n", 1, "found `golf`, expected one of `marble`, `bounce`, `maze`, `holes`"),
      ("title = x\n", 1, "found no `game`"),
      ("", 1, "found no `game`"),
      ("game = marble\nwidth = 320\n", 2, "found `320`, expected a number in mm or m"),
      ("game = marble\nwidth = 32 cm\n", 2, "found `32 cm`, expected a number in mm or m"),
      ("game = marble\nwidth = 3 2 mm\n", 2, "found `3 2 mm`, expected a number in mm or m"),
      (head + "restitution = 2\n[map]\n..S\n", 4, "found `restitution` = `2`, expected 0 to 1"),
      (head + "restitution = nan\n[map]\n..S\n", 4, "expected a number"),
      (head + "acceleration = 1\n[map]\n..S\n", 4, "expected a number in m/s² or g"),
      (head + "balls = 0\n[map]\n..S\n", 4, "expected a whole number from 1 to 1000000"),
      (head + "balls = 1e300\n[map]\n..S\n", 4, "expected a whole number"),
      (head + "balls = 3\n[map]\n..S\n", 4, "(no hole that could take a ball), expected a hole"),
      (head + "time = 2 min\n[map]\nF.S\n", 4, "expected a number in s or ms"),
      (head + "time = 1e300 s\n[map]\nF.S\n", 4, "expected a time of 1 ms to a day"),
      (head + "time = 10 s\n[map]\n..S\n", 4, "expected a flag"),
      (head + "goal = 3\n[map]\nF.S\n", 4, "(the game `maze`), expected it only in `holes`"),
      (head + "brake = 3 1/s\n[map]\n..S\n", 4, "only together with `capture = pull`"),
      (head + "capture = pull\nhole = 1 1 1 mm\n[map]\n..S\n", 6, "found no `pull`"),
      (head + "turn-rate = 3 deg/s\n[map]\n..S\n", 4, "only together with a hole"),
      (head + "hole-radius = 3 mm\n[map]\n..S\n", 4, "only together with an `O`"),
      (head + "hole = 10 10 mm\n[map]\n..S\n", 4, "expected x, y and radius"),
      (
        head + "hole = 10 10 -1 mm\n[map]\n..S\n", 4,
        "`10 10 -1 mm` (radius = -1 mm), expected 0.01 to 1000000 mm"
      ),
      (
        head + "hole = 9 9 9 mm\nhole = 1e9 10 1 mm\n[map]\n..S\n", 5,
        "`hole` = `1e9 10 1 mm` (x = 1000000000 mm)"
      ),
      (
        head + "start = 10 10 mm\nstart = 40 12 mm\n[map]\n..S\n", 5,
        "`40 12 mm` (a ball that starts at 40 12 mm, 10.198 mm from another), expected 16 mm"
      ),
      (
        head + "start = 10 10 mm\n[map]\n#.S\n", 4,
        "a ball that starts at 10 10 mm and would be in a block"
      ),
      (head + "pivot = 1e9 0 mm\nhole = 9 9 9 mm\n[map]\n..S\n", 4, "x = 1000000000 mm"),
      (head + "start = 10 10 mm 1 mm\n[map]\n..S\n", 4, "maybe a velocity"),
      (head + "start = 10 10 mm 1 1 m/s 3\n[map]\n..S\n", 4, "maybe a velocity"),
      (
        head + "start = 1 10 mm\n[map]\n..S\n", 4,
        "(a ball that starts 1 mm from the left edge), expected 8 to 52 mm"
      ),
      (head + "flag = 10 10 99 5 mm\n[map]\n..S\n", 4, "expected a rectangle on the table"),
      (head + "flag = 45 0 15 20 mm\n[map]\n..S\n", 6, "a ball that starts in the flag"),
      ("game = holes\n" + head.dropFirst(12) + "hole = 1 1 1 mm\n[map]\n..S\n", 1, "no flag"),
      ("game = holes\n" + head.dropFirst(12) + "[map]\nF.S\n", 1, "(no hole), expected a hole"),
      // The line that is shown is the one that is meant, not the key's first.
      (
        head + "hole = 40 10 5 mm\nhole = 5 5 0.001 mm\n[map]\nS..\n", 5,
        "found `hole` = `5 5 0.001 mm` (radius = 0.001 mm), expected 0.01 to 1000000 mm"
      ),
      (
        head + "start = 10 10 mm\nstart = 1 10 mm\n[map]\n...\n", 5,
        "found `start` = `1 10 mm` (a ball that starts 1 mm from the left edge)"
      ),
      (
        head + "hole = 40 10 0.001 mm\nhole-radius = 5 mm\n[map]\nS.O\n", 4,
        "found `hole` = `40 10 0.001 mm` (radius"
      ),
      (
        head + String(repeating: "hole = 40 10 1 mm\n", count: 257) + "[map]\nS..\n", 260,
        "257 holes), expected at most 256"
      ),
      // Table files' own words and units.
      (
        String(head.dropLast(5)) + "12 mm\n[map]\nS..\n", 3,
        "found `ball-radius` = `12 mm`, expected 0.01 to 10 mm on this table"
      ),
      (
        "game = maze\ncell = 0.1 mm\nball-radius = 8 mm\n[map]\nS..\n", 2,
        "found `cell` = `0.1 mm` (0.3 mm), expected 1 to 1000000 mm"
      ),
      (
        "game = maze\nwidth = 320 mm\nheight = 20 mm\nball-radius = 8 mm\n"
          + "start = 100 4 mm\n", 5, "4 mm from the upper edge), expected 8 to 12 mm"
      ),
      (
        head + "start = 10 10 mm 2e6 0 m/s\n[map]\n...\n", 4,
        "a ball that starts with 2000000 m/s), expected -1000000 to 1000000 m/s"
      ),
      (
        head + "acceleration = 12 g\n[map]\n..S\n", 4,
        "found `acceleration` = `12 g`, expected 0.001 to 10 g"
      ),
      (
        head + "capture = pull\nbrake = 1 1/s\npull = 2e3 m/s²\nhole = 1 1 1 mm\n[map]\n..S\n", 6,
        "found `pull` = `2e3 m/s²`, expected 0 to 1000 m/s²"
      ),
      (
        head + "turn-rate = 101 rad/s\nhole = 1 1 1 mm\n[map]\n..S\n", 4,
        "expected -100 to 100 rad/s"
      ),
      (head + "flag = 10 10 99 5 mm\n[map]\n..S\n", 4, "(99 mm by 5 mm at 10 10 mm)"),
      (
        "game = marble\n" + head.dropFirst(12) + "[map]\n..\nSF\n", 6,
        "found a flag in the game `marble`, expected one only in `maze` and `holes`"
      ),
      // Slips of the hand.
      (head + "[Map]\nS..\n", 4, "found `[Map]`, expected `[map]`, alone in its line"),
      (head + "[Map]\n#=#\n", 4, "found `[Map]`, expected `[map]`, alone in its line"),
      (head + "[Map]\r\nS..\r\n", 4, "found `[Map]`, expected `[map]`, alone in its line"),
      (head + "what\n[Map]\nS..\n", 4, "found `what`, expected `key = value`, or `[map]` above"),
      (head + "S...\n", 4, "found `S...`, expected `key = value`, or `[map]` above the map"),
      (head + "[map]\ns..\n", 5, "found `s` in column 1, expected `S` for a start (a capital S)"),
      (head + "[map]\nS.0\n", 5, "found `0` in column 3, expected `O` for a hole (the letter O)"),
      (
        head + "ballradius = 8 mm\n", 4,
        "found the key `ballradius` (did you mean `ball-radius`?), expected one of"
      ),
      (head + "retsitution = 0\n", 4, "(did you mean `restitution`?)"),
      // Holes that leave no game.
      (
        head + "hole = 40 10 9 mm\nhole = 5 5 9 mm\n[map]\nS..\n", 5,
        "`5 5 9 mm` (a hole that takes the ball at the start 10 10 mm), expected one of them"
      ),
      (head + "capture = speed\nhole = 5 5 9 mm\n[map]\nS..\n", 5, "takes the ball at the start"),
      (
        head + "capture = pull\npull = 1 m/s²\nbrake = 1 1/s\nhole = 5 5 8 mm\n[map]\nS..\n", 7,
        "takes the ball at the start"
      ),
      (
        head + "hole-radius = 5 mm\nstart = 48 10 mm\n[map]\n..O\n", 7,
        "found a hole that takes the ball at the start 48 10 mm, expected one of them elsewhere"
      ),
      (head + "hole = 66 10 6 mm\n[map]\nS..\n", 4, "(a hole beside the table), expected a part"),
      (
        head + "title = \(String(repeating: "x", count: 81))\n[map]\nS..\n", 4,
        "(81 characters), expected at most 80"
      ),
      (head + "title = \"a\\nb\"\n[map]\nS..\n", 4, "(a control character)"),
      (head + "title = a\u{9B}b\n[map]\nS..\n", 4, "(a control character)"),
    ]

  @Test(
    "an error names the file, the line, what was found and what was expected",
    arguments: refusals)
  func refused(_ text: String, _ line: Int, _ message: String) {
    do throws(KeyValueError) {
      _ = try parse(text)
      Issue.record("taken: \(text)")
    } catch {
      #expect(error.file == "x.table")
      #expect(error.line == line, "\(error)")
      #expect(error.description.contains(message), "\(error)")
    }
  }

  @Test(
    "a hole may lie by a start, over one while it turns, and beside the table while it turns",
    arguments: [
      "hole = 0 10 10 mm\n", "hole = 5 5 9 mm\nturn-rate = 1 deg/s\n",
      "hole = 90 10 6 mm\nturn-rate = 1 deg/s\n", "hole = 65 10 6 mm\n",
      "capture = speed\nhole = 10 10 8 mm\n", "title = \(String(repeating: "ä", count: 80))\n",
    ])
  func taken(_ lines: String) throws {
    _ = try parse(Self.head + lines + "[map]\nS..\n")
  }

  @Test("a map of 256 by 256 is taken, a column or row more is refused, and so is a longer file")
  func limits() throws {
    func text(columns: Int, rows: Int) -> String {
      let row = String(repeating: ".", count: columns)
      let rest = Array(repeating: row, count: rows - 1)
      return "game = maze\ncell = 20 mm\nball-radius = 8 mm\n[map]\n"
        + (["S" + row.dropFirst()] + rest).joined(separator: "\n") + "\n"
    }
    #expect(try parse(text(columns: 256, rows: 256)).blocks.rows == 256)
    #expect(throws: KeyValueError.self) { try parse(text(columns: 257, rows: 1)) }
    do throws(KeyValueError) {
      _ = try parse(text(columns: 1, rows: 257))
      Issue.record("257 rows were taken")
    } catch {
      #expect(error.line == 4 + 257)
    }
    let comment = String(repeating: "# " + String(repeating: "x", count: 1021) + "\n", count: 256)
    #expect(comment.utf8.count == Table.maximumFileLength)
    #expect(throws: KeyValueError.self) { try parse(comment + text(columns: 2, rows: 2)) }
  }

  @Test("no byte of a file that is changed, taken out or doubled traps")
  func mutations() throws {
    let original = Array(
      """
      game = holes
      cell = 20 mm
      ball-radius = 8 mm
      hole-radius = 9 mm
      capture = pull
      pull = 0.18 m/s²
      brake = 13.5 1/s
      pivot = 15 9 mm
      turn-rate = 180 °/s
      start = 30 10 mm 0.5 -0.2 m/s
      time = 9 s
      goal = 7
      [map]
      #..SFF
      ...OFF
      """.utf8)
    _ = try Table.parse(original, file: "x", name: "x")
    let values: [UInt8] = [0, 9, 10, 13, 32, 34, 35, 45, 46, 48, 57, 61, 70, 83, 91, 101, 128, 255]
    var taken = 0
    func offer(_ bytes: [UInt8]) {
      if let table = try? Table.parse(bytes, file: "x", name: "x") {
        taken += 1
        #expect(table.start.count <= 4)
      }
    }
    for index in original.indices {
      for value in values {
        var bytes = original
        bytes[index] = value
        offer(bytes)
      }
      offer(Array(original[..<index]))
      offer(Array(original[..<index] + original[(index + 1)...]))
      offer(Array(original[...index] + original[index...]))
    }
    #expect(taken > 100)
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
