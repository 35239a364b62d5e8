// SPDX-License-Identifier: MIT

internal import KeyValue
internal import Physics

/// The map of a table file: a character a cell.
struct TableMap {
  /// A cell of the map.
  struct Cell: Equatable {
    var column: Int
    var row: Int
  }

  /// Which cells are blocks.
  private(set) var blocks: Blocks
  /// The cells with a hole, row by row.
  private(set) var holes: [Cell] = []
  /// The cells with a start, row by row.
  private(set) var starts: [Cell] = []
  /// The cells of the flag; they fill a rectangle.
  private(set) var flag: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)?
  /// The line of each row in the file.
  let lines: [Int]

  static let marker = "[map]"
  private static let characters = "`#` block, `.` floor, `O` hole, `F` flag or `S` start"

  /// What was meant by a character that is nearly one of them.
  private static let lookalikes: [Unicode.Scalar: String] = [
    "s": "`S` for a start (a capital S)", "f": "`F` for the flag (a capital F)",
    "o": "`O` for a hole (a capital O)", "0": "`O` for a hole (the letter O)",
  ]

  /// Reads the lines behind the marker, which stood in line `markerLine` of `file`.
  init(
    _ rest: [KeyValueText.RestLine], file: String, markerLine: Int
  ) throws(KeyValueError) {
    func failure(_ line: Int, _ found: String, _ expected: String) -> KeyValueError {
      KeyValueError(file: file, line: line, reason: ValueError(found: found, expected: expected))
    }
    var rows = rest[...]
    while let last = rows.last, last.text.allSatisfy({ $0 == " " || $0 == "\t" }) {
      rows.removeLast()
    }
    guard let first = rows.first else {
      throw failure(markerLine, "no row behind `\(Self.marker)`", "the rows of the map")
    }
    if rows.count > Constants.gridLimit {
      throw failure(
        rows[rows.startIndex + Constants.gridLimit].number, "\(rows.count) rows",
        "at most \(Constants.gridLimit)")
    }
    let columns = first.text.unicodeScalars.count
    do throws(OutOfRange) {
      blocks = try Blocks(columns: columns, rows: rows.count)
    } catch {
      throw failure(
        first.number, "a row of \(columns) characters", "1 to \(Constants.gridLimit)")
    }
    lines = rows.map(\.number)
    var flags: [Cell] = []
    for (row, line) in rows.enumerated() {
      let length = line.text.unicodeScalars.count
      guard length == columns else {
        throw failure(
          line.number, "a row of \(length) characters", "\(columns), as in the rows above")
      }
      for (column, character) in line.text.unicodeScalars.enumerated() {
        let cell = Cell(column: column, row: row)
        switch character {
        case "#": blocks[column, row] = true
        case ".": break
        case "O": holes.append(cell)
        case "F": flags.append(cell)
        case "S": starts.append(cell)
        default:
          throw failure(
            line.number, "\(quoted(String(character))) in column \(column + 1)",
            Self.lookalikes[character] ?? Self.characters)
        }
      }
    }
    guard let corner = flags.first, let end = flags.last else { return }
    let width = end.column - corner.column + 1
    let isFilled = flags.enumerated().allSatisfy { index, cell in
      width > 0
        && cell == Cell(column: corner.column + index % width, row: corner.row + index / width)
    }
    guard isFilled, width > 0, flags.count % width == 0 else {
      throw failure(
        lines[corner.row], "`F` in cells that aren't a rectangle",
        "one flag, a rectangle of `F`")
    }
    flag = (corner.column...end.column, corner.row...end.row)
  }
}
