// SPDX-License-Identifier: MIT

/// The table without balls and holes: a floor of planks with a grain, blocks and a flag on it, in a
/// frame with a bevel, lit from the top left.
///
/// The grain has few tones and runs along the rows, so that neighbours mostly have the same
/// colour: it looks like wood, and a terminal needs few bytes for what a ball uncovers.
struct WoodenTable {
  let layout: Layout
  let theme: Theme
  /// The blocks, if there may be any.
  let cover: BlockCover?
  /// The flag's pixels, from the playing area's top left corner, if there is one.
  let flag: CheckeredFlag?

  /// Paints floor, flag, blocks and frame.
  func paint(into raster: inout Raster) {
    for y in -layout.frameY..<layout.height + layout.frameY {
      for x in -layout.frameX..<layout.width + layout.frameX {
        let isFloor = x >= 0 && y >= 0 && x < layout.width && y < layout.height
        raster[layout.left + x, layout.top + y] = isFloor ? inside(x, y) : frame(x, y)
      }
    }
  }

  private func inside(_ x: Int, _ y: Int) -> Light {
    let share = cover?[x, y] ?? 0
    if share == 1 { return block(x, y) }
    let floor = floor(x, y)
    return share == 0 ? floor : floor.mixed(with: block(x, y), share)
  }

  private func floor(_ x: Int, _ y: Int) -> Light {
    let square = flag?.light(x, y, theme)
    let base = square ?? theme.floor.light
    if !theme.hasTexture { return base }
    if square != nil || !theme.hasGrain { return base * (1 + shadow(x, y)) }
    let plank = y / plankHeight
    // Planks differ a little; within one, streaks of a few tones, several pixels long.
    var tone = Float(Int(ValueNoise.hash(plank, 0, 1) % 5) - 2) * 0.035
    let streak = smooth(x + Int(ValueNoise.hash(plank, 0, 2) % 97), y)
    tone += (streak * 4).rounded(.toNearestOrAwayFromZero) * 0.055 - 0.11
    // The joint between two planks.
    if y % plankHeight == plankHeight - 1, layout.height > 24 { tone -= 0.2 }
    return base * (1 + tone + shadow(x, y))
  }

  /// What the shadow of frame and blocks takes: they stand above the floor, and the light comes from
  /// the top left.
  private func shadow(_ x: Int, _ y: Int) -> Float {
    func isRaised(_ x: Int, _ y: Int) -> Bool { cover?.isRaised(x, y) ?? (x < 0 || y < 0) }
    if isRaised(x - 1, y) || isRaised(x, y - 1) || isRaised(x - 1, y - 1) { return -0.42 }
    return isRaised(x - 2, y) || isRaised(x, y - 2) || isRaised(x - 2, y - 2) ? -0.16 : 0
  }

  /// The top of a block: one with its neighbours and the frame, with edges where the floor begins.
  private func block(_ x: Int, _ y: Int) -> Light {
    guard let cover else { return theme.block.light }
    let across = tone(cover.isRaised(x - 1, y), cover.isRaised(x + 1, y))
    let down = tone(cover.isRaised(x, y - 1), cover.isRaised(x, y + 1))
    switch across + down {
    case 1...: return theme.blockLit.light
    case 0: return theme.block.light
    default: return theme.blockShaded.light
    }
  }

  /// 1 at an edge towards the light, −1 at one away from it, 0 elsewhere and for what is all edge.
  private func tone(_ before: Bool, _ after: Bool) -> Int {
    before == after ? 0 : (after ? 1 : -1)
  }

  private var plankHeight: Int { max(4, (layout.height + 3) / 6) }

  private func frame(_ x: Int, _ y: Int) -> Light {
    let face = theme.frame.light
    let outside = max(-x, -y, x - layout.width + 1, y - layout.height + 1)
    let isUpper = y < 0 && -y >= max(-x, x - layout.width + 1)
    let isLeft = x < 0 && -x > max(-y, y - layout.height + 1)
    let thickness = max(layout.frameX, layout.frameY)
    if thickness == 1 { return isUpper || isLeft ? theme.frameLit.light : face }
    if outside == thickness {
      return isUpper || isLeft ? theme.frameLit.light : theme.frameShaded.light
    }
    if outside == 1 {
      return isUpper || isLeft ? theme.frameShaded.light : theme.frameLit.light
    }
    return face
  }

  /// Value noise along a row, 0 to 1: random heights at every 12th pixel.
  private func smooth(_ x: Int, _ y: Int) -> Float {
    let spacing = 12
    let cell = x / spacing
    let t = Float(x % spacing) / Float(spacing)
    let fade = ValueNoise.fade(t)
    let start = Float(ValueNoise.hash(cell, y, 3) % 1024) / 1023
    let end = Float(ValueNoise.hash(cell + 1, y, 3) % 1024) / 1023
    return start + (end - start) * fade
  }
}
