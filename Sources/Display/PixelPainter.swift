// SPDX-License-Identifier: MIT

internal import Wire

/// Draws tables as pixels of two a cell, in colour.
///
/// It keeps the last table without its balls and holes, which seldom changes and is most of the work.
struct PixelPainter {
  private let depth: ColorDepth
  private let theme: Theme
  private var backdrop: Backdrop?

  init(depth: ColorDepth) {
    self.depth = depth
    theme = Theme(depth: depth)
  }

  /// A table as it was painted last, and what it was painted from.
  private struct Backdrop {
    let layout: Layout
    let blocks: BlockGrid?
    let flag: CheckeredFlag?
    let cover: BlockCover?
    let raster: Raster
    let grid: CellGrid
  }

  /// Fills a grid with a scene's table, its holes and its balls.
  mutating func paint(_ scene: Scene, _ table: Scene.Table, into grid: inout CellGrid) {
    let layout = Layout(table: table, columns: grid.columns, rows: grid.rows, rowsOnly: false)
    let backdrop = backdrop(of: table, layout)
    var raster = backdrop.raster
    grid = backdrop.grid
    let scale = layout.scale(of: table)
    let size = (scale.x + scale.y) / 2
    for place in scene.turnedHoles {
      let hole = DarkHole(
        x: Double(layout.left) + place.x * scale.x, y: Double(layout.top) + place.y * scale.y,
        radius: place.radius * size, theme: theme)
      hole.paint(into: &raster, layout: layout, cover: backdrop.cover)
      refresh(&grid, from: raster, columns: hole.columns(of: layout), rows: hole.rows(of: layout))
    }
    let balls = balls(scene, table, layout)
    if theme.hasTexture {
      for ball in balls {
        ball.body.paintShadow(into: &raster, layout: layout, cover: backdrop.cover)
      }
    }
    for ball in balls {
      ball.body.paint(into: &raster)
      refresh(&grid, from: raster, columns: ball.body.columns, rows: ball.body.rows)
    }
    if scene.balls.count > 1 {
      for ball in balls { mark(ball.body, ball.number, on: &grid) }
    }
  }

  private func balls(
    _ scene: Scene, _ table: Scene.Table, _ layout: Layout
  ) -> [(number: Int, body: SteelBall)] {
    let scale = layout.scale(of: table)
    // At least so large that it has a middle and an edge; in a narrow corridor, that it fits.
    let cell = table.blocks.map { Double(layout.width) / Double($0.columns) } ?? .infinity
    let least = min(1.25, max(0.6, 0.45 * cell))
    let radius = max(least, table.ballRadius * (scale.x + scale.y) / 2)
    return scene.balls.enumerated().compactMap { number, ball in
      if ball.isOff { return nil }
      return (
        number,
        SteelBall(
          x: Float(Double(layout.left) + ball.x * scale.x),
          y: Float(Double(layout.top) + ball.y * scale.y), radius: Float(radius),
          isFlat: depth == .sixteen, warmth: theme.frame.light,
          metal: SteelBall.metals[number % SteelBall.metals.count])
      )
    }
  }

  /// Writes a ball's number on it, counted from 1: colours alone wouldn't tell balls apart.
  private func mark(_ ball: SteelBall, _ number: Int, on grid: inout CellGrid) {
    guard let place = ball.cell, place.column < grid.columns, place.row < grid.rows,
      let digit = "123456789".unicodeScalars.dropFirst(number).first
    else { return }
    // On a light ground, whatever the light on that part of the ball.
    grid[place.column, place.row] = Cell(
      digit, foreground: Ink(theme.hole, depth: depth), background: ink(ball.metal * 1.1))
  }

  private mutating func backdrop(of table: Scene.Table, _ layout: Layout) -> Backdrop {
    let flag = CheckeredFlag(table, layout: layout)
    if let backdrop, backdrop.layout == layout, backdrop.blocks == table.blocks,
      backdrop.flag == flag
    {
      return backdrop
    }
    let cover = table.blocks.map {
      BlockCover($0, width: layout.width, height: layout.height, isSharp: !theme.hasTexture)
    }
    var raster = Raster(width: layout.columns, height: 2 * layout.rows)
    WoodenTable(layout: layout, theme: theme, cover: cover, flag: flag).paint(into: &raster)
    var grid = CellGrid(columns: layout.columns, rows: layout.rows)
    refresh(&grid, from: raster, columns: 0..<raster.width, rows: 0..<raster.height)
    let painted = Backdrop(
      layout: layout, blocks: table.blocks, flag: flag, cover: cover, raster: raster, grid: grid)
    backdrop = painted
    return painted
  }

  /// Makes the cells anew in which these pixels are.
  private func refresh(
    _ grid: inout CellGrid, from raster: Raster, columns: Range<Int>, rows: Range<Int>
  ) {
    let columns = columns.clamped(to: 0..<grid.columns)
    let rows = rows.clamped(to: 0..<2 * grid.rows)
    for row in rows.lowerBound / 2..<(rows.upperBound + 1) / 2 {
      for column in columns {
        grid[column, row] = Cell(
          upper: ink(raster[column, 2 * row]), lower: ink(raster[column, 2 * row + 1]))
      }
    }
  }

  private func ink(_ light: Light?) -> Ink {
    guard let light else { return .standard }
    let color = Color(light: light)
    // A grey goes as the nearest of xterm's 24: half the bytes, and nobody sees a step of 5.
    if color.isNearlyGrey { return Ink(color, depth: min(depth, .indexed)) }
    return Ink(color, depth: depth)
  }
}
