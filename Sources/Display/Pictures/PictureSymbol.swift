// SPDX-License-Identifier: MIT

internal import Wire

/// A sign for a state of the game, where a picture is too small for words.
struct PictureSymbol: Hashable {
  let sign: Sign
  let box: PixelBox

  /// What can be said.
  enum Sign: Hashable {
    /// Two bars: paused.
    case bars
    /// A tick: the flag was reached.
    case tick
    /// A cross: the run is lost.
    case cross
    /// A square: the recording is over.
    case square
    /// Three dots: waiting for balld, a sensor, or the ball.
    case dots
    /// The menu's marked entry, as lamps show it.
    case entry([String])
  }

  /// The sign for a scene; nil while the game goes on.
  init?(_ scene: Scene, in bounds: PixelBox) {
    switch scene.link {
    case .connecting, .lost: sign = .dots
    case .control, .view:
      if let menu = scene.menu {
        sign = .entry(LampMenu(menu).dots)
        box = PixelBox(
          around: bounds.centerX, bounds.centerY, reachX: Self.reach(bounds) * 1.3,
          reachY: Self.reach(bounds) * 1.3
        ).intersection(bounds)
        return
      }
      switch scene.phase {
      case .paused?: sign = .bars
      case .won?: sign = .tick
      case .lost?: sign = .cross
      case .finished?: sign = .square
      case .noSensor?, .stalled?, nil: sign = .dots
      default: return nil
      }
    }
    let reach = Self.reach(bounds)
    box = PixelBox(
      around: bounds.centerX, bounds.centerY, reachX: reach + 1, reachY: reach + 1
    ).intersection(bounds)
  }

  private static func reach(_ bounds: PixelBox) -> Double {
    Double(min(bounds.width, bounds.height)) * 0.3
  }

  /// Paints it where the clip allows.
  func paint(on picture: Picture) {
    let size = Double(min(box.width, box.height))
    let unit = size / 8
    func point(_ x: Double, _ y: Double) -> Point {
      Point(box.centerX + x * unit, box.centerY + y * unit)
    }
    picture.roundedRectangle(box, radius: size < 12 ? 0.01 : unit)
    picture.fill(PictureTheme.panel, opacity: 0.85)
    let line = max(1, unit * 1.2)
    switch sign {
    case .bars:
      for x in [-1.4, 1.4] {
        let top = point(x, -2.4)
        picture.rectangle(top.x - line / 2, top.y, line, 4.8 * unit)
      }
      picture.fill(PictureTheme.bright)
      return
    case .tick:
      picture.move(to: point(-2.4, 0.2))
      picture.line(to: point(-0.7, 2))
      picture.line(to: point(2.5, -2.2))
    case .cross:
      picture.move(to: point(-2, -2))
      picture.line(to: point(2, 2))
      picture.move(to: point(-2, 2))
      picture.line(to: point(2, -2))
    case .square:
      let corner = point(-2, -2)
      picture.rectangle(corner.x, corner.y, 4 * unit, 4 * unit)
      picture.fill(PictureTheme.bright)
      return
    case .entry(let rows):
      let dot = size / 9
      for (y, row) in rows.enumerated() {
        for (x, mark) in row.utf8.enumerated() where mark == UInt8(ascii: "#") {
          picture.rectangle(
            box.centerX + (Double(x) - 4) * dot, box.centerY + (Double(y) - 4) * dot, dot, dot)
        }
      }
      picture.fill(PictureTheme.bright)
      return
    case .dots:
      for x in [-2.4, 0, 2.4] { picture.circle(point(x, 0), radius: max(0.5, 0.75 * unit)) }
      picture.fill(PictureTheme.bright)
      return
    }
    picture.stroke(PictureTheme.bright, width: line)
  }
}
