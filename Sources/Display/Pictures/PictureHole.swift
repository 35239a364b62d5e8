// SPDX-License-Identifier: MIT

internal import Wire

/// A hole in the floor: dark, with light on the part of its wall that faces the lamp.
struct PictureHole: Hashable {
  let center: Point
  /// In pixels.
  let radius: Double

  /// A hole of a table; at least so large that the pixel at its centre is dark wherever it lies.
  ///
  /// The centre is rounded to an eighth of a pixel: a pattern that turns slowly then doesn't change
  /// in every frame, and nobody sees the steps.
  init(_ hole: Scene.Table.Hole, of table: Scene.Table, layout: PictureLayout) {
    let point = layout.point(hole.x, hole.y, of: table)
    func rounded(_ value: Double) -> Double { (value * 8).rounded(.toNearestOrAwayFromZero) / 8 }
    center = Point(rounded(point.x), rounded(point.y))
    radius = max(0.75, hole.radius * layout.scaleOfLengths(of: table))
  }

  /// The pixels in which it may be.
  var box: PixelBox {
    PixelBox(around: center.x, center.y, reachX: radius + 1, reachY: radius + 1)
  }

  /// Paints it where the clip allows.
  func paint(on picture: Picture) {
    picture.circle(center, radius: radius)
    if radius < 3 {
      picture.fill(PictureTheme.depth)
      return
    }
    // The wall: what is seen of it lies to the lower right, and fades into the depth.
    let shift = radius * 0.17
    picture.fillRadial(
      from: Point(center.x - shift, center.y - shift), radius * 0.7,
      to: center, radius,
      stops: [
        (0, PictureTheme.depth, 1), (0.6, PictureTheme.joint, 1), (1, PictureTheme.shaded, 1),
      ])
    let line = max(0.8, radius * 0.07)
    picture.circle(center, radius: radius - line / 2)
    picture.stroke(PictureTheme.depth, width: line, opacity: 0.75)
  }
}
