// SPDX-License-Identifier: MIT

import Display

/// A terminal as far as `TerminalEncoder` and `TerminalModes` use one: bytes go in, cells come out.
///
/// It knows exactly the sequences that they promise to use and counts all others as strange.
struct VirtualTerminal {
  private(set) var grid: CellGrid
  private(set) var strange: [String] = []
  private(set) var modes: Set<Int> = [7, 25]
  /// The flags of kitty's keyboard protocol that were pushed and not yet popped.
  private(set) var keyFlags: [Int] = []
  /// How often the whole screen was cleared.
  private(set) var clearings = 0
  private var column = 0
  private var row = 0
  private var foreground = Ink.standard
  private var background = Ink.standard
  private var pending: [UInt8] = []

  init(columns: Int, rows: Int) { grid = CellGrid(columns: columns, rows: rows) }

  /// As a terminal does on a change of size, roughly: what is lost is painted again anyway.
  mutating func resize(columns: Int, rows: Int) {
    grid = CellGrid(columns: columns, rows: rows)
    (column, row) = (0, 0)
  }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var start = 0
    while let end = endOfNext(from: start) {
      interpret(pending[start..<end])
      start = end
    }
    pending.removeFirst(start)
  }

  /// Where the character or sequence that begins here ends, or nil if it isn't complete.
  private func endOfNext(from start: Int) -> Int? {
    guard start < pending.count else { return nil }
    let first = pending[start]
    if first == 0x1B {
      guard start + 1 < pending.count else { return nil }
      guard pending[start + 1] == UInt8(ascii: "[") else { return start + 2 }
      for index in start + 2..<pending.count
      where (0x40...0x7E).contains(pending[index]) || pending[index] == 0x18 {
        return index + 1
      }
      return nil
    }
    let length = first < 0x80 ? 1 : (first < 0xE0 ? 2 : (first < 0xF0 ? 3 : 4))
    return start + length <= pending.count ? start + length : nil
  }

  private mutating func interpret(_ item: ArraySlice<UInt8>) {
    guard let first = item.first, item.last != 0x18 else { return }
    let text = String(decoding: item, as: UTF8.self)
    switch first {
    case 0x1B: interpretSequence(text)
    case 0x0D: column = 0
    case 0x0A: row = min(row + 1, grid.rows - 1)
    case 0x08: column = max(0, column - 1)
    case 0x00..<0x20: strange.append("control \(first)")
    default:
      guard let scalar = text.unicodeScalars.first else { return }
      grid[column, row] = Cell(scalar, foreground: foreground, background: background)
      if column < grid.columns - 1 {
        column += 1
      } else if modes.contains(7) {
        strange.append("a wrap")
      }
    }
  }

  private mutating func interpretSequence(_ text: String) {
    let body = text.dropFirst(2)
    guard text.hasPrefix("\u{1B}["), let final = body.last else {
      strange.append(text)
      return
    }
    let parameters = body.dropLast()
    if parameters.hasPrefix("?"), let mode = Int(parameters.dropFirst()), "hl".contains(final) {
      if final == "h" { modes.insert(mode) } else { modes.remove(mode) }
      return
    }
    if final == "u" {
      // Kitty's keyboard protocol: a stack of flags.
      if parameters == ">2" {
        keyFlags.append(2)
      } else if parameters != "<" {
        strange.append(text)
      } else if keyFlags.popLast() == nil {
        strange.append("a pop from an empty stack")
      }
      return
    }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) }
    let first = numbers.first.flatMap { $0 } ?? 1
    switch final {
    case "H":
      row = min(max(first, 1), grid.rows) - 1
      column = min(max((numbers.count > 1 ? numbers[1] : nil) ?? 1, 1), grid.columns) - 1
    case "d": row = min(max(first, 1), grid.rows) - 1
    case "G": column = min(max(first, 1), grid.columns) - 1
    case "A": row = max(0, row - first)
    case "B": row = min(grid.rows - 1, row + first)
    case "C": column = min(grid.columns - 1, column + first)
    case "D": column = max(0, column - first)
    case "J" where parameters == "2":
      grid = CellGrid(columns: grid.columns, rows: grid.rows)
      clearings += 1
      if background != .standard { strange.append("a screen cleared in colour") }
    case "K" where parameters.isEmpty:
      for place in column..<grid.columns {
        grid[place, row] = Cell(" ", background: background)
      }
    case "m": select(parameters.isEmpty ? [0] : numbers.map { $0 ?? 0 })
    default: strange.append(text)
    }
  }

  private mutating func select(_ numbers: [Int]) {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: (foreground, background) = (.standard, .standard)
      case 30...37: foreground = .basic(UInt8(number - 30))
      case 40...47: background = .basic(UInt8(number - 40))
      case 90...97: foreground = .basic(UInt8(number - 82))
      case 100...107: background = .basic(UInt8(number - 92))
      case 39: foreground = .standard
      case 49: background = .standard
      case 38, 48:
        guard let ink = extended(&rest) else {
          strange.append("SGR \(numbers)")
          return
        }
        if number == 38 { foreground = ink } else { background = ink }
      default: strange.append("SGR \(number)")
      }
    }
  }

  private func extended(_ rest: inout ArraySlice<Int>) -> Ink? {
    let kind = rest.popFirst()
    let values = Array(rest.prefix(kind == 2 ? 3 : 1))
    rest = rest.dropFirst(values.count)
    let bytes = values.compactMap { UInt8(exactly: $0) }
    switch (kind, bytes.count) {
    case (2, 3): return .exact(Color(bytes[0], bytes[1], bytes[2]))
    case (5, 1): return .indexed(bytes[0])
    default: return nil
    }
  }
}

extension CellGrid {
  /// The same picture with every block in one form, so that pictures can be compared.
  var normalized: CellGrid {
    var copy = self
    for row in 0..<rows {
      for column in 0..<columns {
        let cell = self[column, row]
        switch cell.glyph {
        case "▄" where cell.foreground != .standard && cell.background != .standard:
          copy[column, row] = Cell(upper: cell.background, lower: cell.foreground)
        case "█" where cell.foreground != .standard:
          copy[column, row] = Cell(" ", background: cell.foreground)
        case "▀" where cell.foreground == cell.background:
          copy[column, row] = Cell(" ", background: cell.background)
        default: break
        }
      }
    }
    return copy
  }
}
