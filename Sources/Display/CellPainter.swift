// SPDX-License-Identifier: MIT

/// Draws scenes as character cells.
///
/// What it returns depends on scene, size and capabilities alone. It keeps the last empty table,
/// which seldom changes and is most of the work.
public struct CellPainter: Sendable {
  private let capabilities: Capabilities
  private let inks: TextInks
  private var backdrop: Backdrop?

  /// A painter for an output with these capabilities.
  public init(_ capabilities: Capabilities) {
    self.capabilities = capabilities
    inks = TextInks(depth: capabilities.depth)
  }

  /// Draws a scene on a screen of this size.
  public mutating func paint(_ scene: Scene, columns: Int, rows: Int) -> CellGrid {
    var grid = CellGrid(columns: columns, rows: rows)
    guard columns >= Layout.minimumColumns, rows >= Layout.minimumRows else {
      sayTooSmall(on: &grid)
      return grid
    }
    if let table = scene.table {
      if capabilities.glyphs == .half, capabilities.depth != .none {
        paintPixels(scene, table, into: &grid)
      } else {
        paintCharacters(scene, table, into: &grid)
      }
    }
    let text = SceneText(scene: scene, glyphs: capabilities.glyphs, inks: inks)
    text.top.write(into: &grid, row: 0, inks: inks)
    text.bottom.write(into: &grid, row: rows - 1, inks: inks)
    text.panel?.write(
      into: &grid, inks: inks, glyphs: capabilities.glyphs, depth: capabilities.depth)
    return grid
  }

  private func sayTooSmall(on grid: inout CellGrid) {
    let needed = "\(Layout.minimumColumns)x\(Layout.minimumRows)"
    let lines =
      grid.columns >= 18
      ? ["too small: needs", "\(needed), has \(grid.columns)x\(grid.rows)"] : ["needs", needed]
    let top = max(0, (grid.rows - lines.count) / 2)
    for (index, line) in lines.enumerated() {
      grid.write(line, column: max(0, (grid.columns - line.count) / 2), row: top + index)
    }
  }

  // MARK: Half blocks in colour

  /// The empty table as it was painted last.
  private struct Backdrop {
    let layout: Layout
    let raster: Raster
    let grid: CellGrid
  }

  private mutating func paintPixels(
    _ scene: Scene, _ table: Scene.Table, into grid: inout CellGrid
  ) {
    let layout = Layout(
      table: table, columns: grid.columns, rows: grid.rows, rowsOnly: false)
    let theme = Theme(depth: capabilities.depth)
    let empty = emptyTable(layout, theme)
    var raster = empty.raster
    grid = empty.grid
    let scale = layout.scale(of: table)
    // At least so large that it has a middle and an edge.
    let radius = max(1.25, table.ballRadius * (scale.x + scale.y) / 2)
    let balls = scene.balls.map { ball in
      SteelBall(
        x: Float(Double(layout.left) + ball.x * scale.x),
        y: Float(Double(layout.top) + ball.y * scale.y), radius: Float(radius),
        warmth: theme.frame.light)
    }
    if theme.hasTexture {
      for ball in balls { ball.paintShadow(into: &raster, layout: layout) }
    }
    for ball in balls {
      ball.paint(into: &raster)
      for row in ball.touchedRows(of: grid.rows) {
        for column in ball.touchedColumns(of: grid.columns) {
          grid[column, row] = cell(of: raster, column, row)
        }
      }
    }
  }

  private mutating func emptyTable(_ layout: Layout, _ theme: Theme) -> Backdrop {
    if let backdrop, backdrop.layout == layout { return backdrop }
    var raster = Raster(width: layout.columns, height: 2 * layout.rows)
    WoodenTable(layout: layout, theme: theme).paint(into: &raster)
    var grid = CellGrid(columns: layout.columns, rows: layout.rows)
    for row in 0..<layout.rows {
      for column in 0..<layout.columns { grid[column, row] = cell(of: raster, column, row) }
    }
    let painted = Backdrop(layout: layout, raster: raster, grid: grid)
    backdrop = painted
    return painted
  }

  private func cell(of raster: Raster, _ column: Int, _ row: Int) -> Cell {
    Cell(upper: ink(raster[column, 2 * row]), lower: ink(raster[column, 2 * row + 1]))
  }

  private func ink(_ light: Light?) -> Ink {
    guard let light else { return .standard }
    let color = Color(light: light)
    // A grey goes as the nearest of xterm's 24: half the bytes, and nobody sees a step of 5.
    if color.isNearlyGrey { return Ink(color, depth: min(capabilities.depth, .indexed)) }
    return Ink(color, depth: capabilities.depth)
  }

  // MARK: Characters

  private func paintCharacters(
    _ scene: Scene, _ table: Scene.Table, into grid: inout CellGrid
  ) {
    let layout = Layout(table: table, columns: grid.columns, rows: grid.rows, rowsOnly: true)
    let theme = Theme(depth: capabilities.depth)
    let floor = Ink(theme.floor, depth: capabilities.depth)
    let frame = Ink(theme.frameLit, depth: capabilities.depth)
    let frameFace = Ink(theme.frameShaded, depth: capabilities.depth)
    let firstRow = layout.top / 2
    let rows = layout.height / 2
    for row in firstRow..<firstRow + rows {
      for column in layout.left..<layout.left + layout.width {
        grid[column, row] = Cell(" ", background: floor)
      }
    }
    BoxGlyphs(capabilities.glyphs, isDouble: true).draw(
      into: &grid, left: layout.left - 1, top: firstRow - 1, width: layout.width + 2,
      height: rows + 2, ink: frame,
      background: frameFace == frame ? .standard : frameFace)
    let scale = layout.scale(of: table)
    let radius = table.ballRadius * (scale.x + scale.y) / 2
    let ink = Ink(Color(255, 255, 255), depth: capabilities.depth)
    for ball in scene.balls {
      let disc = Disc(
        x: Double(layout.left) + ball.x * scale.x, y: Double(layout.top) + ball.y * scale.y,
        radius: radius)
      disc.paint(
        into: &grid, layout: layout, glyphs: capabilities.glyphs, ink: ink, background: floor)
    }
  }
}
