// SPDX-License-Identifier: MIT

/// The shortest bytes that move a terminal's cursor from one place to another.
enum CursorMove {
  /// The bytes for a move; columns and rows count from 0.
  ///
  /// Without `start`, only an absolute move will do.
  static func shortest(
    from start: (column: Int, row: Int)?, to end: (column: Int, row: Int)
  ) -> String {
    let absolute = position(end.column, end.row)
    guard let start else { return absolute }
    let relative =
      vertical(from: start.row, to: end.row)
      + horizontal(from: start.column, to: end.column)
    return relative.utf8.count < absolute.utf8.count ? relative : absolute
  }

  /// CUP, without the parameters that are 1.
  private static func position(_ column: Int, _ row: Int) -> String {
    if column == 0 { return row == 0 ? "\u{1B}[H" : "\u{1B}[\(row + 1)H" }
    return row == 0 ? "\u{1B}[;\(column + 1)H" : "\u{1B}[\(row + 1);\(column + 1)H"
  }

  private static func vertical(from start: Int, to end: Int) -> String {
    if start == end { return "" }
    let there = "\u{1B}[\(end + 1)d"
    let step = end > start ? sequence(end - start, "B") : sequence(start - end, "A")
    let byCharacter = String(repeating: "\n", count: max(0, min(end - start, 8)))
    if end > start, end - start <= 3 { return byCharacter }
    return step.utf8.count <= there.utf8.count ? step : there
  }

  private static func horizontal(from start: Int, to end: Int) -> String {
    if start == end { return "" }
    if end == 0 { return "\r" }
    let there = "\u{1B}[\(end + 1)G"
    let step = end > start ? sequence(end - start, "C") : sequence(start - end, "D")
    if start > end, start - end <= 3 { return String(repeating: "\u{8}", count: start - end) }
    return step.utf8.count <= there.utf8.count ? step : there
  }

  private static func sequence(_ count: Int, _ final: String) -> String {
    count == 1 ? "\u{1B}[" + final : "\u{1B}[\(count)" + final
  }
}
