// SPDX-License-Identifier: MIT

internal import Support
internal import Wire

@testable internal import Display

/// Prints what frames cost, in milliseconds of this machine: medians of five rounds.
@main
struct Main {
  static func main() {
    print("ms a frame               first   whole  typical  turning")
    for (name, width, height, bits) in [
      ("320x240 RGB565", 320, 240, 16), ("800x480 XRGB8888", 800, 480, 32),
      ("1920x1080 XRGB8888", 1920, 1080, 32),
    ] {
      guard let screen = Screen(width: width, height: height, bits: bits) else { continue }
      let figures = [
        middle { screen.first() }, middle { screen.whole() },
        middle { screen.typical(frames: 300) }, middle { screen.turning(frames: 100) },
      ]
      print(padded(name, -22) + figures.map { padded(rounded($0), 9) }.joined())
    }
    print("\nbytes a frame, 80x24 in truecolour       own painter   fed from a picture")
    for (name, scene, turning) in [
      ("a large ball on wood", Scenes.marble, 0.0), ("between blocks", Scenes.maze, 0),
      ("between holes", Scenes.holes, 0), ("between holes that turn", Scenes.holes, 0.0035),
    ] {
      let bytes = [false, true].map { terminal(scene, turning: turning, isPicture: $0) }
      print(padded(name, -38) + padded("\(bytes[0])", 13) + padded("\(bytes[1])", 18))
    }
  }

  private static func middle(_ round: () -> Double) -> Double {
    median((0..<5).map { _ in round() })
  }

  // MARK: The terminal

  /// The mean bytes of frames in which a ball goes 0.7 pixels on, as at 21 pixels/s, and the holes turn by
  /// an angle.
  private static func terminal(_ scene: Scene, turning: Double, isPicture: Bool) -> Int {
    var scene = scene
    let painter = PicturePainter(width: 80, height: 44)
    var cells = CellPainter(Capabilities(depth: .truecolor, glyphs: .half))
    var encoder = TerminalEncoder(isSynchronized: true)
    var shown: CellGrid?
    var bytes = 0
    let frames = 200
    for frame in 0...frames {
      scene.holesAngle = turning * Double(frame)
      scene.balls[0].x = 0.02 + 0.004 * 0.7 * 0.8 * Double(frame % 90)
      scene.balls[0].y = 0.0117 + 0.004 * 0.7 * 0.6 * Double(frame % 90)
      let grid = isPicture ? reduced(painter, scene) : cells.paint(scene, columns: 80, rows: 24)
      let encoded = encoder.encode(from: shown, to: grid)
      if shown != nil { bytes += encoded.count }
      shown = grid
    }
    return bytes / frames
  }

  private static func reduced(_ painter: PicturePainter, _ scene: Scene) -> CellGrid {
    _ = painter.paint(scene)
    var grid = CellGrid(columns: 80, rows: 24)
    for row in 0..<22 {
      for column in 0..<80 {
        func ink(_ y: Int) -> Ink { .exact(Color(packed: painter.picture[column, y])) }
        grid[column, row + 1] = Cell(upper: ink(2 * row), lower: ink(2 * row + 1))
      }
    }
    return grid
  }
}
