// SPDX-License-Identifier: MIT

/// A board of wood, grain along x, as a picture that is to be stretched along x.
///
/// Grain is long and thin, so that one value in `stretch` pixels will do along it.
struct WoodGrain {
  /// How many pixels of the board one pixel of the picture stands for, along the grain.
  static let stretch = 8

  /// The board's size in pixels.
  let width: Int
  let height: Int
  /// The pixels between the yearly rings of a typical board.
  let ringWidth: Float
  /// The middle tone.
  let color: Color
  /// The heights of the planks it is made of; nil for one board.
  let plankHeight: Int?
  /// Different for boards that stand side by side.
  let seed: UInt32

  /// Draws the board.
  func picture() -> Picture {
    let columns = max(1, (width + Self.stretch - 1) / Self.stretch)
    let picture = Picture(width: columns, height: height)
    let base = color.light
    for y in 0..<picture.height {
      let plank = plankHeight.map { y / max(1, $0) } ?? 0
      let plankSeed = seed &+ UInt32(truncatingIfNeeded: plank) &* 977
      let tint = plankHeight == nil ? 0 : (random(plank, 7, seed) - 0.5) * 0.22
      // Each plank was cut from another place of the tree.
      let height = Float(y) / ringWidth + random(plank, 3, seed) * 50
      for x in 0..<columns {
        let along = Float(x * Self.stretch) / ringWidth
        let tone = grain(along, height, plankSeed) + tint
        let redder = SIMD3<Float>(1 + tone, 1 + tone * 1.12, 1 + tone * 1.2)
        picture[x, y] = Color(light: base * redder).packed
      }
    }
    picture.pixelsChanged()
    return picture
  }

  /// How much lighter a place is than the middle tone, from about −0.4 to 0.3.
  private func grain(_ x: Float, _ y: Float, _ seed: UInt32) -> Float {
    // Rings, bent by slow noise, dark at their end as late wood is.
    let bend = noise(x * 0.03, y * 0.25, seed &+ 1) * 2.6 + noise(x * 0.1, y * 0.6, seed &+ 2) * 0.7
    let ring = y * 0.8 + bend
    let phase = ring - ring.rounded(.down)
    let late = phase * phase * phase * (phase > 0.92 ? (1 - phase) * 12.5 : 1)
    let fibre = noise(x * 0.12, y * 5, seed &+ 3) - 0.5
    let pores = noise(x * 0.25, y * 11, seed &+ 4)
    let pore = pores > 0.72 ? (pores - 0.72) : 0
    let cloud = noise(x * 0.05, y * 0.18, seed &+ 5) - 0.5
    return 0.08 - 0.3 * late + 0.16 * fibre - 0.7 * pore + 0.2 * cloud
  }

  /// Value noise, 0 to 1: random heights at whole places.
  private func noise(_ x: Float, _ y: Float, _ seed: UInt32) -> Float {
    let (cellX, cellY) = (x.rounded(.down), y.rounded(.down))
    let (tx, ty) = (x - cellX, y - cellY)
    let (fadeX, fadeY) = (ValueNoise.fade(tx), ValueNoise.fade(ty))
    let (column, row) = (Int(cellX), Int(cellY))
    let upper = random(column, row, seed) * (1 - fadeX) + random(column + 1, row, seed) * fadeX
    let lower =
      random(column, row + 1, seed) * (1 - fadeX) + random(column + 1, row + 1, seed) * fadeX
    return upper + (lower - upper) * fadeY
  }

  /// A number from 0 to 1 that looks random.
  private func random(_ x: Int, _ y: Int, _ salt: UInt32) -> Float {
    Float(ValueNoise.hash(x, y, salt) >> 8) / 16_777_216
  }
}
