// SPDX-License-Identifier: MIT

/// A rectangle of whole pixels.
public struct PixelBox: Hashable, Sendable {
  /// The columns.
  public var columns: Range<Int>
  /// The rows.
  public var rows: Range<Int>

  /// Makes a box.
  public init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// Makes a box from its corner and size; negative sizes are none.
  init(x: Int, y: Int, width: Int, height: Int) {
    self.init(columns: x..<x + max(0, width), rows: y..<y + max(0, height))
  }

  /// The pixels that a rectangle touches, and none for one that is far from any picture.
  init(around x: Double, _ y: Double, reachX: Double, reachY: Double) {
    guard abs(x) < 1e6, abs(y) < 1e6, reachX < 1e6, reachY < 1e6 else {
      self.init(x: 0, y: 0, width: 0, height: 0)
      return
    }
    self.init(
      columns: Int((x - reachX).rounded(.down))..<Int((x + reachX).rounded(.up)) + 1,
      rows: Int((y - reachY).rounded(.down))..<Int((y + reachY).rounded(.up)) + 1)
  }

  var width: Int { columns.count }
  var height: Int { rows.count }
  var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
  var centerX: Double { Double(columns.lowerBound + columns.upperBound) / 2 }
  var centerY: Double { Double(rows.lowerBound + rows.upperBound) / 2 }

  func intersection(_ other: PixelBox) -> PixelBox {
    PixelBox(
      columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }

  func overlaps(_ other: PixelBox) -> Bool {
    !isEmpty && columns.overlaps(other.columns) && rows.overlaps(other.rows)
  }

  /// The least box that holds both.
  func union(_ other: PixelBox) -> PixelBox {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelBox(
      columns: min(
        columns.lowerBound, other.columns.lowerBound)..<max(
          columns.upperBound, other.columns.upperBound),
      rows: min(
        rows.lowerBound, other.rows.lowerBound)..<max(rows.upperBound, other.rows.upperBound))
  }
}
