// SPDX-License-Identifier: MIT

/// One line of text made of pieces, of which those that matter least give way when it is narrow.
struct StatusLine {
  /// A piece that is shown whole or not at all.
  struct Piece {
    var text: String
    var ink: Ink
    /// The higher, the longer it stays.
    var rank: Int
    /// Whether it belongs to the right end.
    var isRight = false
    /// Written before it without a gap: a key before what it does.
    var key = ""
  }

  var pieces: [Piece] = []

  mutating func add(
    _ text: String, _ ink: Ink, rank: Int, isRight: Bool = false, key: String = ""
  ) {
    pieces.append(Piece(text: text, ink: ink, rank: rank, isRight: isRight, key: key))
  }

  /// Writes the pieces into a row, with a space at both ends and two between pieces.
  func write(into grid: inout CellGrid, row: Int, inks: TextInks) {
    for column in 0..<grid.columns { grid[column, row] = Cell(" ", background: inks.panel) }
    var kept = pieces.filter { !$0.text.isEmpty }
    while kept.count > 1, width(of: kept) > grid.columns {
      guard let least = kept.indices.min(by: { kept[$0].rank < kept[$1].rank }) else { break }
      kept.remove(at: least)
    }
    var column = 1
    for piece in kept where !piece.isRight {
      write(piece, into: &grid, column: column, row: row, inks: inks)
      column += length(piece) + 2
    }
    column = grid.columns - 1
    for piece in kept.reversed() where piece.isRight {
      column -= length(piece)
      write(piece, into: &grid, column: column, row: row, inks: inks)
      column -= 2
    }
  }

  private func write(
    _ piece: Piece, into grid: inout CellGrid, column: Int, row: Int, inks: TextInks
  ) {
    var column = column
    if !piece.key.isEmpty {
      grid.write(
        piece.key, column: column, row: row, foreground: inks.bright, background: inks.panel)
      column += piece.key.unicodeScalars.count + 1
    }
    grid.write(piece.text, column: column, row: row, foreground: piece.ink, background: inks.panel)
  }

  private func length(_ piece: Piece) -> Int {
    piece.text.unicodeScalars.count
      + (piece.key.isEmpty ? 0 : piece.key.unicodeScalars.count + 1)
  }

  private func width(of pieces: [Piece]) -> Int {
    pieces.reduce(0) { $0 + length($1) } + 2 * pieces.count
  }
}
