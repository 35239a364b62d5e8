// SPDX-License-Identifier: MIT

/// Square pixels in linear light, some of which may show the terminal's own background.
struct Raster {
  let width: Int
  let height: Int
  private(set) var pixels: [Light?]

  /// Makes a raster that shows the terminal's own background throughout.
  init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    pixels = Array(repeating: nil, count: self.width * self.height)
  }

  /// The pixel at a place; setting one outside of the raster has no effect.
  subscript(x: Int, y: Int) -> Light? {
    get { contains(x, y) ? pixels[y * width + x] : nil }
    set { if contains(x, y) { pixels[y * width + x] = newValue } }
  }

  /// Mixes `light` into a pixel that isn't the terminal's background.
  mutating func mix(_ light: Light, share: Float, x: Int, y: Int) {
    guard let below = self[x, y] else { return }
    self[x, y] = below.mixed(with: light, share)
  }

  private func contains(_ x: Int, _ y: Int) -> Bool {
    x >= 0 && y >= 0 && x < width && y < height
  }
}
