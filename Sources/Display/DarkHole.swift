// SPDX-License-Identifier: MIT

/// A hole in the floor: dark, with the light from the top left on its far wall.
struct DarkHole {
  /// The centre and the radius, in pixels.
  let x: Float
  let y: Float
  let radius: Float
  let theme: Theme

  /// A hole at a place in pixels.
  ///
  /// The centre is rounded to a quarter of a pixel: a pattern that turns slowly then changes few
  /// pixels a frame, and nobody sees the steps.
  init(x: Double, y: Double, radius: Double, theme: Theme) {
    self.x = Float((x * 4).rounded(.toNearestOrAwayFromZero) / 4)
    self.y = Float((y * 4).rounded(.toNearestOrAwayFromZero) / 4)
    // At least so large that the pixel at its centre is dark wherever it lies.
    self.radius = max(0.75, Float(radius))
    self.theme = theme
  }

  /// Paints the hole into the playing area, where no block covers it.
  func paint(into raster: inout Raster, layout: Layout, cover: BlockCover?) {
    for pixelY in rows(of: layout) {
      for pixelX in columns(of: layout) {
        let dx = Float(pixelX) + 0.5 - x
        let dy = Float(pixelY) + 0.5 - y
        let distance = (dx * dx + dy * dy).squareRoot()
        var share = min(1, max(0, radius - distance + 0.5))
        if !theme.hasTexture { share = share >= 0.5 ? 1 : 0 }
        // In quarters, as the place: fewer colours to send.
        share = (share * 4).rounded(.toNearestOrAwayFromZero) / 4
        share *= 1 - (cover?[pixelX - layout.left, pixelY - layout.top] ?? 0)
        if share == 0 { continue }
        raster.mix(shade(dx / radius, dy / radius), share: share, x: pixelX, y: pixelY)
      }
    }
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

  /// The light from inside, u to the right and v down, both in radii.
  private func shade(_ u: Float, _ v: Float) -> Light {
    let dark = theme.hole.light
    if !theme.hasTexture { return dark }
    // How far out towards the lower right: there the wall faces the light.
    let lit = max(0, (u + v) * 0.7071)
    let glow = (lit * lit * 4).rounded(.toNearestOrAwayFromZero) / 4
    return dark.mixed(with: theme.floor.light, glow * 0.6)
  }
}
