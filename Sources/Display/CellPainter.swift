// SPDX-License-Identifier: MIT

internal import Wire

/// Draws scenes as character cells.
///
/// What it returns depends on scene, size and capabilities alone.
public struct CellPainter: Sendable {
  private let capabilities: Capabilities
  private let inks: TextInks
  private var pixels: PixelPainter
  private let characters: CharacterPainter

  /// A painter for an output with these capabilities.
  public init(_ capabilities: Capabilities) {
    self.capabilities = capabilities
    inks = TextInks(depth: capabilities.depth)
    pixels = PixelPainter(depth: capabilities.depth)
    characters = CharacterPainter(capabilities)
  }

  /// Draws a scene on a screen of this size.
  public mutating func paint(_ scene: Scene, columns: Int, rows: Int) -> CellGrid {
    var grid = CellGrid(columns: columns, rows: rows)
    guard columns >= Layout.minimumColumns, rows >= Layout.minimumRows else {
      sayTooSmall(on: &grid)
      return grid
    }
    if let table = scene.table {
      if hasHalfCells {
        pixels.paint(scene, table, into: &grid)
      } else {
        characters.paint(scene, table, into: &grid)
      }
    }
    let text = text(for: scene)
    text.top.write(into: &grid, row: 0, inks: inks)
    text.bottom.write(into: &grid, row: rows - 1, inks: inks)
    write(noticeLines(scene, columns: columns, rows: rows), into: &grid)
    panel(for: scene, columns: columns, rows: rows)?.write(
      into: &grid, inks: inks, glyphs: capabilities.words, depth: capabilities.depth)
    return grid
  }

  /// Whether tables are drawn as pixels of two a cell.
  var hasHalfCells: Bool { capabilities.glyphs == .half && capabilities.depth != .none }

  /// What is said about a scene.
  func text(for scene: Scene) -> SceneText {
    SceneText(scene: scene, glyphs: capabilities.words, inks: inks)
  }

  /// The panel on a scene's table, which makes way for the balls where they lie still.
  func panel(for scene: Scene, columns: Int, rows: Int) -> Panel? {
    guard var panel = text(for: scene).panel else { return nil }
    guard scene.menu == nil, !scene.showsHelp, scene.phase != .rolling, let table = scene.table
    else { return panel }
    let layout = Layout(table: table, columns: columns, rows: rows, rowsOnly: !hasHalfCells)
    panel.kept = scene.balls.filter { !$0.isOff }.flatMap { layout.cells(of: $0, on: table) }
    return panel
  }

  /// The lines of a notice that is too long for the bottom line; none where it fits.
  ///
  /// They lie on the table's lower edge for as long as the notice is shown: what can be done about
  /// something stands at its end.
  func noticeLines(_ scene: Scene, columns: Int, rows: Int) -> [String] {
    guard let notice = scene.notice, notice.unicodeScalars.count > columns - 2 else { return [] }
    return WrappedText.lines(notice, width: columns - 2, most: rows - 2)
  }

  private func write(_ lines: [String], into grid: inout CellGrid) {
    for (index, line) in lines.enumerated() {
      let row = grid.rows - lines.count + index
      for column in 0..<grid.columns { grid[column, row] = Cell(" ", background: inks.panel) }
      grid.write(
        line, column: 1, row: row, foreground: inks.bright, background: inks.panel)
    }
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
}
