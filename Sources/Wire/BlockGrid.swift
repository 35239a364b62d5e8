// SPDX-License-Identifier: MIT

/// Which cells of a table's grid are blocks.
///
/// The grid divides the table evenly: a cell measures width/columns by height/rows. Column 0 is the
/// left one, row 0 the upper one.
public struct BlockGrid: Hashable, Sendable {
  /// Cells in x, 1 to `Limits.grid`.
  public let columns: Int
  /// Cells in y, 1 to `Limits.grid`.
  public let rows: Int
  private var cells: [Bool]

  /// A grid without a block; nil where there are too few or too many columns or rows.
  public init?(columns: Int, rows: Int) {
    let allowed = 1...Limits.grid
    guard allowed.contains(columns), allowed.contains(rows) else { return nil }
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: false, count: columns * rows)
  }

  /// Reads rows of `#` (a block) and `.` (none) as they stand on the wire, the upper one first.
  ///
  /// Any other sign is none: a newer server may have further ones. Nil where a row has another
  /// length than the first, or where there are too few or too many columns or rows.
  public init?(rows lines: [String]) {
    guard let first = lines.first else { return nil }
    self.init(columns: first.utf8.count, rows: lines.count)
    for (row, line) in lines.enumerated() {
      guard line.utf8.count == columns else { return nil }
      for (column, sign) in line.utf8.enumerated() {
        cells[row * columns + column] = sign == UInt8(ascii: "#")
      }
    }
  }

  /// The rows as they stand on the wire, the upper one first: `#` for a block, `.` for none.
  public var lines: [String] {
    (0..<rows).map { row in
      String(
        decoding: cells[row * columns..<(row + 1) * columns].lazy.map {
          $0 ? UInt8(ascii: "#") : UInt8(ascii: ".")
        }, as: UTF8.self)
    }
  }

  /// Whether there is such a cell.
  public func contains(column: Int, row: Int) -> Bool {
    column >= 0 && column < columns && row >= 0 && row < rows
  }

  /// Whether a cell is a block; outside of the grid none is, and setting one has no effect.
  public subscript(column: Int, row: Int) -> Bool {
    get { contains(column: column, row: row) && cells[row * columns + column] }
    set { if contains(column: column, row: row) { cells[row * columns + column] = newValue } }
  }

  /// Whether there is no block.
  public var isEmpty: Bool { !cells.contains(true) }

  /// Takes all blocks away.
  public mutating func clear() { for index in cells.indices { cells[index] = false } }
}
