// SPDX-License-Identifier: MIT

/// By how much a picture is turned clockwise to stand upright on a screen that is built in sideways or
/// upside down.
///
/// The daemon turns the tilt by what has the same name in `Sensors`, which no display links.
public enum ScreenRotation: Int, CaseIterable, Sendable {
  /// As it is.
  case none = 0
  /// A quarter turn clockwise: the top at the right edge.
  case right = 90
  /// Upside down.
  case upsideDown = 180
  /// A quarter turn counter-clockwise: the top at the left edge.
  case left = 270

  /// Whether width and height change places.
  var isSideways: Bool { self == .right || self == .left }

  /// Where a pixel of an upright picture of this size comes to lie on the screen.
  func place(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    switch self {
    case .none: (x, y)
    case .right: (height - 1 - y, x)
    case .upsideDown: (width - 1 - x, height - 1 - y)
    case .left: (y, width - 1 - x)
    }
  }

  /// Where a box of an upright picture of this size comes to lie on the screen.
  func place(_ box: PixelBox, width: Int, height: Int) -> PixelBox {
    if box.isEmpty { return PixelBox(x: 0, y: 0, width: 0, height: 0) }
    let first = place(
      x: box.columns.lowerBound, y: box.rows.lowerBound, width: width, height: height)
    let last = place(
      x: box.columns.upperBound - 1, y: box.rows.upperBound - 1, width: width, height: height)
    return PixelBox(
      columns: min(first.x, last.x)..<max(first.x, last.x) + 1,
      rows: min(first.y, last.y)..<max(first.y, last.y) + 1)
  }
}

extension Picture {
  /// The picture as it lies on a turned screen.
  func turned(by rotation: ScreenRotation) -> Picture {
    if rotation == .none { return self }
    let turned =
      rotation.isSideways
      ? Picture(width: height, height: width) : Picture(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let place = rotation.place(x: x, y: y, width: width, height: height)
        turned[place.x, place.y] = self[x, y]
      }
    }
    turned.pixelsChanged()
    return turned
  }
}
