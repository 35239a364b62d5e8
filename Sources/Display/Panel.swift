// SPDX-License-Identifier: MIT

/// A few lines of text in a box on the table.
struct Panel {
  var title: String
  var lines: [String]
  /// What stays below the lines when there are more of them than fit.
  var footer: [String] = []
  var isCentered = true
  /// The place of the line that is marked; where not all fit, those about it are shown.
  var marked: Int?
  /// What is shown instead where the lines don't fit: pieces that fill line after line.
  var pieces: [String] = []

  init(_ title: String, _ lines: [String]) {
    self.title = title
    self.lines = lines
  }

  /// Writes the panel into the middle of the grid, on `place(columns:rows:)`.
  func write(into grid: inout CellGrid, inks: TextInks, glyphs: Glyphs, depth: ColorDepth) {
    let place = place(columns: grid.columns, rows: grid.rows)
    for row in place.top..<place.top + place.height {
      for column in place.left..<place.left + place.width {
        grid[column, row] = Cell(" ", background: inks.panel)
      }
    }
    if depth == .none, place.margin == 1 {
      BoxGlyphs(glyphs, isDouble: false).draw(
        into: &grid, left: place.left, top: place.top, width: place.width, height: place.height,
        ink: .standard)
    }
    for (index, line) in place.lines.enumerated() {
      let count = line.text.unicodeScalars.count
      let isInMiddle = isCentered || line.isTitle
      let indent =
        isInMiddle ? max(0, (place.width - count) / 2) : min(2, place.width - place.widest)
      var cut = String.UnicodeScalarView()
      cut.append(contentsOf: line.text.unicodeScalars.prefix(max(0, place.width - indent)))
      let isMarked = line.number != nil && line.number == marked
      grid.write(
        String(cut), column: place.left + indent, row: place.top + place.margin + index,
        foreground: isMarked ? inks.panel : (line.isTitle ? inks.bright : inks.plain),
        background: isMarked ? inks.bright : inks.panel)
    }
  }

  /// The line at a cell of the screen, by its place in `lines`, as `.some(nil)` where the panel has
  /// none; nil beside the panel.
  func line(atColumn column: Int, row: Int, columns: Int, rows: Int) -> Int?? {
    let place = place(columns: columns, rows: rows)
    guard (place.left..<place.left + place.width).contains(column),
      (place.top..<place.top + place.height).contains(row)
    else { return nil }
    let index = row - place.top - place.margin
    return .some(place.lines.indices.contains(index) ? place.lines[index].number : nil)
  }

  // MARK: Where it lies

  /// What the panel becomes on a screen.
  private struct Place {
    struct Line {
      var text: String
      var isTitle = false
      /// Its place in `Panel.lines`.
      var number: Int?
    }

    var lines: [Line]
    /// The longest line.
    var widest: Int
    /// Empty rows above and below.
    var margin: Int
    var left: Int
    var top: Int
    var width: Int
    var height: Int
  }

  /// On a small screen the margin is left out first, then lines far from the marked one.
  private func place(columns: Int, rows: Int) -> Place {
    let room = max(1, rows - 2)
    let lines = linesShown(columns: columns, room: room)
    let widest = lines.map(\.text.unicodeScalars.count).max() ?? 0
    let margin = lines.count + 2 <= room ? 1 : 0
    let width = min(columns, widest + 4)
    let height = min(room, lines.count + 2 * margin)
    return Place(
      lines: Array(lines.prefix(height - 2 * margin)), widest: min(widest, columns),
      margin: margin, left: (columns - width) / 2, top: min(rows - 1, 1 + (room - height) / 2),
      width: width, height: height)
  }

  private func linesShown(columns: Int, room: Int) -> [Place.Line] {
    let title = [Place.Line(text: title, isTitle: true)]
    let numbered = lines.enumerated().map { Place.Line(text: $1, number: $0) }
    let footer = footer.map { Place.Line(text: $0) }
    let all = title + numbered + footer
    let fits = all.count <= room && all.allSatisfy { $0.text.unicodeScalars.count <= columns }
    if fits { return all }
    if !pieces.isEmpty { return flowed(columns: columns).map { Place.Line(text: $0) } }
    // The footer is the first to go where there is hardly room for the lines themselves.
    let kept = room >= 2 + footer.count + min(3, lines.count) ? footer : []
    let count = max(1, room - 1 - kept.count)
    let last = max(0, lines.count - count)
    let first = min(last, max(0, (marked ?? 0) - count / 2))
    return title + Array(numbered[first..<min(numbered.count, first + count)]) + kept
  }

  /// The pieces, two spaces apart, as many in a line as it takes.
  private func flowed(columns: Int) -> [String] {
    var lines: [String] = []
    for piece in pieces {
      if let last = lines.last,
        last.unicodeScalars.count + 2 + piece.unicodeScalars.count <= columns
      {
        lines[lines.count - 1] += "  " + piece
      } else {
        lines.append(piece)
      }
    }
    return lines
  }
}
