// SPDX-License-Identifier: MIT

/// By how much a picture is turned clockwise to stand upright on a screen that is built in sideways or
/// upside down.
public enum Rotation: Int, CaseIterable, Sendable {
  /// As it is.
  case none = 0
  /// A quarter turn clockwise.
  case quarter = 90
  /// Upside down.
  case half = 180
  /// A quarter turn counter-clockwise.
  case threeQuarters = 270

  /// Whether width and height change places.
  var isSideways: Bool { self == .quarter || self == .threeQuarters }

  /// Where a pixel of an upright picture of this size comes to lie on the screen.
  func place(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    switch self {
    case .none: (x, y)
    case .quarter: (height - 1 - y, x)
    case .half: (width - 1 - x, height - 1 - y)
    case .threeQuarters: (y, width - 1 - x)
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
  func turned(by rotation: Rotation) -> Picture {
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
