// SPDX-License-Identifier: MIT

import Display
import Testing
import Wire

@Suite("Cell painter")
struct CellPainterTests {
  private static let all: [Capabilities] = ColorDepth.allCases.flatMap { depth in
    Glyphs.allCases.map { Capabilities(depth: depth, glyphs: $0) }
  }

  /// The light of a truecolour picture's pixels, as far as they differ from another picture's.
  private func difference(_ first: CellGrid, _ second: CellGrid) -> [(x: Int, y: Int, by: Double)] {
    func brightness(_ ink: Ink) -> Double {
      switch ink {
      case .exact(let color): Double(color.red) + Double(color.green) + Double(color.blue)
      case .indexed(let index) where index >= 232: 3 * Double(8 + 10 * Int(index - 232))
      // The cube's greys: all three channels alike.
      case .indexed(let index) where index >= 16 && (index - 16) % 43 == 0:
        3 * [0.0, 95, 135, 175, 215, 255][Int(index - 16) / 43]
      default: 0
      }
    }
    func pixels(_ cell: Cell) -> [Double] {
      let upper = cell.glyph == "▀" ? cell.foreground : cell.background
      let lower = cell.glyph == "▄" ? cell.foreground : cell.background
      return [brightness(upper), brightness(lower)]
    }
    var found: [(x: Int, y: Int, by: Double)] = []
    for row in 1..<first.rows - 1 {
      for column in 0..<first.columns {
        let (a, b) = (pixels(first[column, row]), pixels(second[column, row]))
        for half in 0..<2 where a[half] != b[half] {
          found.append((column, 2 * row + half, a[half] - b[half]))
        }
      }
    }
    return found
  }

  @Test("the ball is drawn where the state says, to a quarter of a pixel: it glides")
  func subPixel() throws {
    var painter = CellPainter(Capabilities(depth: .truecolor, glyphs: .half))
    var empty = Examples.scene()
    empty.balls = []
    let background = painter.paint(empty, columns: 80, rows: 24)
    // At 80x24 the table is 53 x 40 pixels in a frame of 2, its left edge at column 13, its upper
    // one at pixel 4.
    let (scaleX, scaleY) = (53 / 0.32, 40 / 0.24)
    var offsets: [(x: Double, y: Double)] = []
    for step in 0...40 {
      let (x, y) = (0.12 + Double(step) * 0.1 / scaleX, 0.1 + Double(step) * 0.07 / scaleY)
      let picture = painter.paint(Examples.scene(x: x, y: y), columns: 80, rows: 24)
      // The middle of the light that the ball adds, against the ball's: a little up and left of it,
      // since the light comes from there and the shadow lies opposite, but always by the same.
      let added = difference(picture, background).filter { $0.by > 0 }
      let weight = added.reduce(0) { $0 + $1.by }
      let middleX = added.reduce(0) { $0 + (Double($1.x) + 0.5) * $1.by } / weight
      let middleY = added.reduce(0) { $0 + (Double($1.y) + 0.5) * $1.by } / weight
      offsets.append((middleX - (13 + x * scaleX), middleY - (4 + y * scaleY)))
    }
    let meanX = offsets.reduce(0) { $0 + $1.x } / 41
    let meanY = offsets.reduce(0) { $0 + $1.y } / 41
    #expect(abs(meanX) < 0.7 && abs(meanY) < 0.7)
    for offset in offsets {
      #expect(abs(offset.x - meanX) < 0.25 && abs(offset.y - meanY) < 0.25)
    }
  }

  @Test("the ball is the lightest thing on the table in every depth of colour")
  func contrast() {
    func lightness(_ ink: Ink) -> Double {
      switch ink {
      case .exact(let c): 0.3 * Double(c.red) + 0.6 * Double(c.green) + 0.1 * Double(c.blue)
      case .indexed(let index) where index >= 232: Double(8 + 10 * Int(index - 232))
      default: 0
      }
    }
    var painter = CellPainter(Capabilities(depth: .truecolor, glyphs: .half))
    var scene = Examples.scene()
    let with = painter.paint(scene, columns: 80, rows: 24)
    scene.balls = []
    let without = painter.paint(scene, columns: 80, rows: 24)
    func most(_ grid: CellGrid) -> Double {
      var inks: [Ink] = []
      for row in 3..<20 {
        for column in 16..<60 {
          inks += [grid[column, row].foreground, grid[column, row].background]
        }
      }
      return inks.map(lightness).max() ?? 0
    }
    // Three times as light as the lightest wood, in encoded values: no hue is needed to see it.
    #expect(most(with) > 2.5 * most(without))
  }

  @Test("a ball outside of the table, at infinity or nowhere is no trap, and neither are many")
  func oddBalls() {
    let places = [0, -1, 1e300, -1e300, .infinity, -.infinity, .nan, 0.32, 0.24, 1e-300]
    for capabilities in Self.all {
      var painter = CellPainter(capabilities)
      for x in places {
        for y in places {
          let grid = painter.paint(Examples.scene(x: x, y: y), columns: 40, rows: 12)
          #expect(grid.columns == 40)
        }
      }
    }
  }

  @Test("every size from 1x1 on is drawn or says which size is needed")
  func sizes() {
    for capabilities in Self.all {
      var painter = CellPainter(capabilities)
      for columns in [1, 2, 5, 10, 17, 18, 20, 23, 24, 25, 80, 200] {
        for rows in [1, 2, 3, 5, 7, 8, 9, 24, 60] {
          for scene in [Examples.mazeScene(), Examples.holesScene(), Examples.threeBalls()] {
            let grid = painter.paint(scene, columns: columns, rows: rows)
            #expect(grid.columns == columns && grid.rows == rows)
          }
          var scene = Examples.scene(phase: .paused)
          let grid = painter.paint(scene, columns: columns, rows: rows)
          #expect(grid.columns == columns && grid.rows == rows)
          if columns < 24 || rows < 8, columns >= 5, rows >= 2 {
            #expect(grid.text.contains("24x8"), "\(columns)x\(rows)")
          }
          scene.showsHelp = true
          scene.notice = String(repeating: "long ", count: 100)
          _ = painter.paint(scene, columns: columns, rows: rows)
        }
      }
    }
  }

  @Test("a panel makes way for the ball under it, but not for one elsewhere, and clicks follow it")
  func panelMakesWay() {
    for glyphs in Glyphs.allCases {
      var painter = CellPainter(Capabilities(depth: .none, glyphs: glyphs))
      func row(_ x: Double, _ y: Double, _ phase: Phase) -> Int {
        let text = painter.paint(Examples.scene(x: x, y: y, phase: phase), columns: 80, rows: 24)
        let rows = text.text.split(separator: "\n", omittingEmptySubsequences: false)
        return rows.dropFirst().firstIndex { $0.contains("paused") || $0.contains("no sensor yet") }
          ?? 0
      }
      // The table's middle is at (0.16, 0.12); the panel has 4 rows there, of 22 mm each at most.
      let middle = row(0.02, 0.02, .noSensor)
      #expect((9...12).contains(middle))
      #expect(row(0.16, 0.12, .noSensor) > middle + 3)
      #expect(row(0.16, 0.12, .paused) > middle + 3)
      #expect(row(0.16, 0.22, .noSensor) == middle)
      // Where a ball lies above it as well, nothing is won.
      var scene = Examples.scene(x: 0.16, y: 0.12, phase: .paused)
      scene.balls += [Scene.Ball(x: 0.16, y: 0.2), Scene.Ball(x: 0.16, y: 0.04)]
      let grid = painter.paint(scene, columns: 80, rows: 24)
      #expect(grid.text.split(separator: "\n")[middle].contains("paused"))
      #expect(
        painter.target(scene, columns: 80, rows: 24, atColumn: 40, row: middle) == .nothing)
    }
  }

  @Test("names can't move the cursor or break a line")
  func control() {
    var report = Examples.table
    report.name = "a\u{1B}[2Jb\nc\u{200B}d\u{301}"
    var scene = Examples.scene()
    scene.table = Scene.Table(report)
    scene.notice = "\u{9B}31m\u{202E}"
    var painter = CellPainter(Capabilities(depth: .none, glyphs: .half))
    let grid = painter.paint(scene, columns: 80, rows: 24)
    #expect(grid.text.contains("a?[2Jb?c?d?"))
    #expect(grid.text.contains("?31m?"))
    #expect(grid.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
  }

  @Test("ASCII means ASCII, in colour or not, with every panel")
  func ascii() {
    for depth in ColorDepth.allCases {
      var painter = CellPainter(Capabilities(depth: depth, glyphs: .ascii))
      for phase in [
        Phase.rolling, .paused, .noSensor, .stalled, .finished, .won, .lost, .captured, .countdown,
      ] {
        for link in [Scene.Link.control, .view, .connecting, .lost("gone")] {
          for showsHelp in [false, true] {
            for other in [Examples.mazeScene(phase: phase), Examples.holesScene(phase: phase)] {
              #expect(
                painter.paint(other, columns: 80, rows: 24).text.utf8.allSatisfy { $0 < 0x7F })
            }
            var scene = Examples.scene(phase: phase)
            scene.link = link
            scene.showsHelp = showsHelp
            let text = painter.paint(scene, columns: 80, rows: 24).text
            #expect(text.utf8.allSatisfy { $0 < 0x7F })
            if phase == .rolling, link == .control, !showsHelp { #expect(text.contains("@")) }
          }
        }
      }
    }
  }

  @Test("painting depends on nothing that was painted before")
  func pure() {
    for capabilities in Self.all {
      var used = CellPainter(capabilities)
      for (columns, rows) in [(80, 24), (24, 8), (5, 5), (80, 24)] {
        var other = Examples.scene(x: 0.2, phase: .paused)
        other.table?.width = 0.2
        var opened = Examples.mazeScene()
        opened.table?.blocks?.clear()
        for before in [other, opened, Examples.threeBalls()] {
          for scene in [Examples.scene(), Examples.mazeScene(), Examples.holesScene()] {
            _ = used.paint(before, columns: columns, rows: rows)
            var fresh = CellPainter(capabilities)
            #expect(
              used.paint(scene, columns: columns, rows: rows)
                == fresh.paint(scene, columns: columns, rows: rows))
          }
        }
      }
    }
  }
}
