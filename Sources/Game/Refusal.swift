// SPDX-License-Identifier: MIT

/// Why an input that somebody asked for wasn't carried out; it has changed nothing, but for ending a
/// demo.
public enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// The table's grid has no such cell.
  case noSuchCell(column: Int, row: Int, columns: Int, rows: Int)
  /// The table is a single cell, in which no block has room.
  case noGrid
  /// A ball lies where the block would be.
  case ballThere(column: Int, row: Int)
  /// A ball starts there.
  case startThere(column: Int, row: Int)
  /// The flag is there.
  case flagThere(column: Int, row: Int)
  /// The blocks of this game stay where they are.
  case blocksAreFixed(Table.Rules)
  /// There is no playlist with another table in it.
  case noOtherTable
  /// A demo played, with blocks that were the demo's; it has ended, and that is all.
  case demoPlayed

  /// A sentence that says what stood in the way.
  public var description: String {
    switch self {
    case .noGrid: "this table has no grid of cells to put blocks on"
    case .noSuchCell(let column, let row, let columns, let rows):
      "there is no cell \(column) \(row): the columns are 0 to \(columns - 1), "
        + "the rows 0 to \(rows - 1)"
    case .ballThere(let column, let row):
      "a ball lies in the cell \(column) \(row); try again when it has gone"
    case .startThere(let column, let row): "a ball starts in the cell \(column) \(row)"
    case .flagThere(let column, let row): "the flag is in the cell \(column) \(row)"
    case .blocksAreFixed(let rules):
      "this table has no blocks to move: its game is `\(rules.rawValue)`"
    case .noOtherTable: "there is no other table to go to"
    case .demoPlayed: "a demo was playing: its blocks aren't those that lie there now"
    }
  }

  /// What can be done about it; nil where the description says all.
  public var hint: String? {
    switch self {
    case .noSuchCell, .ballThere: nil
    case .demoPlayed: "the demo is over: ask again"
    case .startThere, .flagThere: "choose another cell"
    case .blocksAreFixed, .noGrid: "try classic-maze"
    case .noOtherTable:
      "choose one in the menu or by its name, or list some in the setting daemon.playlist"
    }
  }
}
