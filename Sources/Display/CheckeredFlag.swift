// SPDX-License-Identifier: MIT

internal import Wire

/// Where the balls have to go, as squares of two tones: known by its pattern, in every light.
struct CheckeredFlag: Hashable {
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// How many pixels a square has along each side.
  private let side: Int

  /// The flag of a table on the pixels of a layout; at least two squares wide and high, and on the
  /// playing area.
  init?(_ table: Scene.Table, layout: Layout) {
    guard let flag = table.flag else { return nil }
    let scale = layout.scale(of: table)
    columns = Self.pixels(flag.x * scale.x, (flag.x + flag.width) * scale.x, of: layout.width)
    rows = Self.pixels(flag.y * scale.y, (flag.y + flag.height) * scale.y, of: layout.height)
    side = max(1, min(columns.count, rows.count) / 4)
  }

  /// The light of a pixel, counted from the playing area's top left corner; nil beside the flag.
  func light(_ x: Int, _ y: Int, _ theme: Theme) -> Light? {
    guard contains(x, y) else { return nil }
    let isLight = ((x - columns.lowerBound) / side + (y - rows.lowerBound) / side) % 2 == 0
    return (isLight ? theme.flagLight : theme.flagDark).light
  }

  /// Whether a pixel, counted from the playing area's top left corner, is the flag's.
  func contains(_ x: Int, _ y: Int) -> Bool { columns.contains(x) && rows.contains(y) }

  private static func pixels(_ start: Double, _ end: Double, of count: Int) -> Range<Int> {
    // The edges are within ten extents of the table, and pixels are numbers.
    let low = min(max(0, Int(start.rounded())), max(0, count - 2))
    let high = min(max(low + 2, Int(end.rounded())), count)
    return low..<max(low, high)
  }
}
