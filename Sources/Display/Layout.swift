// SPDX-License-Identifier: MIT

internal import Wire

/// Where the table lies on a screen of character cells.
///
/// Distances are in *units* of half a cell's height: a cell is one unit wide and two high, so
/// that units are square on the usual fonts.
struct Layout: Hashable {
  /// The least screen on which there is something to see.
  static let minimumColumns = 24
  /// As above.
  static let minimumRows = 8

  /// The screen.
  let columns: Int
  let rows: Int
  /// The frame's thickness in units, along x and along y.
  let frameX: Int
  let frameY: Int
  /// The playing area, without the frame: its top left corner and its size, in units.
  let left: Int
  let top: Int
  let width: Int
  let height: Int

  /// Places a table as large as it fits between the top and the bottom line.
  ///
  /// A table with a grid is made a little smaller where its cells then measure whole units, so that
  /// all corridors look equally wide; on a small screen that may take the frame's upper and lower edge.
  ///
  /// `rowsOnly` keeps everything on whole rows, for painters that have no half cells.
  init(table: Scene.Table, columns: Int, rows: Int, rowsOnly: Bool) {
    self.columns = columns
    self.rows = rows
    let areaWidth = max(3, columns)
    let areaHeight = max(6, 2 * (rows - 2))
    let wanted = rowsOnly || areaHeight < 40 ? 1 : (areaHeight < 90 ? 2 : 3)
    frameX = wanted
    let roomX = areaWidth - 2 * frameX
    let framedY = rowsOnly ? 2 : wanted
    let framed = Self.size(of: table, inX: roomX, inY: areaHeight - 2 * framedY, rowsOnly: rowsOnly)
    if framed.isWhole || areaHeight >= 40 {
      (frameY, width, height) = (framedY, framed.width, framed.height)
    } else {
      let bare = Self.size(of: table, inX: roomX, inY: areaHeight, rowsOnly: rowsOnly)
      frameY = bare.isWhole ? 0 : framedY
      (width, height) =
        bare.isWhole ? (bare.width, bare.height) : (framed.width, framed.height)
    }
    left = (areaWidth - width) / 2
    let free = areaHeight - height - 2 * frameY
    // An even start: the frame's upper edge then is a cell's edge.
    top = 2 + free / 4 * 2 + frameY
  }

  /// The largest size of a table in so much room, and whether the cells of its grid are whole in it.
  private static func size(
    of table: Scene.Table, inX roomX: Int, inY roomY: Int, rowsOnly: Bool
  ) -> (width: Int, height: Int, isWhole: Bool) {
    let scale = min(Double(roomX) / table.width, Double(roomY) / table.height)
    let width = max(1, Int((table.width * scale).rounded()))
    let height = max(1, Int((table.height * scale).rounded()))
    if let grid = table.blocks {
      let (cellX, cellY) = (table.width / Double(grid.columns), table.height / Double(grid.rows))
      let most = min(roomX / grid.columns, roomY / grid.rows)
      // Whole rows of characters, or two cells in one.
      let cell = rowsOnly && (most > 1 || grid.rows % 2 != 0) ? most / 2 * 2 : most
      // Cells that aren't square would lose their shape; and no more than a quarter is given up.
      if abs(cellX - cellY) <= 0.01 * cellX, 4 * cell * grid.columns >= 3 * width {
        return (cell * grid.columns, cell * grid.rows, true)
      }
    }
    return (width, rowsOnly ? max(2, height / 2 * 2) : height, false)
  }

  /// The cells of a ball's middle and of its four outermost points, but for those outside of the screen.
  func cells(of ball: Scene.Ball, on table: Scene.Table) -> [(column: Int, row: Int)] {
    let scale = scale(of: table)
    let radius = table.ballRadius
    return [(0, 0), (-radius, 0), (radius, 0), (0, -radius), (0, radius)].compactMap { dx, dy in
      let x = Double(left) + (ball.x + dx) * scale.x
      let y = (Double(top) + (ball.y + dy) * scale.y) / 2
      // Also keeps what isn't finite away from Int.
      guard x >= 0, y >= 0, x < Double(columns), y < Double(rows) else { return nil }
      return (Int(x), Int(y))
    }
  }

  /// Units a metre, along each axis: a hair's breadth apart, so that a ball at a wall touches it.
  func scale(of table: Scene.Table) -> (x: Double, y: Double) {
    (Double(width) / table.width, Double(height) / table.height)
  }
}
