// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Display

@Suite("Layout")
struct LayoutTests {
  private static let shapes: [(Double, Double)] = [
    (0.32, 0.24), (0.24, 0.32), (1, 1), (100, 1), (1, 100), (0.001, 0.001), (1000, 1000),
  ]

  private func table(_ width: Double, _ height: Double) throws -> Scene.Table {
    try #require(
      Scene.Table(
        TableReport(
          name: "t", hash: "", game: "marble", width: width, height: height,
          ballRadius: min(width, height) / 10)))
  }

  @Test("table and frame lie between the two lines of text, whatever the size and the grid")
  func inside() throws {
    let grids = [nil, BlockGrid(columns: 12, rows: 9), BlockGrid(columns: 256, rows: 256)]
    for ((width, height), blocks) in Self.shapes.flatMap({ shape in grids.map { (shape, $0) } }) {
      var table = try table(width, height)
      table.blocks = blocks
      for columns in [24, 25, 40, 80, 81, 200, 1000] {
        for rows in [8, 9, 12, 24, 25, 60, 333] {
          for rowsOnly in [false, true] {
            let layout = Layout(table: table, columns: columns, rows: rows, rowsOnly: rowsOnly)
            #expect(layout.left - layout.frameX >= 0)
            #expect(layout.left + layout.width + layout.frameX <= columns)
            #expect(layout.top - layout.frameY >= 2)
            #expect(layout.top + layout.height + layout.frameY <= 2 * (rows - 1))
            #expect(layout.width >= 1 && layout.height >= 1)
            if rowsOnly {
              #expect(layout.top % 2 == 0 && layout.height % 2 == 0)
            }
          }
        }
      }
    }
  }

  @Test("the table keeps its shape to a pixel, and fills one direction")
  func shape() throws {
    let table = try table(0.32, 0.24)
    for (columns, rows) in [(24, 8), (80, 24), (132, 43), (200, 60), (60, 60)] {
      let layout = Layout(table: table, columns: columns, rows: rows, rowsOnly: false)
      let wanted = Double(layout.height) * 0.32 / 0.24
      #expect(abs(Double(layout.width) - wanted) <= 1.4)
      let fillsX = layout.width + 2 * layout.frameX >= columns - 1
      let fillsY = layout.height + 2 * layout.frameY >= 2 * (rows - 2) - 1
      #expect(fillsX || fillsY)
    }
  }

  @Test("the table is in the middle")
  func middle() throws {
    let layout = Layout(
      table: try table(0.24, 0.24), columns: 80, rows: 24, rowsOnly: false)
    #expect(abs(layout.left - (80 - layout.left - layout.width)) <= 1)
  }

  @Test("a ball at a wall touches the frame and doesn't enter it")
  func touching() throws {
    let table = try table(0.32, 0.24)
    let layout = Layout(table: table, columns: 80, rows: 24, rowsOnly: false)
    let scale = layout.scale(of: table)
    #expect(abs(table.width * scale.x - Double(layout.width)) < 1e-9)
    #expect(abs(table.height * scale.y - Double(layout.height)) < 1e-9)
  }
}
