// SPDX-License-Identifier: MIT

/// One character cell of a terminal.
///
/// A cell with two colours one above the other is `▀`, one with a single colour a space; the encoder
/// may show the same picture with `▄` or `█` where that takes fewer bytes.
public struct Cell: Hashable, Sendable {
  /// The character, one column wide.
  public var glyph: Unicode.Scalar
  /// What the character is drawn with; `.standard` for a space, which shows none of it.
  public var foreground: Ink
  /// What is behind it.
  public var background: Ink

  /// Makes a cell.
  public init(
    _ glyph: Unicode.Scalar, foreground: Ink = .standard, background: Ink = .standard
  ) {
    self.glyph = glyph
    self.foreground = glyph == " " ? .standard : foreground
    self.background = background
  }

  /// Two square pixels, one above the other; `.standard` is the terminal's background.
  public init(upper: Ink, lower: Ink) {
    if upper == lower {
      self.init(" ", background: upper)
    } else if upper == .standard {
      // As a foreground, `.standard` would be the colour of the terminal's text.
      self.init("▄", foreground: lower, background: .standard)
    } else {
      self.init("▀", foreground: upper, background: lower)
    }
  }

  /// An empty cell in the terminal's own colours.
  public static let blank = Cell(" ")
}

/// The cells of a whole screen, row by row from the top left.
public struct CellGrid: Hashable, Sendable {
  /// How many cells a row has.
  public let columns: Int
  /// How many rows there are.
  public let rows: Int
  /// The cells, `columns` × `rows` of them.
  public private(set) var cells: [Cell]

  /// Makes an empty screen; sizes below one become one.
  public init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// The cell at a place inside the grid.
  public subscript(column: Int, row: Int) -> Cell {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }

  /// Writes `text` from a place on, in these inks, and cuts off what is outside of the grid.
  ///
  /// Characters are taken to be one column wide: what balld writes is, and of what it quotes
  /// (names), anything that may not be is shown as `?`.
  public mutating func write(
    _ text: String, column: Int, row: Int, foreground: Ink = .standard,
    background: Ink = .standard
  ) {
    guard row >= 0, row < rows else { return }
    var place = column
    for scalar in text.unicodeScalars {
      if place >= columns { return }
      if place >= 0 {
        self[place, row] = Cell(
          CellGrid.isNarrow(scalar) ? scalar : "?", foreground: foreground,
          background: background)
      }
      place += 1
    }
  }

  /// The characters alone, a line a row, spaces at the ends cut off.
  public var text: String {
    var lines = ""
    for row in 0..<rows {
      var line = String.UnicodeScalarView()
      line.append(contentsOf: cells[row * columns..<(row + 1) * columns].map(\.glyph))
      while line.last == " " { line.removeLast() }
      lines += String(line) + "\n"
    }
    return lines
  }

  /// Whether a scalar is sure to take one column and to have no effect on the terminal.
  ///
  /// Latin, Greek and Cyrillic letters without combining marks, general punctuation without its
  /// invisible characters, arrows, box drawing, blocks and simple shapes.
  private static func isNarrow(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x52F, 0x2010...0x2027,
      0x2030...0x205E, 0x2190...0x2199, 0x2500...0x25FC:
      true
    default: false
    }
  }
}
