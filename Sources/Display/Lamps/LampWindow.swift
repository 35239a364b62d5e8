// SPDX-License-Identifier: MIT

internal import Wire

/// Which part of a table the lamps show: all of it, where its details are then as large as a lamp,
/// else a window of 8×8 lamps that follows the ball.
struct LampWindow: Hashable {
  /// The table's extent that one lamp shows, in m.
  let pitch: Double
  /// The window's upper left corner on the table, in m.
  private(set) var x: Double
  private(set) var y: Double
  private let width: Double
  private let height: Double

  /// How near a ball may come to the window's edge before it moves, in lamps.
  private static let margin = 2.0

  /// A window for a table, on its upper left corner or around its middle.
  init(_ table: Scene.Table) {
    let side = Double(LampFrame.side)
    let whole = max(table.width, table.height) / side
    // A block, a hole or the ball is to be a lamp wide; a little less still shows.
    var detail = Double.infinity
    if let blocks = table.blocks, !Self.isEmpty(blocks) {
      detail = min(table.width / Double(blocks.columns), table.height / Double(blocks.rows))
    }
    for hole in table.holes { detail = min(detail, 2 * hole.radius) }
    detail = max(detail, 2 * table.ballRadius / 1.2)
    pitch = detail >= 0.8 * whole ? whole : detail
    (width, height) = (table.width, table.height)
    // In the middle along a side that fits.
    x = min(0, (table.width - side * pitch) / 2)
    y = min(0, (table.height - side * pitch) / 2)
  }

  private static func isEmpty(_ blocks: BlockGrid) -> Bool {
    !blocks.lines.contains { $0.contains("#") }
  }

  /// Moves the window by whole lamps so that a ball stays away from its edges, and the window on the
  /// table.
  mutating func follow(_ ball: Scene.Ball) {
    x = followed(x, ball.x, extent: width)
    y = followed(y, ball.y, extent: height)
  }

  private func followed(_ start: Double, _ ball: Double, extent: Double) -> Double {
    let side = Double(LampFrame.side)
    // Along a side that fits nothing moves.
    guard extent > side * pitch, ball.isFinite, abs(ball) < 1e9 else { return start }
    let place = (ball - start) / pitch
    var shift = 0.0
    if place < Self.margin { shift = (place - Self.margin).rounded(.down) }
    if place > side - Self.margin { shift = (place - side + Self.margin).rounded(.up) }
    return min(max(0, start + shift * pitch), extent - side * pitch)
  }

  /// A place of the table in lamps from the window's upper left corner.
  func place(_ tableX: Double, _ tableY: Double) -> (x: Double, y: Double) {
    ((tableX - x) / pitch, (tableY - y) / pitch)
  }
}
