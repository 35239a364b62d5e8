// SPDX-License-Identifier: MIT

/// The menu's marked entry as a sign of 8×8 dots: there is room for one, and none for words.
///
/// A table of the list is its number there. The lowest row fills while the board is held still to select.
struct LampMenu {
  /// The dots, row by row.
  let dots: [String]

  /// The sign for a menu as it is.
  init(_ menu: Menu) {
    let lit = (menu.stillness.map { min(10, max(0, $0)) } ?? 0) * LampFrame.side / 10
    let rows =
      menu.entries.indices.contains(menu.marked)
      ? Self.sign(of: menu.entries[menu.marked], number: menu.marked) : Self.empty
    dots =
      rows + [
        String(repeating: "#", count: lit) + String(repeating: ".", count: LampFrame.side - lit)
      ]
  }

  private static func sign(of entry: Menu.Entry, number: Int) -> [String] {
    switch entry {
    case .goOn: onwards
    case .restart: again
    case .tables: list
    case .level: level
    case .clear: swept
    case .back: back
    case .table: digits(of: number)
    // Where there are lamps there are no keys.
    case .help, .quit: empty
    }
  }

  /// The last two digits of a number, three dots wide each.
  private static func digits(of number: Int) -> [String] {
    let (tens, ones) = (number / 10 % 10, number % 10)
    let rows = (0..<5).map { row in
      number < 10
        ? "...\(numerals[ones][row]).." : "\(numerals[tens][row]).\(numerals[ones][row])."
    }
    return ["........"] + rows + ["........"]
  }

  // Six rows each, and one that keeps them apart from the lowest.
  private static let empty = [String](repeating: "........", count: 7)
  private static let onwards = [
    "..##....", "..###...", "..####..", "..####..", "..###...", "..##....", "........",
  ]
  private static let again = [
    "..###.#.", ".#...##.", "#...###.", "#.......", ".#...#..", "..###...", "........",
  ]
  private static let list = [
    "........", ".##..##.", ".##..##.", "........", ".##..##.", ".##..##.", "........",
  ]
  private static let level = [
    "........", "########", "#..##..#", "#..##..#", "########", "........", "........",
  ]
  private static let swept = [
    "........", "#.#.#.#.", "........", "#.....#.", "........", "#.#.#.#.", "........",
  ]
  private static let back = [
    "..#.....", ".##.....", "######..", ".##..##.", "..#...#.", "......#.", "........",
  ]
  private static let numerals = [
    ["###", "#.#", "#.#", "#.#", "###"], [".#.", "##.", ".#.", ".#.", "###"],
    ["###", "..#", "###", "#..", "###"], ["###", "..#", ".##", "..#", "###"],
    ["#.#", "#.#", "###", "..#", "..#"], ["###", "#..", "###", "..#", "###"],
    ["###", "#..", "###", "#.#", "###"], ["###", "..#", ".#.", ".#.", ".#."],
    ["###", "#.#", "###", "#.#", "###"], ["###", "#.#", "###", "..#", "###"],
  ]
}
