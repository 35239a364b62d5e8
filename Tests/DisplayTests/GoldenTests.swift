// SPDX-License-Identifier: MIT

import Display
import Foundation
import Testing
import Wire

/// Whole screens against files in Goldens/.
///
/// With RECORD=1 in the environment the files are written anew, and the test fails, so that nobody
/// forgets to look at them.
@Suite("Golden screens")
struct GoldenTests {
  private struct Screen: Sendable {
    var name: String
    var columns: Int
    var rows: Int
    var depth = ColorDepth.none
    var glyphs = Glyphs.half
    var change: @Sendable (inout Scene) -> Void = { _ in }
  }

  private static let screens: [Screen] = [
    Screen(name: "half-80x24", columns: 80, rows: 24),
    Screen(name: "half-24x8", columns: 24, rows: 8),
    Screen(name: "half-60x20-help", columns: 60, rows: 20) { $0.showsHelp = true },
    Screen(name: "half-60x20-help-view", columns: 60, rows: 20) {
      $0.showsHelp = true
      $0.link = .view
    },
    Screen(name: "half-24x8-help", columns: 24, rows: 8) { $0.showsHelp = true },
    Screen(name: "ascii-24x8-help", columns: 24, rows: 8, glyphs: .ascii) {
      $0 = Examples.mazeScene()
      $0.showsHelp = true
    },
    Screen(name: "half-60x20-menu", columns: 60, rows: 20) { $0.menu = menu(of: $0) },
    Screen(name: "ascii-24x8-menu", columns: 24, rows: 8, glyphs: .ascii) {
      $0.menu = menu(of: $0)
    },
    Screen(name: "truecolor-60x20-menu", columns: 60, rows: 20, depth: .truecolor) {
      $0 = Examples.mazeScene(phase: .paused)
      $0.menu = menu(of: $0)
    },
    Screen(name: "half-60x20-tables", columns: 60, rows: 20) {
      $0.menu = tables(of: $0, count: 30)
    },
    Screen(name: "half-24x8-tables", columns: 24, rows: 8) { $0.menu = tables(of: $0, count: 5) },
    Screen(name: "half-60x16-paused", columns: 60, rows: 16) { $0.phase = .paused },
    Screen(name: "half-60x16-lost", columns: 60, rows: 16) {
      $0.link = .lost("balld is not running")
      $0.phase = nil
      $0.sensor = nil
    },
    Screen(name: "half-60x16-connecting", columns: 60, rows: 16) {
      $0 = Scene()
    },
    Screen(name: "half-60x16-finished", columns: 60, rows: 16) {
      $0.sensor = Scene.Sensor(
        SensorReport(source: "log", name: "recordings/smooth.csv", health: .ended))
      $0.phase = .finished
    },
    Screen(name: "half-60x16-stalled", columns: 60, rows: 16) {
      $0.sensor = Scene.Sensor(SensorReport(source: "iio", name: "lsm6dso", health: .noData))
      $0.phase = .stalled
    },
    Screen(name: "half-60x16-demo", columns: 60, rows: 16) { $0.isDemo = true },
    Screen(name: "ascii-24x8-demo", columns: 24, rows: 8, glyphs: .ascii) { $0.isDemo = true },
    Screen(name: "half-60x16-demo-lost", columns: 60, rows: 16) {
      $0 = Examples.holesScene(phase: .lost)
      $0.isDemo = true
      $0.sensor = Scene.Sensor(SensorReport(source: "auto", health: .waiting))
    },
    Screen(name: "half-60x16-driving", columns: 60, rows: 16) { $0.driver = .keys },
    Screen(name: "half-60x16-view", columns: 60, rows: 16) {
      $0.link = .view
      $0.phase = .noSensor
    },
    Screen(name: "half-60x16-two-balls", columns: 60, rows: 16) {
      $0.balls.append(Scene.Ball(x: 0.308, y: 0.228))
    },
    Screen(name: "half-20x5-too-small", columns: 20, rows: 5),
    Screen(name: "ascii-80x24", columns: 80, rows: 24, glyphs: .ascii),
    Screen(name: "ascii-24x8", columns: 24, rows: 8, glyphs: .ascii),
    Screen(name: "ascii-40x12-paused", columns: 40, rows: 12, glyphs: .ascii) {
      $0.phase = .paused
    },
    Screen(name: "ascii-16-40x12", columns: 40, rows: 12, depth: .sixteen, glyphs: .ascii),
    Screen(name: "half-16-40x12", columns: 40, rows: 12, depth: .sixteen),
    Screen(name: "half-256-40x12", columns: 40, rows: 12, depth: .indexed),
    Screen(name: "half-truecolor-40x12", columns: 40, rows: 12, depth: .truecolor),
    Screen(name: "maze-truecolor-80x24", columns: 80, rows: 24, depth: .truecolor) {
      $0 = Examples.mazeScene()
    },
    Screen(name: "holes-truecolor-80x24", columns: 80, rows: 24, depth: .truecolor) {
      $0 = Examples.holesScene()
    },
    Screen(name: "balls-truecolor-80x24", columns: 80, rows: 24, depth: .truecolor) {
      $0 = Examples.threeBalls()
    },
    Screen(name: "maze-256-80x24", columns: 80, rows: 24, depth: .indexed) {
      $0 = Examples.mazeScene()
    },
    Screen(name: "holes-256-80x24", columns: 80, rows: 24, depth: .indexed) {
      $0 = Examples.holesScene()
    },
    Screen(name: "balls-256-80x24", columns: 80, rows: 24, depth: .indexed) {
      $0 = Examples.threeBalls()
    },
    Screen(name: "maze-16-80x24", columns: 80, rows: 24, depth: .sixteen) {
      $0 = Examples.mazeScene()
    },
    Screen(name: "holes-16-80x24", columns: 80, rows: 24, depth: .sixteen) {
      $0 = Examples.holesScene()
    },
    Screen(name: "balls-16-80x24", columns: 80, rows: 24, depth: .sixteen) {
      $0 = Examples.threeBalls()
    },
    Screen(name: "maze-truecolor-24x8", columns: 24, rows: 8, depth: .truecolor) {
      $0 = Examples.mazeScene()
    },
    Screen(name: "holes-truecolor-24x8", columns: 24, rows: 8, depth: .truecolor) {
      $0 = Examples.holesScene()
    },
    Screen(name: "maze-half-80x24", columns: 80, rows: 24) { $0 = Examples.mazeScene() },
    Screen(name: "maze-ascii-80x24", columns: 80, rows: 24, glyphs: .ascii) {
      $0 = Examples.mazeScene()
    },
    Screen(name: "balls-ascii-80x24", columns: 80, rows: 24, glyphs: .ascii) {
      $0 = Examples.threeBalls()
    },
    Screen(name: "maze-ascii-24x8", columns: 24, rows: 8, glyphs: .ascii) {
      $0 = Examples.mazeScene()
    },
    Screen(name: "holes-ascii-40x12", columns: 40, rows: 12, glyphs: .ascii) {
      $0 = Examples.holesScene()
    },
    Screen(name: "holes-ascii-16-40x12", columns: 40, rows: 12, depth: .sixteen, glyphs: .ascii) {
      $0 = Examples.holesScene()
    },
    Screen(name: "maze-half-80x24-won", columns: 80, rows: 24) {
      $0 = Examples.mazeScene(phase: .won)
    },
    Screen(name: "holes-half-60x16-lost", columns: 60, rows: 16) {
      $0 = Examples.holesScene(phase: .lost)
      $0.ballsLeft = 0
    },
    Screen(name: "holes-half-60x16-captured", columns: 60, rows: 16) {
      $0 = Examples.holesScene(phase: .captured)
    },
  ]

  /// The menu with its second entry marked.
  private static func menu(of scene: Scene) -> Menu {
    var menu = Menu(mayControl: true, hasMovableBlocks: scene.table?.blocks != nil)
    _ = menu.take(.down)
    return menu
  }

  /// The list of so many tables, of which the middle one is played.
  private static func tables(of scene: Scene, count: Int) -> Menu {
    var menu = Menu(mayControl: true, current: "table\(count / 2)")
    menu.take(
      TableList(
        tables: (1...count).map {
          TableList.Entry(name: "table\($0)", title: "The table number \($0)", game: "maze")
        }))
    _ = menu.take(.pick(2))
    return menu
  }

  @Test("each screen is the recorded one", arguments: screens.map(\.name))
  func screen(name: String) throws {
    let screen = try #require(Self.screens.first { $0.name == name })
    var scene = Examples.scene()
    screen.change(&scene)
    var painter = CellPainter(Capabilities(depth: screen.depth, glyphs: screen.glyphs))
    let grid = painter.paint(scene, columns: screen.columns, rows: screen.rows)
    // ESC as a visible sign, so that the files can be read and no editor or terminal minds them.
    let text = TextFrame.lines(of: grid).replacingOccurrences(of: "\u{1B}", with: "␛")
    try expectGolden(text, "\(name).txt")
  }
}
