// SPDX-License-Identifier: MIT

/// A hole in the floor: dark, with a rim whose lower right takes the light that comes from the top left.
///
/// It lies on whole pixels, so that each hole of a size has the same round shape. One that turns
/// goes a pixel at a time, and changes only the pixels that it comes to and leaves: a
/// pattern of twenty holes that turn all the time would else be most of what a terminal is sent.
struct DarkHole {
  /// The centre and the radius, in pixels.
  let x: Float
  let y: Float
  let radius: Float
  let theme: Theme

  /// A hole at a place in pixels.
  init(x: Double, y: Double, radius: Double, theme: Theme) {
    // At least so large that the pixel at its centre is dark wherever it lies.
    let diameter = max(2, (2 * radius).rounded(.toNearestOrAwayFromZero))
    let isOdd = diameter.truncatingRemainder(dividingBy: 2) == 1
    // Of an odd number of pixels, one is in the middle.
    func snapped(_ place: Double) -> Float {
      Float(isOdd ? place.rounded(.down) + 0.5 : place.rounded(.toNearestOrAwayFromZero))
    }
    self.x = snapped(x)
    self.y = snapped(y)
    self.radius = Float(diameter / 2)
    self.theme = theme
  }

  /// Paints the hole into the playing area, where no block covers it.
  func paint(into raster: inout Raster, layout: Layout, cover: BlockCover?) {
    for pixelY in rows(of: layout) {
      for pixelX in columns(of: layout) {
        let dx = Float(pixelX) + 0.5 - x
        let dy = Float(pixelY) + 0.5 - y
        let distance = (dx * dx + dy * dy).squareRoot()
        // The rim is what is covered by a quarter to three quarters.
        let share = radius - distance + 0.5
        let isRim = theme.hasTexture && share < 0.75
        if share < (theme.hasTexture ? 0.25 : 0.5) { continue }
        let light = isRim ? rim(isLit: dx + dy > 0) : theme.hole.light
        let block = cover?[pixelX - layout.left, pixelY - layout.top] ?? 0
        raster.mix(light, share: 1 - block, x: pixelX, y: pixelY)
      }
    }
  }

  /// Of one tone whatever the floor's grain below it: fewer colours to send.
  private func rim(isLit: Bool) -> Light {
    theme.hole.light.mixed(with: theme.floor.light, isLit ? 0.6 : 0.3)
  }

  /// The columns of pixels in which it may be.
  func columns(of layout: Layout) -> Range<Int> {
    pixels(around: x).clamped(to: layout.left..<layout.left + layout.width)
  }

  /// The rows of pixels in which it may be.
  func rows(of layout: Layout) -> Range<Int> {
    pixels(around: y).clamped(to: layout.top..<layout.top + layout.height)
  }

  private func pixels(around center: Float) -> Range<Int> {
    // Far outside of any screen a Float may not fit into an Int.
    guard abs(center) < 1e6, radius < 1e6 else { return 0..<0 }
    return Int((center - radius - 1).rounded(.down))..<Int((center + radius + 1).rounded(.up)) + 1
  }
}
