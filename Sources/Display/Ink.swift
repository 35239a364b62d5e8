// SPDX-License-Identifier: MIT

/// How many colours a terminal shows.
public enum ColorDepth: String, CaseIterable, Comparable, Sendable {
  /// No colour: text alone.
  case none
  /// The 16 colours of ECMA-48 and aixterm, whose look is the user's choice.
  case sixteen = "16"
  /// The 256 colours of xterm: 16, a cube of 6×6×6, 24 greys.
  case indexed = "256"
  /// 8 bits a channel.
  case truecolor

  /// Fewer colours before more.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What a character or its background is drawn with, as the terminal is told.
public enum Ink: Hashable, Sendable {
  /// The terminal's own colour.
  case standard
  /// One of the first 16 colours.
  case basic(UInt8)
  /// One of 256 colours.
  case indexed(UInt8)
  /// Any colour.
  case exact(Color)

  /// The nearest ink to `color` that a terminal of this depth has.
  ///
  /// With 16 colours nearness means little, since users choose them: painters name those
  /// themselves (`Theme`), and this is for what they leave open.
  public init(_ color: Color, depth: ColorDepth) {
    switch depth {
    case .none: self = .standard
    case .sixteen: self = .basic(Ink.nearestBasic(to: color))
    case .indexed: self = .indexed(Ink.nearestIndex(to: color))
    case .truecolor: self = .exact(color)
    }
  }

  /// The levels of a channel in xterm's cube of colours.
  private static let cubeLevels: [Int] = [0, 95, 135, 175, 215, 255]

  /// The colours that the console and xterm give the first 16, roughly.
  private static let basicColors: [(Int, Int, Int)] = [
    (0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0),
    (0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170),
    (85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85),
    (85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255),
  ]

  private static func nearestIndex(to color: Color) -> UInt8 {
    let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
    let (r, g, b) = (nearestLevel(red), nearestLevel(green), nearestLevel(blue))
    let cube = (cubeLevels[r], cubeLevels[g], cubeLevels[b])
    // The greys are 8, 18, … 238.
    let grey = min(23, max(0, ((red + green + blue) / 3 - 3) / 10))
    let level = 8 + 10 * grey
    let index = UInt8(16 + 36 * r + 6 * g + b)
    let isTinged = cubesTinges.contains(index) && color.red > color.green
    if isTinged || distance(color, (level, level, level)) < distance(color, cube) {
      return UInt8(232 + grey)
    }
    return index
  }

  /// Where the cube has no brown, the nearest colour is an olive or a pink: there a grey is more like
  /// the shade of wood that is meant.
  private static let cubesTinges: Set<UInt8> = [58, 95, 131, 132, 138]

  private static func nearestLevel(_ value: Int) -> Int {
    // Half-way between neighbours: 47.5, 115, 155, 195, 235.
    if value < 48 { return 0 }
    if value < 115 { return 1 }
    return min(5, (value - 35) / 40)
  }

  private static func nearestBasic(to color: Color) -> UInt8 {
    var best = 0
    for index in basicColors.indices
    where distance(color, basicColors[index]) < distance(color, basicColors[best]) {
      best = index
    }
    return UInt8(best)
  }

  /// Squared, weighted by how much of each channel the eye takes for brightness.
  private static func distance(_ color: Color, _ other: (Int, Int, Int)) -> Int {
    let red = Int(color.red) - other.0
    let green = Int(color.green) - other.1
    let blue = Int(color.blue) - other.2
    return 3 * red * red + 6 * green * green + blue * blue
  }
}
