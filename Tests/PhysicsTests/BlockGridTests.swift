// SPDX-License-Identifier: MIT

import Physics
import Testing

@Suite("a grid of blocks that is made at once")
struct BlockGridTests {
  @Test(
    "is what it is when its blocks are put down one by one, and each cell is asked for once",
    arguments: [(1, 1), (1, 256), (7, 5), (64, 33), (254, 254)])
  func same(_ columns: Int, _ rows: Int) throws {
    func isBlock(_ column: Int, _ row: Int) -> Bool { (column * 7 + row * row * 3) % 5 < 2 }
    var asked: [Int] = []
    let blocks = try Blocks(columns: columns, rows: rows) { column, row in
      asked.append(row * columns + column)
      return isBlock(column, row)
    }
    #expect(asked == Array(0..<columns * rows))
    var single = try Blocks(columns: columns, rows: rows)
    for row in (0..<rows).reversed() {
      for column in 0..<columns where isBlock(column, row) { single[column, row] = true }
    }
    // The outlines as well, which `Blocks` compares.
    #expect(blocks == single)
    #expect(blocks.count == asked.count { isBlock($0 % columns, $0 / columns) })
  }

  @Test("is refused as an empty one is, and asks nobody")
  func refused() {
    for (columns, rows) in [(0, 1), (1, 257)] {
      #expect(throws: OutOfRange.self) {
        try Blocks(columns: columns, rows: rows) { _, _ in
          Issue.record("asked")
          return false
        }
      }
    }
  }
}
