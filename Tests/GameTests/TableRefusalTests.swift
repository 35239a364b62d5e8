// SPDX-License-Identifier: MIT

import Game
import KeyValue
import Physics
import Testing

@Suite("table files that are refused")
struct TableRefusalTests {
  private static let head = "game = maze\ncell = 20 mm\nball-radius = 8 mm\n"

  private func parse(_ text: String) throws(KeyValueError) -> Table {
    try Table.parse(text: text, file: "x.table", name: "x")
  }

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

  @Test("holes that will turn once the flag is reached may lie beside the table as well")
  func willTurn() throws {
    let game = "game = holes\n" + Self.head.dropFirst("game = maze\n".count)
    let map = "[map]\nF.S\n"
    _ = try parse(game + "hole = 90 10 6 mm\nturn-step = 1 deg/s\n" + map)
    #expect(throws: KeyValueError.self) { try parse(game + "hole = 90 10 6 mm\n" + map) }
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
}
