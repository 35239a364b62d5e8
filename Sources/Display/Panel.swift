// SPDX-License-Identifier: MIT

/// A few lines of text in a box on the table.
struct Panel {
  let title: String
  let lines: [String]
  let isCentered: Bool

  init(_ title: String, _ lines: [String], isCentered: Bool = true) {
    self.title = title
    self.lines = lines
    self.isCentered = isCentered
  }

  /// Writes the panel into the middle of the grid; on a small one its frame is left out first, and
  /// then its last lines.
  func write(into grid: inout CellGrid, inks: TextInks, glyphs: Glyphs, depth: ColorDepth) {
    let texts = [title] + lines
    let longest = texts.map(\.unicodeScalars.count).max() ?? 0
    let room = grid.rows - 2
    let margin = texts.count + 2 <= room ? 1 : 0
    let width = min(grid.columns, longest + 4)
    let height = min(room, texts.count + 2 * margin)
    let left = (grid.columns - width) / 2
    let top = 1 + (room - height) / 2
    fill(&grid, left: left, top: top, width: width, height: height, inks: inks)
    if depth == .none, margin == 1 {
      outline(&grid, left: left, top: top, width: width, height: height, glyphs: glyphs)
    }
    for (index, text) in texts.prefix(height - 2 * margin).enumerated() {
      let count = text.unicodeScalars.count
      let indent = isCentered || index == 0 ? max(0, (width - count) / 2) : 2
      var cut = String.UnicodeScalarView()
      cut.append(contentsOf: text.unicodeScalars.prefix(max(0, width - indent)))
      grid.write(
        String(cut), column: left + indent, row: top + margin + index,
        foreground: index == 0 ? inks.bright : inks.plain, background: inks.panel)
    }
  }

  private func fill(
    _ grid: inout CellGrid, left: Int, top: Int, width: Int, height: Int, inks: TextInks
  ) {
    for row in top..<top + height {
      for column in left..<left + width {
        grid[column, row] = Cell(" ", background: inks.panel)
      }
    }
  }

  private func outline(
    _ grid: inout CellGrid, left: Int, top: Int, width: Int, height: Int, glyphs: Glyphs
  ) {
    let box = BoxGlyphs(glyphs, isDouble: false)
    box.draw(into: &grid, left: left, top: top, width: width, height: height, ink: .standard)
  }
}

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
