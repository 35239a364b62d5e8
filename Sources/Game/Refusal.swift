// SPDX-License-Identifier: MIT

/// Why an input that somebody asked for wasn't carried out; it has changed nothing, but for ending a
/// demo.
public enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// The table's grid has no such cell.
  case noSuchCell(column: Int, row: Int, columns: Int, rows: Int)
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
    case .noSuchCell(let column, let row, let columns, let rows):
      "there is no cell \(column) \(row): the columns are 0 to \(columns - 1), "
        + "the rows 0 to \(rows - 1)"
    case .ballThere(let column, let row):
      "a ball lies in the cell \(column) \(row); try again when it has gone"
    case .startThere(let column, let row): "a ball starts in the cell \(column) \(row)"
    case .flagThere(let column, let row): "the flag is in the cell \(column) \(row)"
    case .blocksAreFixed(let rules):
      "no blocks in `\(rules.rawValue)`"
    case .noOtherTable: "there is no other table to go to: no playlist is set"
    case .demoPlayed: "a demo was playing: its blocks aren't those that lie there now"
    }
  }

  /// What can be done about it; nil where the description says all.
  public var hint: String? {
    switch self {
    case .noSuchCell, .ballThere: nil
    case .demoPlayed: "the demo is over: ask again"
    case .startThere, .flagThere: "choose another cell"
    case .blocksAreFixed: "try classic-maze"
    case .noOtherTable: "name the tables in the setting daemon.playlist, or one by its name"
    }
  }
}
