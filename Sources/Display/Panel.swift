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
  /// Cells that it had better not hide: it makes way for them, down or else up, if that helps.
  var kept: [(column: Int, row: Int)] = []

  /// How long a line of a sentence is at the most: longer ones are hard to read.
  private static let longestLine = 56

  init(_ title: String, _ lines: [String]) {
    self.title = title
    self.lines = lines
  }

  /// Writes the panel into the grid, on `place(columns:rows:)`.
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
    let left = (columns - width) / 2
    return Place(
      lines: Array(lines.prefix(height - 2 * margin)), widest: min(widest, columns),
      margin: margin, left: left,
      top: min(rows - 1, 1 + top(in: room - height, left..<left + width, height: height)),
      width: width, height: height)
  }

  /// How many of the rows that are free lie above it: half of them, or else most or few, if that
  /// uncovers what is to be kept.
  private func top(in free: Int, _ columns: Range<Int>, height: Int) -> Int {
    let places = [free / 2, free - free / 6, free / 6]
    return places.first { top in
      !kept.contains {
        columns.contains($0.column) && (1 + top..<1 + top + height).contains($0.row)
      }
    } ?? free / 2
  }

  private func linesShown(columns: Int, room: Int) -> [Place.Line] {
    // Of sentences nothing may be lost; entries and keys stay a line each.
    func broken(_ text: String) -> [String] {
      isCentered ? WrappedText.lines(text, width: min(Self.longestLine, columns - 4)) : [text]
    }
    let title = broken(title).map { Place.Line(text: $0, isTitle: true) }
    let numbered = lines.enumerated().flatMap { number, line in
      broken(line).map { Place.Line(text: $0, number: number) }
    }
    let footer = footer.map { Place.Line(text: $0) }
    let all = title + numbered + footer
    let fits = all.count <= room && all.allSatisfy { $0.text.unicodeScalars.count <= columns }
    if fits { return all }
    if !pieces.isEmpty { return flowed(columns: columns).map { Place.Line(text: $0) } }
    // The footer is the first to go where there is hardly room for the lines themselves.
    let kept = room >= 1 + title.count + footer.count + min(3, lines.count) ? footer : []
    let count = max(1, room - title.count - kept.count)
    let last = max(0, numbered.count - count)
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
