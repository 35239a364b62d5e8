// SPDX-License-Identifier: MIT

/// Where the table lies in a picture, and where the run's numbers stand.
///
/// In pixels.
struct PictureLayout: Hashable {
  /// The whole picture.
  let bounds: PixelBox
  /// The playing area, without the frame.
  let area: PixelBox
  /// The frame's thickness.
  let frame: Int
  /// Where the run's numbers stand; nil where there is no room to read them.
  let strip: Strip?

  /// Where the run's numbers stand.
  struct Strip: Hashable {
    let box: PixelBox
    /// Whether they stand one below the other, beside the table.
    let isColumn: Bool
  }

  /// The least side of a picture in which text can be read.
  static let leastReadable = 96

  /// Places a table as large as can be, with the numbers where they take the least away from it.
  init(table: Scene.Table, width: Int, height: Int) {
    let bounds = PixelBox(x: 0, y: 0, width: width, height: height)
    let least = min(width, height)
    let frame = least < 24 ? 0 : max(1, Int((Double(least) * 0.03).rounded()))
    // The frame's outer edge is seen as one where it doesn't coincide with the screen's.
    let margin = least < Self.leastReadable ? 0 : least / 100
    func scale(_ width: Int, _ height: Int) -> Double {
      min(
        Double(max(1, width - 2 * (frame + margin))) / table.width,
        Double(max(1, height - 2 * (frame + margin))) / table.height)
    }
    var strip: Strip?
    var room = bounds
    if least >= Self.leastReadable {
      let rowHeight = max(16, Int(Double(height) * 0.075))
      let columnWidth = max(64, Int(Double(width) * 0.17))
      if scale(width - columnWidth, height) > scale(width, height - rowHeight) {
        // As much as the table leaves over, within reason.
        let free =
          width - Int((table.width * scale(width - columnWidth, height)).rounded()) - 2 * frame
        let taken = min(max(columnWidth, free), Int(Double(width) * 0.3))
        strip = Strip(box: PixelBox(x: 0, y: 0, width: taken, height: height), isColumn: true)
        room = PixelBox(columns: taken..<width, rows: 0..<height)
      } else {
        strip = Strip(box: PixelBox(x: 0, y: 0, width: width, height: rowHeight), isColumn: false)
        room = PixelBox(columns: 0..<width, rows: rowHeight..<height)
      }
    }
    let scale = scale(room.width, room.height)
    let areaWidth = min(max(1, Int((table.width * scale).rounded())), room.width)
    let areaHeight = min(max(1, Int((table.height * scale).rounded())), room.height)
    self.bounds = bounds
    self.frame = frame
    self.strip = strip
    area = PixelBox(
      x: room.columns.lowerBound + (room.width - areaWidth) / 2,
      y: room.rows.lowerBound + (room.height - areaHeight) / 2, width: areaWidth,
      height: areaHeight)
  }

  /// The table with its frame.
  var framed: PixelBox {
    PixelBox(
      columns: area.columns.lowerBound - frame..<area.columns.upperBound + frame,
      rows: area.rows.lowerBound - frame..<area.rows.upperBound + frame)
  }

  /// Pixels a metre along each axis: a hair's breadth apart, so that a ball at a wall touches it.
  func scale(of table: Scene.Table) -> (x: Double, y: Double) {
    (Double(area.width) / table.width, Double(area.height) / table.height)
  }

  /// A place of the table.
  func point(_ x: Double, _ y: Double, of table: Scene.Table) -> Point {
    let scale = scale(of: table)
    return Point(
      Double(area.columns.lowerBound) + x * scale.x, Double(area.rows.lowerBound) + y * scale.y)
  }

  /// Pixels a metre, for lengths that have no direction.
  func scaleOfLengths(of table: Scene.Table) -> Double {
    let scale = scale(of: table)
    return (scale.x + scale.y) / 2
  }
}
