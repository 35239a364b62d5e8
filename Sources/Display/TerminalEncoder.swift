// SPDX-License-Identifier: MIT

/// Turns what changed between two screens into the bytes that change the terminal.
///
/// Sequences used, and no other: CUP, VPA, CHA, CUU, CUD, CUF, CUB, CR, LF and BS to move; SGR
/// for colours; ED and EL to clear; mode 2026 around a frame, so that a terminal that knows it
/// shows the frame at once (one that doesn't ignores it, and nothing is asked, so nothing can hang).
///
/// The encoder remembers where the cursor is and which inks are set, and assumes that nobody else
/// writes to the terminal and that its output isn't post-processed: LF moves straight down.
public struct TerminalEncoder: Sendable {
  /// Whether frames are wrapped in mode 2026.
  public let isSynchronized: Bool

  private var foreground: Ink?
  private var background: Ink?
  private var cursor: (column: Int, row: Int)?
  private var bytes: [UInt8] = []

  /// Begins with a terminal of which nothing is known.
  public init(isSynchronized: Bool) {
    self.isSynchronized = isSynchronized
    bytes.reserveCapacity(1 << 14)
  }

  /// The bytes that turn `old` into `new`; empty when they look the same.
  ///
  /// Without `old`, or with one of another size, the screen is cleared first, whatever was on it.
  public mutating func encode(from old: CellGrid?, to new: CellGrid) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    var old = old
    if old?.columns != new.columns || old?.rows != new.rows { old = nil }
    if old == new { return [] }
    if isSynchronized { append("\u{1B}[?2026h") }
    if old == nil {
      append("\u{1B}[m\u{1B}[2J")
      foreground = .standard
      background = .standard
      cursor = nil
    }
    let before = old ?? CellGrid(columns: new.columns, rows: new.rows)
    for row in 0..<new.rows { encodeRow(row, from: before, to: new) }
    if isSynchronized { append("\u{1B}[?2026l") }
    return bytes
  }

  private mutating func encodeRow(_ row: Int, from old: CellGrid, to new: CellGrid) {
    let blankFrom = startOfBlankEnd(of: new, row: row)
    var column = 0
    while column < new.columns {
      if old[column, row] == new[column, row] {
        column += 1
        continue
      }
      if column >= blankFrom, new.columns - column > 3 {
        move(to: column, row, columns: new.columns, rows: new.rows)
        setInks(foreground: nil, background: .standard)
        append("\u{1B}[K")
        return
      }
      move(to: column, row, columns: new.columns, rows: new.rows)
      put(new[column, row])
      column += 1
      // In the last column the cursor stays: with autowrap off, or pending a wrap with it on.
      cursor = column < new.columns ? (column, row) : nil
    }
  }

  /// The column from which on the row is empty to its end.
  private func startOfBlankEnd(of grid: CellGrid, row: Int) -> Int {
    var column = grid.columns
    while column > 0, grid[column - 1, row] == .blank { column -= 1 }
    return column
  }

  /// Writes a cell in whichever of its forms costs least with the inks that are set.
  private mutating func put(_ cell: Cell) {
    // The terminal's own colours can't be swapped: the text's isn't the background's.
    if cell.glyph == "▀", cell.foreground != .standard, cell.background != .standard {
      let upright = cost(foreground: cell.foreground, background: cell.background)
      let turned = cost(foreground: cell.background, background: cell.foreground)
      if turned < upright {
        setInks(foreground: cell.background, background: cell.foreground)
        append("▄")
      } else {
        setInks(foreground: cell.foreground, background: cell.background)
        append("▀")
      }
      return
    }
    if cell.glyph == " " {
      // A full block shows the same as a space, if the colour happens to be in the pen. But a font's
      // block may leave a hair's breadth of the cell free: only what is behind it may not be seen there.
      if cell.background == foreground, let background, background != cell.background,
        background.isClose(to: cell.background)
      {
        append("█")
        return
      }
      setInks(foreground: nil, background: cell.background)
      bytes.append(0x20)
      return
    }
    setInks(foreground: cell.foreground, background: cell.background)
    var glyph = String.UnicodeScalarView()
    glyph.append(cell.glyph)
    append(String(glyph))
  }

  private func cost(foreground wanted: Ink, background behind: Ink) -> Int {
    (wanted == foreground ? 0 : wanted.parameters(isBackground: false).utf8.count)
      + (behind == background ? 0 : behind.parameters(isBackground: true).utf8.count)
  }

  /// Sets the inks that differ from those that are set; nil: it doesn't matter.
  private mutating func setInks(foreground wanted: Ink?, background behind: Ink) {
    var parameters = ""
    if let wanted, wanted != foreground {
      parameters = wanted.parameters(isBackground: false)
      foreground = wanted
    }
    if behind != background {
      if !parameters.isEmpty { parameters += ";" }
      parameters += behind.parameters(isBackground: true)
      background = behind
    }
    if parameters.isEmpty { return }
    if foreground == .standard, background == .standard { parameters = "" }
    append("\u{1B}[" + parameters + "m")
  }

  private mutating func move(to column: Int, _ row: Int, columns: Int, rows: Int) {
    if let cursor, cursor == (column, row) { return }
    append(CursorMove.shortest(from: cursor, to: (column, row)))
    cursor = (column, row)
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

extension Ink {
  /// Whether a line of the one isn't seen on the other: no channel differs by more than a sixth.
  func isClose(to other: Ink) -> Bool {
    switch (self, other) {
    case (.exact(let one), .exact(let two)):
      return [(one.red, two.red), (one.green, two.green), (one.blue, two.blue)].allSatisfy {
        abs(Int($0) - Int($1)) <= 42
      }
    // xterm's greys, in steps of 10.
    case (.indexed(let one), .indexed(let two)):
      return min(one, two) >= 232 && abs(Int(one) - Int(two)) <= 4
    default: return false
    }
  }

  /// The parameters of SGR (ECMA-48, and xterm's 38 and 48) that select this ink.
  func parameters(isBackground: Bool) -> String {
    let base = isBackground ? 40 : 30
    switch self {
    case .standard: return "\(base + 9)"
    case .basic(let index) where index < 8: return "\(base + Int(index))"
    case .basic(let index): return "\(base + 60 + Int(index % 8))"
    case .indexed(let index): return "\(base + 8);5;\(index)"
    case .exact(let color): return "\(base + 8);2;\(color.red);\(color.green);\(color.blue)"
    }
  }
}
