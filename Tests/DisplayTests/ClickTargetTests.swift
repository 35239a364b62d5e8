// SPDX-License-Identifier: MIT

import Display
import Testing
import Wire

@Suite("What lies under the mouse")
struct ClickTargetTests {
  /// Each of the painters; the pixels without shadows, which reach beyond their blocks.
  private static let depths: [Capabilities] = [
    Capabilities(depth: .sixteen, glyphs: .half), Capabilities(depth: .sixteen, glyphs: .ascii),
    Capabilities(depth: .none, glyphs: .half),
  ]

  /// The cells of the screen that look different once a block has been put down.
  private func changed(_ before: CellGrid, _ after: CellGrid) -> [(column: Int, row: Int)] {
    var found: [(column: Int, row: Int)] = []
    for row in 0..<before.rows {
      for column in 0..<before.columns where before[column, row] != after[column, row] {
        found.append((column, row))
      }
    }
    return found
  }

  @Test("a click on what a block looks like toggles that block", arguments: depths)
  func blocks(capabilities: Capabilities) throws {
    for (columns, rows) in [(80, 24), (60, 40), (200, 60)] {
      var painter = CellPainter(capabilities)
      var scene = Examples.mazeScene()
      scene.table?.blocks?.clear()
      scene.balls = []
      let empty = painter.paint(scene, columns: columns, rows: rows)
      for (x, y) in [(0, 0), (11, 11), (5, 7), (11, 0), (3, 10)] {
        var other = scene
        other.table?.blocks?[x, y] = true
        let cells = changed(empty, painter.paint(other, columns: columns, rows: rows))
        #expect(!cells.isEmpty)
        // The middle of what has changed.
        let middle = (
          cells.map(\.column).reduce(0, +) / cells.count,
          cells.map(\.row).reduce(0, +) / cells.count
        )
        #expect(
          painter.target(
            scene, columns: columns, rows: rows, atColumn: middle.0, row: middle.1)
            == .cell(column: x, row: y), "\(columns)x\(rows) \(x) \(y) \(middle)")
      }
    }
  }

  @Test("every cell of the screen is something, and every block can be hit", arguments: depths)
  func everywhere(capabilities: Capabilities) {
    let painter = CellPainter(capabilities)
    var hit: Set<ClickTarget> = []
    let scene = Examples.mazeScene()
    for row in -1...24 {
      for column in -1...80 {
        let target = painter.target(
          scene, columns: 80, rows: 24, atColumn: column, row: row)
        hit.insert(target)
        if row == 0 || row == 23 { #expect(target == .bar) }
        if case .cell(let x, let y) = target {
          #expect((0..<12).contains(x) && (0..<12).contains(y))
        }
      }
    }
    #expect(hit.count == 12 * 12 + 2)
    // No grid, no table, or a screen that says that it is too small.
    for (scene, columns) in [(Scene(), 80), (scene, 20)] {
      let target = painter.target(
        scene, columns: columns, rows: 24, atColumn: 10, row: 12)
      #expect(target == .nothing)
    }
    for (column, target) in [(1, ClickTarget.nothing), (40, .floor)] {
      #expect(
        painter.target(Examples.scene(), columns: 80, rows: 24, atColumn: column, row: 12)
          == target)
    }
  }

  @Test("an entry of the menu is hit where its words stand, also in a list that is cut off")
  func entries() throws {
    for (columns, rows) in [(80, 24), (24, 8)] {
      var menu = Menu(mayControl: true, current: "table20")
      menu.take(
        TableList(tables: (1...30).map { TableList.Entry(name: "table\($0)", game: "maze") }))
      _ = menu.take(.pick(2))
      var scene = Examples.scene()
      scene.menu = menu
      var painter = CellPainter(Capabilities(depth: .none, glyphs: .ascii))
      let text = painter.paint(scene, columns: columns, rows: rows).text
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let row = try #require(
        lines.firstIndex { $0.contains("> table20 ") || $0.hasSuffix("> table20") })
      func target(_ row: Int) -> ClickTarget {
        painter.target(scene, columns: columns, rows: rows, atColumn: columns / 2, row: row)
      }
      #expect(target(row) == .entry(20) && target(row - 1) == .entry(19))
      // The title is no entry; beside the panel there is nothing.
      #expect(target(try #require(lines.firstIndex { $0.contains("tables 20/30") })) == .nothing)
      #expect(
        painter.target(scene, columns: columns, rows: rows, atColumn: 0, row: row) == .nothing)
    }
  }
}
