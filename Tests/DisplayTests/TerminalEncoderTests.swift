// SPDX-License-Identifier: MIT

import Display
import Support
import Testing
import Wire

@Suite("Terminal encoder")
struct TerminalEncoderTests {
  private static func randomGrid(
    _ columns: Int, _ rows: Int, like old: CellGrid?, _ random: inout SplitMix64
  ) -> CellGrid {
    let inks: [Ink] = [
      .standard, .basic(1), .basic(9), .basic(15), .indexed(0), .indexed(16), .indexed(255),
      .exact(Color(0, 0, 0)), .exact(Color(255, 255, 255)), .exact(Color(1, 2, 3)),
    ]
    let glyphs: [Unicode.Scalar] = [" ", " ", "▀", "▀", "▀", "a", "é", "→", "@"]
    var grid = old ?? CellGrid(columns: columns, rows: rows)
    // Few changes, many changes, or a row's end that becomes empty.
    let share = [3, 30, 100].randomElement(using: &random) ?? 3
    for row in 0..<rows {
      for column in 0..<columns where Int.random(in: 0..<100, using: &random) < share {
        let glyph = glyphs.randomElement(using: &random) ?? " "
        let foreground = inks.randomElement(using: &random) ?? .standard
        let background = inks.randomElement(using: &random) ?? .standard
        grid[column, row] =
          glyph == "▀"
          ? Cell(upper: foreground, lower: background)
          : Cell(glyph, foreground: foreground, background: background)
      }
      if Int.random(in: 0..<5, using: &random) == 0 {
        for column in Int.random(in: 0..<columns, using: &random)..<columns {
          grid[column, row] = .blank
        }
      }
    }
    return grid
  }

  @Test(
    "the bytes, applied by a terminal, give the new cells: random screens of any size",
    arguments: [(1, 1), (2, 1), (1, 5), (3, 2), (17, 9), (80, 24)])
  func roundTrip(columns: Int, rows: Int) {
    var random = SplitMix64(seed: UInt64(columns * 1000 + rows))
    for isSynchronized in [true, false] {
      var encoder = TerminalEncoder(isSynchronized: isSynchronized)
      var terminal = VirtualTerminal(columns: columns, rows: rows)
      terminal.feed("\u{1B}[?7l".utf8)
      var old: CellGrid?
      for round in 0..<60 {
        if round % 20 == 19 { old = nil }
        let new = Self.randomGrid(columns, rows, like: old, &random)
        terminal.feed(encoder.encode(from: old, to: new))
        guard terminal.grid.normalized == new.normalized, terminal.strange.isEmpty else {
          Issue.record("round \(round): \(terminal.strange) \(terminal.grid.text) \(new.text)")
          return
        }
        #expect(!terminal.modes.contains(2026))
        old = new
      }
    }
  }

  @Test(
    "every depth, glyph and size, and from one size to the next: the terminal shows what was painted",
    arguments: ColorDepth.allCases, Glyphs.allCases)
  func painted(depth: ColorDepth, glyphs: Glyphs) {
    var painter = CellPainter(Capabilities(depth: depth, glyphs: glyphs))
    var encoder = TerminalEncoder(isSynchronized: true)
    var terminal = VirtualTerminal(columns: 80, rows: 24)
    terminal.feed("\u{1B}[?7l".utf8)
    var menu = Examples.mazeScene(phase: .paused)
    menu.menu = Menu(mayControl: true)
    let scenes = [
      Examples.scene(), Examples.mazeScene(), menu, Examples.holesScene(), Examples.threeBalls(),
      Examples.scene(x: 0.2, phase: .paused),
    ]
    var old: CellGrid?
    for (columns, rows) in [
      (80, 24), (81, 24), (24, 8), (20, 5), (1, 1), (300, 100), (80, 24), (24, 80),
    ] {
      if old != nil { terminal.resize(columns: columns, rows: rows) }
      for scene in scenes {
        let new = painter.paint(scene, columns: columns, rows: rows)
        terminal.feed(encoder.encode(from: old, to: new))
        #expect(terminal.grid.normalized == new.normalized, "\(columns)x\(rows)")
        #expect(terminal.strange.isEmpty, "\(terminal.strange)")
        old = new
      }
    }
  }

  @Test("nothing is written when nothing changed")
  func silent() {
    var painter = CellPainter(Capabilities(depth: .truecolor, glyphs: .half))
    let grid = painter.paint(Examples.scene(), columns: 80, rows: 24)
    var encoder = TerminalEncoder(isSynchronized: true)
    #expect(!encoder.encode(from: nil, to: grid).isEmpty)
    #expect(encoder.encode(from: grid, to: grid).isEmpty)
    // Time passes in the scene, but not by a second.
    var later = Examples.scene()
    later.time += 0.5
    #expect(
      encoder.encode(from: grid, to: painter.paint(later, columns: 80, rows: 24)).isEmpty)
  }

  @Test("one changed cell costs a move, its inks and itself")
  func oneCell() {
    var encoder = TerminalEncoder(isSynchronized: false)
    let old = CellGrid(columns: 80, rows: 24)
    _ = encoder.encode(from: nil, to: old)
    var new = old
    new[4, 2] = Cell("x", foreground: .basic(3))
    #expect(encoder.encode(from: old, to: new) == Array("\u{1B}[3;5H\u{1B}[33mx".utf8))
  }

  @Test("a full block stands for a space only before a colour like its own: fonts leave hairlines")
  func fullBlock() {
    let wood = Ink.exact(Color(98, 64, 38))
    for (behind, isUsed) in [
      (Ink.exact(Color(84, 54, 32)), true), (.exact(Color(16, 11, 9)), false),
      (.basic(3), false), (.standard, false),
    ] {
      var encoder = TerminalEncoder(isSynchronized: false)
      let old = CellGrid(columns: 8, rows: 1)
      _ = encoder.encode(from: nil, to: old)
      var new = old
      // The pen has wood in its foreground when the second cell is written.
      new[0, 0] = Cell("x", foreground: wood, background: behind)
      new[1, 0] = Cell(" ", background: wood)
      let text = String(decoding: encoder.encode(from: old, to: new), as: UTF8.self)
      #expect(text.contains("█") == isUsed, "\(behind)")
    }
  }

  @Test("of 256 colours only greys are like their neighbours")
  func fullBlockIndexed() {
    for (pen, behind, isUsed) in [
      (240, 244, true), (244, 240, true), (240, 245, false), (232, 236, true), (233, 231, false),
      (20, 19, false), (58, 59, false),
    ] as [(UInt8, UInt8, Bool)] {
      var encoder = TerminalEncoder(isSynchronized: false)
      let old = CellGrid(columns: 8, rows: 1)
      _ = encoder.encode(from: nil, to: old)
      var new = old
      new[0, 0] = Cell("x", foreground: .indexed(pen), background: .indexed(behind))
      new[1, 0] = Cell(" ", background: .indexed(pen))
      let text = String(decoding: encoder.encode(from: old, to: new), as: UTF8.self)
      #expect(text.contains("█") == isUsed, "\(pen) on \(behind)")
    }
  }

  @Test("a frame begins and ends with mode 2026, but not on a terminal that would print it")
  func synchronized() {
    var new = CellGrid(columns: 8, rows: 2)
    new[1, 1] = Cell("x")
    var with = TerminalEncoder(isSynchronized: true)
    let bytes = String(decoding: with.encode(from: nil, to: new), as: UTF8.self)
    #expect(bytes.hasPrefix("\u{1B}[?2026h") && bytes.hasSuffix("\u{1B}[?2026l"))
    var without = TerminalEncoder(isSynchronized: false)
    #expect(!String(decoding: without.encode(from: nil, to: new), as: UTF8.self).contains("2026"))
  }

  /// Bytes a frame: the average and the most, over a ball's way across the table at 30 frames/s.
  private static func cost(
    depth: ColorDepth, radiusInPixels: Double, speedInPixels: Double
  ) -> (average: Double, most: Int) {
    var report = Examples.table
    // At 80x24 the playing area is 40 pixels high.
    let pixel = report.height / 40
    report.ballRadius = radiusInPixels * pixel
    var scene = Examples.scene()
    scene.table = Scene.Table(report)
    var painter = CellPainter(Capabilities(depth: depth, glyphs: .half))
    var encoder = TerminalEncoder(isSynchronized: true)
    var (x, y) = (0.05, 0.05)
    var (vx, vy) = (speedInPixels * pixel * 0.8 / 30, speedInPixels * pixel * 0.6 / 30)
    var old: CellGrid?
    var (sum, most) = (0, 0)
    let frames = 600
    for frame in 0...frames {
      (x, y) = (x + vx, y + vy)
      if x < report.ballRadius || x > report.width - report.ballRadius { vx = -vx }
      if y < report.ballRadius || y > report.height - report.ballRadius { vy = -vy }
      scene.balls = [Scene.Ball(x: x, y: y)]
      scene.time = Double(frame) / 30
      let new = painter.paint(scene, columns: 80, rows: 24)
      let bytes = encoder.encode(from: old, to: new).count
      if old != nil { (sum, most) = (sum + bytes, max(most, bytes)) }
      old = new
    }
    return (Double(sum) / Double(frames), most)
  }

  @Test(
    "a rolling ball costs at most 0.6 KB a frame on average at 80x24 in truecolour",
    arguments: [(1.5, 21.0), (2.0, 21.0), (2.5, 21.0), (2.5, 7.0), (2.0, 60.0)])
  func budget(radius: Double, speed: Double) {
    let cost = Self.cost(depth: .truecolor, radiusInPixels: radius, speedInPixels: speed)
    print("radius \(radius) px, \(speed) px/s: \(cost.average) bytes a frame, at most \(cost.most)")
    #expect(cost.average <= 600)
    #expect(cost.average > 50, "a picture that doesn't move proves nothing")
  }

  @Test("fewer colours cost fewer bytes")
  func cheaper() {
    let exact = Self.cost(depth: .truecolor, radiusInPixels: 2.5, speedInPixels: 21)
    let indexed = Self.cost(depth: .indexed, radiusInPixels: 2.5, speedInPixels: 21)
    let basic = Self.cost(depth: .sixteen, radiusInPixels: 2.5, speedInPixels: 21)
    print("256 colours: \(indexed), 16 colours: \(basic)")
    #expect(indexed.average < exact.average * 0.75)
    #expect(basic.average < indexed.average)
  }
}
