// SPDX-License-Identifier: MIT

/// A ball or a hole as characters, of one colour, in half cells or whole ones; in units of `Layout`.
struct Disc {
  let x: Double
  let y: Double
  let radius: Double

  /// What the disc is made of.
  enum Style {
    /// Half blocks, two a cell.
    case halves
    /// A character a cell.
    case filled(Unicode.Scalar)
  }

  /// Fills the cells whose middles it covers, and always the one that its own middle is in.
  func paint(
    into grid: inout CellGrid, layout: Layout, style: Style, ink: Ink, background: Ink
  ) {
    // Also keeps what isn't finite away from Int.
    guard abs(x) < 1e6, abs(y) < 1e6, radius < 1e6 else { return }
    let columns = clamped(x, layout.left, layout.width)
    let rows = clamped(y, layout.top, layout.height)
    for row in rows.lowerBound / 2...rows.upperBound / 2 {
      for column in columns {
        let glyph: Unicode.Scalar?
        switch style {
        case .filled(let character):
          let isMiddle = column == columnOfMiddle && row == rowOfMiddle / 2
          glyph = isMiddle || covers(Double(column) + 0.5, Double(2 * row) + 1) ? character : nil
        case .halves:
          let upper = covers(column, 2 * row)
          let lower = covers(column, 2 * row + 1)
          glyph = upper ? (lower ? "█" : "▀") : (lower ? "▄" : nil)
        }
        if let glyph { grid[column, row] = Cell(glyph, foreground: ink, background: background) }
      }
    }
  }

  /// Writes a character into the cell that its middle is in.
  func mark(
    _ character: Unicode.Scalar, on grid: inout CellGrid, layout: Layout, ink: Ink,
    background: Ink
  ) {
    guard abs(x) < 1e6, abs(y) < 1e6 else { return }
    let column = min(layout.left + layout.width - 1, max(layout.left, columnOfMiddle))
    let row = min(layout.top + layout.height - 1, max(layout.top, rowOfMiddle)) / 2
    grid[column, row] = Cell(character, foreground: ink, background: background)
  }

  private var columnOfMiddle: Int { Int(x.rounded(.down)) }
  private var rowOfMiddle: Int { Int(y.rounded(.down)) }

  private func covers(_ column: Int, _ unit: Int) -> Bool {
    (column == columnOfMiddle && unit == rowOfMiddle)
      || covers(Double(column) + 0.5, Double(unit) + 0.5)
  }

  private func covers(_ x: Double, _ y: Double) -> Bool {
    let (dx, dy) = (x - self.x, y - self.y)
    return dx * dx + dy * dy <= radius * radius
  }

  /// The units from `start` on that the disc may touch, within the playing area.
  private func clamped(_ center: Double, _ start: Int, _ count: Int) -> ClosedRange<Int> {
    let end = start + count - 1
    let low = min(end, max(start, Int((center - radius).rounded(.down))))
    let high = min(end, max(start, Int((center + radius).rounded(.down))))
    return low...max(low, high)
  }
}
