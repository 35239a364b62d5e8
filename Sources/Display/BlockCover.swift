// SPDX-License-Identifier: MIT

internal import Wire

/// How much of each pixel of the playing area is covered by blocks.
///
/// The areas are exact, so that flush blocks leave no seam between them, whatever the pixels' size.
struct BlockCover {
  private let width: Int
  private let height: Int
  private var shares: [Float]

  /// Covers `width` × `height` pixels with a grid; with `isSharp` a pixel is a block's if half of it is.
  init(_ grid: BlockGrid, width: Int, height: Int, isSharp: Bool) {
    self.width = width
    self.height = height
    shares = Array(repeating: 0, count: width * height)
    let columns = Self.parts(pixels: width, cells: grid.columns)
    let rows = Self.parts(pixels: height, cells: grid.rows)
    for y in 0..<height {
      for row in rows[y] {
        for x in 0..<width {
          for column in columns[x] where grid[column.cell, row.cell] {
            shares[y * width + x] += column.share * row.share
          }
        }
      }
    }
    for index in shares.indices {
      // Many small shares don't add up to the last bit.
      if isSharp { shares[index] = shares[index] >= 0.5 ? 1 : 0 }
      if shares[index] > 0.999 { shares[index] = 1 }
    }
  }

  /// The share of a pixel that blocks cover, 0 to 1; 0 outside of the playing area.
  subscript(x: Int, y: Int) -> Float { contains(x, y) ? shares[y * width + x] : 0 }

  /// Whether a pixel stands above the floor: most of it is a block, or it is the frame's.
  func isRaised(_ x: Int, _ y: Int) -> Bool {
    !contains(x, y) || shares[y * width + x] >= 0.5
  }

  private func contains(_ x: Int, _ y: Int) -> Bool { x >= 0 && y >= 0 && x < width && y < height }

  private struct Part {
    let cell: Int
    let share: Float
  }

  /// The cells that each pixel of a line lies in, and by which share of it.
  ///
  /// In units of which a pixel has as many as there are cells, and a cell as many as there are
  /// pixels, all borders are whole numbers.
  private static func parts(pixels: Int, cells: Int) -> [[Part]] {
    (0..<pixels).map { pixel in
      let (start, end) = (pixel * cells, (pixel + 1) * cells)
      return (start / pixels...(end - 1) / pixels).map { cell in
        let overlap = min(end, (cell + 1) * pixels) - max(start, cell * pixels)
        return Part(cell: cell, share: Float(overlap) / Float(cells))
      }
    }
  }
}
