// SPDX-License-Identifier: MIT

/// Which cells of a table's grid are blocks.
///
/// The grid divides the table evenly: a cell measures width/columns by height/rows. Column 0 is the
/// left one, row 0 the upper one.
public struct Blocks: Equatable, Hashable, Sendable {
  /// Cells in x.
  public let columns: Int
  /// Cells in y.
  public let rows: Int
  /// How many blocks there are.
  public private(set) var count = 0
  private var cells: [Bool]
  /// What of each block a ball can touch, row by row; kept up when a cell changes, so that a step
  /// looks at one byte a cell.
  private(set) var outlines: [Outline]

  /// A grid without a block.
  ///
  /// - Parameters:
  ///   - columns: cells in x, 1 to 256.
  ///   - rows: cells in y, 1 to 256.
  /// - Throws: `OutOfRange` that names the first number outside of its range.
  public init(columns: Int, rows: Int) throws(OutOfRange) {
    try OutOfRange.check("columns", Double(columns), in: 1...Double(Constants.gridLimit))
    try OutOfRange.check("rows", Double(rows), in: 1...Double(Constants.gridLimit))
    self.init(uncheckedColumns: columns, rows: rows)
  }

  /// A grid of so many columns and rows, each 1 to 256, whose blocks `isBlock` tells: it is asked once
  /// for each cell, row by row.
  ///
  /// What can be touched is found once as well: a tenth of the work of putting them down one by one.
  ///
  /// - Throws: `OutOfRange` that names the first number outside of its range.
  public init(
    columns: Int, rows: Int, where isBlock: (_ column: Int, _ row: Int) -> Bool
  ) throws(OutOfRange) {
    try self.init(columns: columns, rows: rows)
    for row in 0..<rows {
      for column in 0..<columns where isBlock(column, row) {
        cells[row * columns + column] = true
        count += 1
      }
    }
    for row in 0..<rows {
      for column in 0..<columns { outlines[row * columns + column] = outline(column, row) }
    }
  }

  /// One cell without a block: a table that has none.
  public static let none = Blocks(uncheckedColumns: 1, rows: 1)

  private init(uncheckedColumns columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: false, count: columns * rows)
    outlines = Array(repeating: [], count: columns * rows)
  }

  /// Whether the cell in this column and row, which must be of the grid, is a block.
  public subscript(column: Int, row: Int) -> Bool {
    get { cells[index(column, row)] }
    set {
      let index = index(column, row)
      if cells[index] == newValue { return }
      cells[index] = newValue
      count += newValue ? 1 : -1
      for y in (row - 1)...(row + 1) {
        for x in (column - 1)...(column + 1) where contains(column: x, row: y) {
          outlines[y * columns + x] = outline(x, y)
        }
      }
    }
  }

  /// Whether there is such a cell.
  public func contains(column: Int, row: Int) -> Bool {
    column >= 0 && column < columns && row >= 0 && row < rows
  }

  /// Whether a ball can't be there: a block, or outside of the grid, where the table's walls are.
  func isSolid(_ column: Int, _ row: Int) -> Bool {
    !contains(column: column, row: row) || cells[row * columns + column]
  }

  private func index(_ column: Int, _ row: Int) -> Int {
    precondition(contains(column: column, row: row), "a cell outside of the grid")
    return row * columns + column
  }

  private func outline(_ column: Int, _ row: Int) -> Outline {
    guard isSolid(column, row) else { return [] }
    let left = !isSolid(column - 1, row)
    let right = !isSolid(column + 1, row)
    let upper = !isSolid(column, row - 1)
    let lower = !isSolid(column, row + 1)
    var outline: Outline = []
    if left { outline.insert(.left) }
    if right { outline.insert(.right) }
    if upper { outline.insert(.upper) }
    if lower { outline.insert(.lower) }
    if left && upper { outline.insert(.upperLeft) }
    if right && upper { outline.insert(.upperRight) }
    if left && lower { outline.insert(.lowerLeft) }
    if right && lower { outline.insert(.lowerRight) }
    return outline
  }
}

/// The faces and corners of a block that a ball can touch.
///
/// A face is one where the next cell isn't solid, so that flush blocks are one wall. A corner is
/// round where both of its faces are: then of the four cells about it the block is the only solid
/// one, or one of two that lie across.
struct Outline: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let left = Outline(rawValue: 1)
  static let right = Outline(rawValue: 2)
  static let upper = Outline(rawValue: 4)
  static let lower = Outline(rawValue: 8)
  static let upperLeft = Outline(rawValue: 16)
  static let upperRight = Outline(rawValue: 32)
  static let lowerLeft = Outline(rawValue: 64)
  static let lowerRight = Outline(rawValue: 128)
  static let corners: Outline = [.upperLeft, .upperRight, .lowerLeft, .lowerRight]
}
