// SPDX-License-Identifier: MIT

internal import Wire

/// A tilt in words as short as can be: an arrow to the lower side, and whole degrees.
enum TiltText {
  /// The tilt in whole degrees: the angle whose sine is |tilt| ÷ g, 90 for anything steeper.
  ///
  /// Found by turning (1, 0) by one degree at a time, which needs no inverse function.
  static func degrees(_ tilt: XY) -> Int {
    let gravity = 9.80665
    let sine = (tilt.x * tilt.x + tilt.y * tilt.y).squareRoot() / gravity
    guard sine.isFinite else { return 90 }
    // One degree; and half a one, so that the count rounds.
    let (sinStep, cosStep) = (0.017452406437283512, 0.9998476951563913)
    var (sin, cos) = (0.008726535498373935, 0.9999619230641713)
    var count = 0
    while sine >= sin, count < 90 {
      (sin, cos) = (sin * cosStep + cos * sinStep, cos * cosStep - sin * sinStep)
      count += 1
    }
    return count
  }

  /// An arrow in one of eight directions, or a dot for a level table.
  static func arrow(_ tilt: XY, glyphs: Glyphs) -> String {
    guard degrees(tilt) > 0 else { return glyphs == .ascii ? "." : "·" }
    // tan 22.5°: what lies within this of an axis points along it.
    let diagonal = 0.41421356237309503
    let isAlongX = abs(tilt.y) < diagonal * abs(tilt.x)
    let isAlongY = abs(tilt.x) < diagonal * abs(tilt.y)
    let column = isAlongY ? 1 : (tilt.x < 0 ? 0 : 2)
    let row = isAlongX ? 1 : (tilt.y < 0 ? 0 : 2)
    let unicode = [["↖", "↑", "↗"], ["←", "·", "→"], ["↙", "↓", "↘"]]
    let ascii = [["<^", "^", "^>"], ["<", ".", ">"], ["<v", "v", "v>"]]
    return (glyphs == .ascii ? ascii : unicode)[row][column]
  }
}
