// SPDX-License-Identifier: MIT

import Support
import Testing
import Wire

@testable import Display

@Suite("Blocks on the screen")
struct BlockTests {
  /// A square table of 1 m with these rows of blocks.
  private func scene(_ rows: [String]) -> Scene {
    var scene = Examples.scene()
    scene.table = Scene.Table(
      TableReport(
        name: "t", hash: "", game: "maze", width: 1, height: 1, ballRadius: 0.02,
        blocks: BlockGrid(rows: rows)))
    scene.balls = []
    return scene
  }

  private func grid(_ columns: Int, _ rows: Int, _ random: inout SplitMix64) throws -> BlockGrid {
    var grid = try #require(BlockGrid(columns: columns, rows: rows))
    for row in 0..<rows {
      for column in 0..<columns { grid[column, row] = random.next() % 2 == 0 }
    }
    return grid
  }

  /// The two pixels of a cell, the upper one first.
  private func pixels(_ cell: Cell) -> [Ink] {
    [
      cell.glyph == "▀" ? cell.foreground : cell.background,
      cell.glyph == "▄" ? cell.foreground : cell.background,
    ]
  }

  private func pixel(_ grid: CellGrid, _ x: Int, _ y: Int) -> Ink {
    pixels(grid[x, y / 2])[y % 2]
  }

  @Test("blocks cover as much of the pixels as of the table, whatever the sizes")
  func area() throws {
    var random = SplitMix64(seed: 3)
    for (columns, rows) in [(1, 1), (3, 2), (12, 12), (7, 5), (256, 256), (256, 1)] {
      for (width, height) in [(1, 1), (2, 3), (40, 40), (36, 24), (53, 41), (300, 200)] {
        let blocks = try grid(columns, rows, &random)
        let cover = BlockCover(blocks, width: width, height: height, isSharp: false)
        let shares = (0..<height).flatMap { y in (0..<width).map { x in cover[x, y] } }
        #expect(shares.allSatisfy { $0 >= 0 && $0 <= 1 })
        let covered = shares.reduce(0) { $0 + Double($1) }
        let count = blocks.lines.joined().filter { $0 == "#" }.count
        let expected = Double(count) / Double(columns * rows) * Double(width * height)
        #expect(abs(covered - expected) <= 0.002 * Double(width * height))
      }
    }
  }

  @Test("flush blocks have no seam: a full grid covers each pixel wholly")
  func noSeam() throws {
    for (columns, rows) in [(12, 12), (7, 5), (256, 256), (31, 1)] {
      let lines = Array(repeating: String(repeating: "#", count: columns), count: rows)
      let blocks = try #require(BlockGrid(rows: lines))
      for (width, height) in [(40, 40), (53, 41), (10, 10)] {
        let cover = BlockCover(blocks, width: width, height: height, isSharp: false)
        #expect((0..<height).allSatisfy { y in (0..<width).allSatisfy { x in cover[x, y] == 1 } })
      }
    }
    // And in the picture: along a wall of flush blocks each row of pixels has one colour.
    let wall = scene([".....", ".....", "#####", ".....", "....."])
    var painter = CellPainter(Capabilities(depth: .truecolor, glyphs: .half))
    let picture = painter.paint(wall, columns: 80, rows: 24)
    // 40 x 40 pixels, so that a cell has 8: the wall is at the rows 16 to 23 below the frame.
    for y in 4 + 16..<4 + 24 {
      for x in 21..<59 { #expect(pixel(picture, x, y) == pixel(picture, 21, y), "\(x) \(y)") }
    }
    #expect(pixel(picture, 30, 4 + 16) != pixel(picture, 30, 4 + 20), "an edge in the light")
    #expect(pixel(picture, 30, 4 + 23) != pixel(picture, 30, 4 + 20), "an edge in the shade")
  }

  @Test("a block is drawn in its cell, with its shadow to the right and below", arguments: [8, 5])
  func place(count: Int) throws {
    let lines = Array(repeating: String(repeating: ".", count: count), count: count)
    var painter = CellPainter(Capabilities(depth: .truecolor, glyphs: .half))
    let empty = painter.paint(scene(lines), columns: 80, rows: 24)
    let side = 40 / count
    for (column, row) in [(0, 0), (1, 2), (count - 1, count - 1), (count - 1, 0), (3, 3)] {
      var scene = scene(lines)
      scene.table?.blocks?[column, row] = true
      let picture = painter.paint(scene, columns: 80, rows: 24)
      let (left, top) = (20 + column * side, 4 + row * side)
      for y in 4..<44 {
        for x in 20..<60 {
          let isChanged = pixel(picture, x, y) != pixel(empty, x, y)
          let isInside = x >= left && x < left + side && y >= top && y < top + side
          let isNear = x >= left && x < left + side + 2 && y >= top && y < top + side + 2
          if isInside { #expect(isChanged, "\(x) \(y)") }
          if !isNear { #expect(!isChanged, "\(x) \(y)") }
        }
      }
    }
  }

  @Test("each cell is a block or none in characters too, with colours or without")
  func characters() throws {
    var random = SplitMix64(seed: 11)
    for (depth, glyphs, block) in [
      (ColorDepth.none, Glyphs.ascii, "#"), (.sixteen, .ascii, "#"), (.none, .half, "▒"),
    ] as [(ColorDepth, Glyphs, Unicode.Scalar)] {
      var painter = CellPainter(Capabilities(depth: depth, glyphs: glyphs))
      let blocks = try grid(10, 10, &random)
      let picture = painter.paint(scene(blocks.lines), columns: 80, rows: 24)
      // 40 x 20 characters: a cell has 4 x 2 of them.
      for row in 0..<20 {
        for column in 0..<40 {
          let isBlock = picture[20 + column, 2 + row].glyph == block
          #expect(isBlock == blocks[column / 4, row / 2], "\(column) \(row)")
        }
      }
    }
  }

  @Test("two rows of cells fit into a row of characters where there is no more room")
  func crowded() throws {
    for (glyphs, upper, lower, both) in [
      (Glyphs.ascii, "\"", "_", "#"), (.half, "▀", "▄", "▒"),
    ] as [(Glyphs, Unicode.Scalar, Unicode.Scalar, Unicode.Scalar)] {
      var random = SplitMix64(seed: 5)
      let blocks = try grid(12, 12, &random)
      var painter = CellPainter(Capabilities(depth: .none, glyphs: glyphs))
      let picture = painter.paint(scene(blocks.lines), columns: 24, rows: 8)
      for row in 0..<6 {
        for column in 0..<12 {
          let wanted: Unicode.Scalar =
            switch (blocks[column, 2 * row], blocks[column, 2 * row + 1]) {
            case (true, true): both
            case (true, false): upper
            case (false, true): lower
            case (false, false): " "
            }
          #expect(picture[6 + column, 1 + row].glyph == wanted)
        }
      }
    }
  }

  @Test("the cells of a grid measure whole pixels where that costs little room")
  func wholeCells() throws {
    for (columns, rows, cells, expected) in [
      (80, 24, 12, 36), (80, 24, 10, 40), (24, 8, 12, 12), (24, 8, 10, 10), (200, 60, 12, 108),
      (80, 24, 20, 40), (80, 24, 24, 40), (80, 24, 256, 40),
    ] {
      let lines = Array(repeating: String(repeating: ".", count: cells), count: cells)
      let table = try #require(scene(lines).table)
      let layout = Layout(table: table, columns: columns, rows: rows, rowsOnly: false)
      #expect(layout.width == expected && layout.height == expected, "\(columns) \(cells)")
    }
  }

  @Test("a ball rolling between 256 x 256 blocks changes the cells around it alone")
  func smallDifference() throws {
    var random = SplitMix64(seed: 8)
    var scene = scene(try grid(256, 256, &random).lines)
    var painter = CellPainter(Capabilities(depth: .truecolor, glyphs: .half))
    var last: CellGrid?
    for step in 0..<50 {
      scene.balls = [Scene.Ball(x: 0.3 + 0.005 * Double(step), y: 0.4)]
      let picture = painter.paint(scene, columns: 200, rows: 60)
      if let last {
        let changed = zip(picture.cells, last.cells).filter { $0 != $1 }.count
        // The ball has a radius of 2.2 pixels, its shadow one more, and moves by half of one: 6 x 4.
        #expect(changed <= 30 && changed > 0)
      }
      last = picture
    }
  }

  @Test("what people put down is drawn, and what they take away no more")
  func toggled() throws {
    let lines = Array(repeating: "........", count: 8)
    for capabilities in [
      Capabilities(depth: .truecolor, glyphs: .half), Capabilities(depth: .none, glyphs: .ascii),
    ] {
      var painter = CellPainter(capabilities)
      var scene = scene(lines)
      let empty = painter.paint(scene, columns: 80, rows: 24)
      scene.table?.blocks?[4, 4] = true
      let one = painter.paint(scene, columns: 80, rows: 24)
      #expect(one != empty)
      scene.table?.blocks?[4, 4] = false
      #expect(painter.paint(scene, columns: 80, rows: 24) == empty)
    }
  }
}
