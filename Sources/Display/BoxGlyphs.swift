// SPDX-License-Identifier: MIT

/// The characters of a rectangle's outline.
struct BoxGlyphs {
  private let corners: [Unicode.Scalar]
  private let across: Unicode.Scalar
  private let down: Unicode.Scalar

  /// A single or a double line, or ASCII's best.
  init(_ glyphs: Glyphs, isDouble: Bool) {
    switch (glyphs, isDouble) {
    case (.half, true): (corners, across, down) = (["╔", "╗", "╚", "╝"], "═", "║")
    case (.half, false): (corners, across, down) = (["┌", "┐", "└", "┘"], "─", "│")
    case (.ascii, true): (corners, across, down) = (["#", "#", "#", "#"], "#", "#")
    case (.ascii, false): (corners, across, down) = (["+", "+", "+", "+"], "-", "|")
    }
  }

  /// Draws an outline of at least 2×2 cells that lies inside of the grid.
  func draw(
    into grid: inout CellGrid, left: Int, top: Int, width: Int, height: Int, ink: Ink,
    background: Ink = .standard
  ) {
    let (right, bottom) = (left + width - 1, top + height - 1)
    func put(_ glyph: Unicode.Scalar, _ column: Int, _ row: Int) {
      grid[column, row] = Cell(glyph, foreground: ink, background: background)
    }
    for column in left...right {
      put(across, column, top)
      put(across, column, bottom)
    }
    for row in top...bottom {
      put(down, left, row)
      put(down, right, row)
    }
    put(corners[0], left, top)
    put(corners[1], right, top)
    put(corners[2], left, bottom)
    put(corners[3], right, bottom)
  }
}
