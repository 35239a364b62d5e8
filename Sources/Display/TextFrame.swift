// SPDX-License-Identifier: MIT

/// A screen as lines of text, for a pipe, a file or a terminal's scroll-back: no cursor is moved.
public enum TextFrame {
  /// The rows of `grid`, each ended by a line feed, with colours where the cells have them.
  ///
  /// Each line begins and ends in the terminal's own colours. Empty rows at the end are left out.
  public static func lines(of grid: CellGrid) -> String {
    var text = ""
    for row in 0..<grid.rows {
      var end = grid.columns
      while end > 0, grid[end - 1, row] == .blank { end -= 1 }
      var (foreground, background) = (Ink.standard, Ink.standard)
      var line = ""
      for column in 0..<end {
        let cell = grid[column, row]
        var parameters: [String] = []
        if cell.glyph != " ", cell.foreground != foreground {
          foreground = cell.foreground
          parameters.append(foreground.parameters(isBackground: false))
        }
        if cell.background != background {
          background = cell.background
          parameters.append(background.parameters(isBackground: true))
        }
        if !parameters.isEmpty { line += "\u{1B}[" + parameters.joined(separator: ";") + "m" }
        line.unicodeScalars.append(cell.glyph)
      }
      if foreground != .standard || background != .standard { line += "\u{1B}[m" }
      text += line + "\n"
    }
    while text.hasSuffix("\n\n") { text.removeLast() }
    return text
  }
}
