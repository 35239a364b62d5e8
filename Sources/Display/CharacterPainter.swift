// SPDX-License-Identifier: MIT

internal import Wire

/// Draws tables as characters, with few colours or none: `#` or `▒` is a block, `O` a hole, `+` the
/// flag, `@` or a number a ball.
///
/// Where the cells of a grid are as small as half a character, `"` is a block in the upper half and
/// `_` one in the lower half.
struct CharacterPainter {
  private let glyphs: Glyphs
  private let floor: Ink
  private let frame: Ink
  private let frameFace: Ink
  private let block: Ink
  private let hole: Ink
  private let flag: Ink
  private let ball: Ink

  init(_ capabilities: Capabilities) {
    let theme = Theme(depth: capabilities.depth)
    func ink(_ color: Color) -> Ink { Ink(color, depth: capabilities.depth) }
    glyphs = capabilities.glyphs
    floor = ink(theme.floor)
    frame = ink(theme.frameLit)
    frameFace = ink(theme.frameShaded)
    block = ink(theme.block)
    hole = ink(theme.hole)
    flag = ink(theme.flagLight)
    ball = ink(Color(255, 255, 255))
  }

  /// Fills a grid with a scene's table, its holes and its balls.
  func paint(_ scene: Scene, _ table: Scene.Table, into grid: inout CellGrid) {
    let layout = Layout(table: table, columns: grid.columns, rows: grid.rows, rowsOnly: true)
    let top = layout.top / 2
    let rows = layout.height / 2
    let flag = CheckeredFlag(table, layout: layout)
    for row in 0..<rows {
      for column in 0..<layout.width {
        let isFlag =
          flag?.contains(column, 2 * row) ?? false || flag?.contains(column, 2 * row + 1) ?? false
        grid[layout.left + column, top + row] = Cell(
          isFlag ? "+" : " ", foreground: self.flag, background: floor)
      }
    }
    BoxGlyphs(glyphs, isDouble: true).draw(
      into: &grid, left: layout.left - 1, top: top - 1, width: layout.width + 2,
      height: rows + 2, ink: frame, background: frameFace == frame ? .standard : frameFace)
    let scale = layout.scale(of: table)
    let size = (scale.x + scale.y) / 2
    func disc(_ x: Double, _ y: Double, _ radius: Double) -> Disc {
      Disc(
        x: Double(layout.left) + x * scale.x, y: Double(layout.top) + y * scale.y,
        radius: radius * size)
    }
    for place in scene.turnedHoles where place.x >= 0 && place.y >= 0 {
      guard place.x < table.width, place.y < table.height else { continue }
      disc(place.x, place.y, place.radius).paint(
        into: &grid, layout: layout, style: .filled("O"), ink: hole, background: floor)
    }
    paintBlocks(table, layout, into: &grid)
    // Half characters may be blocks: a ball has to look different.
    let isCrowded = table.blocks.map { layout.height < 2 * $0.rows } ?? false
    let style = glyphs == .half && !isCrowded ? Disc.Style.halves : .filled("@")
    for (number, place) in scene.balls.enumerated() where !place.isOff {
      let disc = disc(place.x, place.y, table.ballRadius)
      disc.paint(
        into: &grid, layout: layout, style: style, ink: ball, background: floor)
      if scene.balls.count > 1 {
        let digit = "123456789".unicodeScalars.dropFirst(number).first ?? "@"
        disc.mark(digit, on: &grid, layout: layout, ink: ball, background: floor)
      }
    }
  }

  private func paintBlocks(_ table: Scene.Table, _ layout: Layout, into grid: inout CellGrid) {
    guard let blocks = table.blocks else { return }
    let isCrowded = layout.height < 2 * blocks.rows
    // Halves of characters where cells are so small, else whole ones.
    let rows = isCrowded ? layout.height : layout.height / 2
    let cover = BlockCover(blocks, width: layout.width, height: rows, isSharp: true)
    for row in 0..<layout.height / 2 {
      for column in 0..<layout.width {
        let upper = cover[column, isCrowded ? 2 * row : row] == 1
        let lower = isCrowded ? cover[column, 2 * row + 1] == 1 : upper
        guard let glyph = glyph(upper: upper, lower: lower) else { continue }
        grid[layout.left + column, layout.top / 2 + row] = Cell(
          glyph, foreground: block, background: floor)
      }
    }
  }

  private func glyph(upper: Bool, lower: Bool) -> Unicode.Scalar? {
    switch (upper, lower, glyphs) {
    case (true, true, .half): "▒"
    case (true, true, .ascii): "#"
    case (true, false, .half): "▀"
    case (true, false, .ascii): "\""
    case (false, true, .half): "▄"
    case (false, true, .ascii): "_"
    case (false, false, _): nil
    }
  }
}
