// SPDX-License-Identifier: MIT

/// The colours of a picture.
///
/// Chosen to be told apart by lightness alone: the ball is the lightest thing on the table, the
/// floor is dark wood, frame and blocks stand between them, holes are darker than all. A flag is told by
/// its pattern of squares. In truecolour the floor's channels
/// stay below 100: two digits are shorter to send than three.
struct Theme: Hashable {
  /// The floor's planks.
  let floor: Color
  /// The frame's face.
  let frame: Color
  /// The frame's edge towards the light.
  let frameLit: Color
  /// The frame's edge away from the light.
  let frameShaded: Color
  /// The top of a block.
  let block: Color
  /// A block's edge towards the light.
  let blockLit: Color
  /// A block's edge away from the light.
  let blockShaded: Color
  /// The depth of a hole.
  let hole: Color
  /// The lighter squares of a flag.
  let flagLight: Color
  /// The darker squares of a flag.
  let flagDark: Color
  /// Whether things have shadows: with few colours that would be noise.
  let hasTexture: Bool
  /// Whether wood has a grain: what 256 colours have for its tones is grey, and looks like walls.
  let hasGrain: Bool

  /// The colours for a depth: those of the poorer depths are colours that they have.
  init(depth: ColorDepth) {
    switch depth {
    case .truecolor, .none:
      floor = Color(98, 64, 38)
      frame = Color(148, 102, 60)
      frameLit = Color(186, 138, 88)
      frameShaded = Color(84, 54, 32)
      block = Color(172, 126, 78)
      blockLit = Color(214, 172, 118)
      blockShaded = Color(122, 82, 48)
      hole = Color(18, 18, 18)
      flagLight = Color(186, 202, 140)
      flagDark = Color(58, 98, 64)
      hasTexture = true
      hasGrain = true
    case .indexed:
      // xterm's 94, 137, 180 and 238.
      floor = Color(135, 95, 0)
      frame = Color(175, 135, 95)
      frameLit = Color(215, 175, 135)
      frameShaded = Color(68, 68, 68)
      block = frame
      blockLit = frameLit
      blockShaded = frame
      // 233, 150 and 65.
      hole = Color(18, 18, 18)
      flagLight = Color(175, 215, 135)
      flagDark = Color(95, 135, 95)
      hasTexture = true
      hasGrain = false
    case .sixteen:
      // Dark grey and brown, which many terminals show as a yellow: too light to roll on.
      floor = Color(85, 85, 85)
      frame = Color(170, 85, 0)
      frameLit = frame
      frameShaded = frame
      block = frame
      blockLit = frame
      blockShaded = frame
      hole = Color(0, 0, 0)
      // Bright green and green.
      flagLight = Color(85, 255, 85)
      flagDark = Color(0, 170, 0)
      hasTexture = false
      hasGrain = false
    }
  }
}

/// The inks of the lines of text and of the panels.
struct TextInks: Hashable {
  /// Behind all text.
  let panel: Ink
  /// What is read.
  let plain: Ink
  /// What matters less.
  let dim: Ink
  /// What matters most.
  let bright: Ink

  /// The inks for a depth.
  init(depth: ColorDepth) {
    switch depth {
    case .none:
      (panel, plain, dim, bright) = (.standard, .standard, .standard, .standard)
    case .sixteen:
      // Black, white, grey, bright yellow.
      (panel, plain, dim, bright) = (.basic(0), .basic(15), .basic(7), .basic(11))
    case .indexed:
      // Greys but for the keys: the cube's browns are too far apart.
      (panel, plain, dim, bright) = (.indexed(234), .indexed(253), .indexed(247), .indexed(222))
    case .truecolor:
      panel = Ink(Color(38, 28, 22), depth: depth)
      plain = Ink(Color(226, 212, 190), depth: depth)
      dim = Ink(Color(158, 142, 122), depth: depth)
      bright = Ink(Color(255, 210, 120), depth: depth)
    }
  }
}
