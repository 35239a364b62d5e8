// SPDX-License-Identifier: MIT

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
  /// `rowsOnly` keeps everything on whole rows, for painters that have no half cells.
  init(table: Scene.Table, columns: Int, rows: Int, rowsOnly: Bool) {
    self.columns = columns
    self.rows = rows
    let areaWidth = max(3, columns)
    let areaHeight = max(6, 2 * (rows - 2))
    let wanted = rowsOnly || areaHeight < 40 ? 1 : (areaHeight < 90 ? 2 : 3)
    frameX = wanted
    frameY = rowsOnly ? 2 : wanted
    let roomX = Double(areaWidth - 2 * frameX)
    let roomY = Double(areaHeight - 2 * frameY)
    let scale = min(roomX / table.width, roomY / table.height)
    width = max(1, Int((table.width * scale).rounded()))
    let exact = max(1, Int((table.height * scale).rounded()))
    height = rowsOnly ? max(2, exact / 2 * 2) : exact
    left = (areaWidth - width) / 2
    let free = areaHeight - height - 2 * frameY
    // An even start: the frame's upper edge then is a cell's edge.
    top = 2 + free / 4 * 2 + frameY
  }

  /// Units a metre, along each axis: a hair's breadth apart, so that a ball at a wall touches it.
  func scale(of table: Scene.Table) -> (x: Double, y: Double) {
    (Double(width) / table.width, Double(height) / table.height)
  }
}
