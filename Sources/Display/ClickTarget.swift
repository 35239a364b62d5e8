// SPDX-License-Identifier: MIT

internal import Wire

/// What lies under the mouse.
public enum ClickTarget: Hashable, Sendable {
  /// An entry of the menu, by its place.
  case entry(Int)
  /// A cell of the table's grid.
  case cell(column: Int, row: Int)
  /// The floor of a table that has no grid.
  case floor
  /// One of the two lines of text.
  case bar
  /// Anything else.
  case nothing
}

extension CellPainter {
  /// What `paint` has drawn in a cell of a screen of this size.
  public func target(
    _ scene: Scene, columns: Int, rows: Int, atColumn column: Int, row: Int
  ) -> ClickTarget {
    guard columns >= Layout.minimumColumns, rows >= Layout.minimumRows else { return .nothing }
    if row == 0 || row == rows - 1 { return .bar }
    if let panel = panel(for: scene, columns: columns, rows: rows),
      let line = panel.line(atColumn: column, row: row, columns: columns, rows: rows)
    {
      if scene.menu != nil, let line { return .entry(line) }
      return .nothing
    }
    guard row < rows - noticeLines(scene, columns: columns, rows: rows).count else { return .bar }
    guard let table = scene.table else { return .nothing }
    let layout = Layout(table: table, columns: columns, rows: rows, rowsOnly: !hasHalfCells)
    let (x, y) = (column - layout.left, 2 * row - layout.top)
    // The middle of the cell, in whole units: of two table cells in one character, the lower one.
    guard x >= 0, x < layout.width, y + 1 >= 0, y + 1 < layout.height else { return .nothing }
    guard let blocks = table.blocks else { return .floor }
    return .cell(
      column: x * blocks.columns / layout.width, row: (y + 1) * blocks.rows / layout.height)
  }
}
