// SPDX-License-Identifier: MIT

/// A ball of polished steel with its shadow, lit from the top left.
///
/// Its edge is mixed with what is below by the area that it covers, in linear light: so it glides
/// over the pixels instead of jumping, and looks equally large wherever it is.
struct SteelBall {
  /// The centre and the radius, in pixels.
  let x: Float
  let y: Float
  let radius: Float
  /// Whether it has sharp edges and no dark side: with few colours that would look like other things.
  let isFlat: Bool
  /// The light that the frame and the floor throw back at it.
  let warmth: Light
  /// The metal's own colour.
  let metal: Light

  /// Steel, brass, copper, blued steel: for up to four balls, which also have their numbers.
  static let metals = [
    Light(0.53, 0.54, 0.56), Light(0.66, 0.54, 0.22), Light(0.62, 0.36, 0.24),
    Light(0.32, 0.44, 0.66),
  ]

  /// The shadow's offset from the ball and its reach beyond the radius, in radii.
  private static let shadowShift: Float = 0.25
  private static let shadowReach: Float = 0.3
  /// How much of the light the shadow takes at its middle.
  private static let shadowDepth: Float = 0.6

  /// Darkens the floor below the ball, inside of the playing area alone and not on blocks.
  func paintShadow(into raster: inout Raster, layout: Layout, cover: BlockCover?) {
    let centerX = x + Self.shadowShift * radius
    let centerY = y + Self.shadowShift * radius
    let outer = radius * (1 + Self.shadowReach)
    let inner = radius * (1 - Self.shadowReach)
    for pixelY in pixels(around: centerY, outer) {
      guard pixelY >= layout.top, pixelY < layout.top + layout.height else { continue }
      for pixelX in pixels(around: centerX, outer) {
        guard pixelX >= layout.left, pixelX < layout.left + layout.width else { continue }
        let dx = Float(pixelX) + 0.5 - centerX
        let dy = Float(pixelY) + 0.5 - centerY
        let distance = (dx * dx + dy * dy).squareRoot()
        let share = min(1, max(0, (outer - distance) / (outer - inner)))
        // In steps: fewer colours to send, and too fine to be seen.
        let onFloor = 1 - (cover?[pixelX - layout.left, pixelY - layout.top] ?? 0)
        let depth = (share * Self.shadowDepth * 3).rounded(.toNearestOrAwayFromZero) / 3 * onFloor
        raster.mix(.zero, share: depth, x: pixelX, y: pixelY)
      }
    }
  }

  /// Paints the ball, from 5×5 samples a pixel.
  func paint(into raster: inout Raster) {
    let samples = 5
    for pixelY in pixels(around: y, radius) {
      for pixelX in pixels(around: x, radius) {
        var sum = Light.zero
        var hits: Float = 0
        for sampleY in 0..<samples {
          for sampleX in 0..<samples {
            let u = (Float(pixelX) + (Float(sampleX) + 0.5) / Float(samples) - x) / radius
            let v = (Float(pixelY) + (Float(sampleY) + 0.5) / Float(samples) - y) / radius
            guard u * u + v * v <= 1 else { continue }
            sum += shade(u, v)
            hits += 1
          }
        }
        if hits == 0 { continue }
        let share = hits / Float(samples * samples)
        if !isFlat {
          // In quarters: fewer colours to send, and no edge looks rougher for it.
          let step = (share * 4).rounded(.toNearestOrAwayFromZero) / 4
          raster.mix(sum / hits, share: step, x: pixelX, y: pixelY)
        } else if share >= 0.5 {
          // At least the light grey that the 16 colours have.
          let light = (sum / hits).clamped(lowerBound: Light(repeating: 0.45), upperBound: .one)
          raster.mix(light, share: 1, x: pixelX, y: pixelY)
        }
      }
    }
  }

  /// The columns of pixels in which it or its shadow may be.
  var columns: Range<Int> { touched(x) }

  /// The rows of pixels in which it or its shadow may be.
  var rows: Range<Int> { touched(y) }

  /// The character cell, two pixels high, that its middle is in, the upper left one where it lies
  /// between two; nil for a ball to the left of all, above, or far outside of any screen.
  var cell: (column: Int, row: Int)? {
    guard x > 0, y > 0, x < 1e6, y < 1e6 else { return nil }
    return (Int(x.rounded(.up)) - 1, Int((y / 2).rounded(.up)) - 1)
  }

  private func touched(_ center: Float) -> Range<Int> {
    let shadow = pixels(
      around: center + Self.shadowShift * radius, radius * (1 + Self.shadowReach))
    let ball = pixels(around: center, radius)
    return min(shadow.lowerBound, ball.lowerBound)..<max(shadow.upperBound, ball.upperBound)
  }

  private func pixels(around center: Float, _ reach: Float) -> Range<Int> {
    // Far outside of any screen a Float may not fit into an Int.
    guard abs(center) < 1e6, reach < 1e6 else { return 0..<0 }
    return Int((center - reach).rounded(.down))..<Int((center + reach).rounded(.up)) + 1
  }

  /// The light from a point of the sphere, u to the right and v down, both in radii.
  ///
  /// A mirror that sees a room: bright from above, dark at the horizon, the floor's warmth from
  /// below, and a window as the highlight.
  private func shade(_ u: Float, _ v: Float) -> Light {
    let w = max(0, 1 - u * u - v * v).squareRoot()
    // The light's direction, of length 1.
    let facing = max(0, -0.47 * u - 0.57 * v + 0.674 * w)
    let square = facing * facing
    let highlight = square * square * square * square
    let face = metal * (0.16 + 0.62 * facing) + highlight * 0.55
    let rim = (1 - w) * (1 - w)
    let glow = max(0, v) * rim
    return face * (1 - 0.55 * rim) + warmth * glow * 0.8
  }
}
