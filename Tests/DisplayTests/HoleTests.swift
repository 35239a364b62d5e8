// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Display

@Suite("Holes, flag and balls on the screen")
struct HoleTests {
  /// A table of 1 x 1 m with one hole, to the right of the pivot in its middle.
  private func scene(angle: Double, x: Double = 0.8, radius: Double = 0.1) -> Scene {
    var scene = Examples.scene()
    scene.table = Scene.Table(
      TableReport(
        name: "t", hash: "", game: "holes", width: 1, height: 1, ballRadius: 0.05,
        holes: [TableReport.Hole(x: x, y: 0.5, radius: radius)], pivot: XY(x: 0.5, y: 0.5)))
    var state = Examples.state()
    state.balls = []
    state.holesAngle = angle
    scene.show(state)
    return scene
  }

  @Test(
    "a hole on the right turns to the top, to the left and to the bottom: counter-clockwise",
    arguments: [
      (0.0, 0.8, 0.5), (Double.pi / 2, 0.5, 0.2), (Double.pi, 0.2, 0.5),
      (3 * Double.pi / 2, 0.5, 0.8), (-Double.pi / 2, 0.5, 0.8), (200 * Double.pi, 0.8, 0.5),
      (Double.pi / 6, 0.5 + 0.3 * 0.75.squareRoot(), 0.35),
    ])
  func turned(angle: Double, x: Double, y: Double) throws {
    let hole = try #require(scene(angle: angle).turnedHoles.first)
    #expect(abs(hole.x - x) < 1e-12 && abs(hole.y - y) < 1e-12)
    #expect(hole.radius == 0.1)
    // 20 x 20 characters of 2 x 1 units each: the hole's middle is an O.
    var painter = CellPainter(Capabilities(depth: .none, glyphs: .ascii))
    let picture = painter.paint(scene(angle: angle), columns: 80, rows: 24)
    #expect(picture[20 + Int(40 * x), 2 + Int(20 * y - 0.5)].glyph == "O")
    #expect(picture.text.filter { $0 == "O" }.count > 10)
  }

  @Test("holes stay where they are under an angle that is none, or without a pivot")
  func unturned() throws {
    for angle in [Double.nan, .infinity, 1e300] {
      #expect(scene(angle: angle).turnedHoles.first?.x == 0.8)
    }
    var scene = scene(angle: 1)
    scene.table?.pivot = nil
    #expect(scene.turnedHoles.first?.x == 0.8)
  }

  @Test("of a state's balls as many are shown as a table can have, however many it names")
  func balls() throws {
    var scene = scene(angle: 0)
    var state = Examples.state()
    let ball = try #require(state.balls.first)
    for count in [0, 1, 4, 5, 100_000] {
      state.balls = Array(repeating: ball, count: count)
      scene.show(state)
      #expect(scene.balls.count == min(count, 4))
    }
  }

  private func lightness(_ ink: Ink) -> Double {
    switch ink {
    case .exact(let c): 0.3 * Double(c.red) + 0.6 * Double(c.green) + 0.1 * Double(c.blue)
    case .indexed(let index) where index >= 232: Double(8 + 10 * Int(index - 232))
    default: .nan
    }
  }

  @Test("a hole is darker, a block lighter than the floor, a ball the lightest: no hue is needed")
  func contrast() throws {
    var painter = CellPainter(Capabilities(depth: .truecolor, glyphs: .half))
    var scene = scene(angle: 0)
    scene.table?.blocks = BlockGrid(rows: [
      "..........", "..........", "..........", "..........", "..........", "..........",
      "..........", "####......", "####......", "####......",
    ])
    scene.balls = [Scene.Ball(x: 0.5, y: 0.2)]
    // 40 x 40 pixels, 4 a cell of the grid.
    let picture = painter.paint(scene, columns: 80, rows: 24)
    let floor = lightness(picture[20 + 20, 2 + 10].background)
    let hole = lightness(picture[20 + 31, 2 + 9].background)
    let block = lightness(picture[20 + 6, 2 + 17].background)
    let ball =
      (18...21).flatMap { column in
        [picture[20 + column, 2 + 3], picture[20 + column, 2 + 4]].map { lightness($0.background) }
      }.max() ?? 0
    #expect(hole < 0.5 * floor)
    #expect(block > 1.5 * floor)
    #expect(ball > 1.2 * block)
  }

  @Test("no hole is drawn on a block")
  func covered() {
    var painter = CellPainter(Capabilities(depth: .truecolor, glyphs: .half))
    var covered = scene(angle: 0)
    covered.table?.blocks = BlockGrid(rows: [".#"])
    var without = covered
    without.table?.holes = []
    #expect(
      painter.paint(covered, columns: 80, rows: 24)
        == painter.paint(without, columns: 80, rows: 24))
  }

  @Test("holes that turn slowly change few cells a frame")
  func slow() {
    var painter = CellPainter(Capabilities(depth: .truecolor, glyphs: .half))
    var scene = Examples.holesScene(angle: 0)
    var last = painter.paint(scene, columns: 80, rows: 24)
    var changed = 0
    for frame in 1...300 {
      // The classic rate, 1/(1000 π) rad in 1/60 s, seen 30 times a second.
      scene.holesAngle = Double(frame) * 2 / (1000 * Double.pi)
      let picture = painter.paint(scene, columns: 80, rows: 24)
      changed += zip(picture.cells, last.cells).filter { $0 != $1 }.count
      last = picture
    }
    // Four holes of radius 3.6 pixels have edges in some 60 cells.
    #expect(changed > 0)
    #expect(changed < 10 * 300)
  }

  @Test("the flag is drawn where it is: squares of two tones, or +")
  func flag() throws {
    var scene = scene(angle: 0, radius: 0.01)
    scene.table?.flag = TableReport.Flag(x: 0.2, y: 0.4, width: 0.2, height: 0.1)
    var plain = CellPainter(Capabilities(depth: .none, glyphs: .ascii))
    let text = plain.paint(scene, columns: 80, rows: 24)
    for row in 0..<20 {
      for column in 0..<40 {
        let isFlag = (8..<16).contains(column) && (8..<10).contains(row)
        #expect((text[20 + column, 2 + row].glyph == "+") == isFlag, "\(column) \(row)")
      }
    }
    var painter = CellPainter(Capabilities(depth: .indexed, glyphs: .half))
    let picture = painter.paint(scene, columns: 80, rows: 24)
    let inks = Set(
      (8..<16).flatMap { column in
        [picture[20 + column, 2 + 8].foreground, picture[20 + column, 2 + 8].background]
      })
    #expect(inks == [.indexed(150), .indexed(65)])
  }

  /// What is written between the two lines of text of a screen of 24 rows.
  private func rows(_ picture: CellGrid) -> String {
    picture.text.split(separator: "\n", omittingEmptySubsequences: false)[1..<23].joined()
  }

  @Test("a ball off the table isn't drawn, and others keep their numbers")
  func offTable() {
    for capabilities in [
      Capabilities(depth: .truecolor, glyphs: .half), Capabilities(depth: .sixteen, glyphs: .half),
      Capabilities(depth: .none, glyphs: .half), Capabilities(depth: .none, glyphs: .ascii),
    ] {
      var painter = CellPainter(capabilities)
      var scene = scene(angle: 0)
      let empty = painter.paint(scene, columns: 80, rows: 24)
      scene.balls = [Scene.Ball(x: 0.3, y: 0.3, isOff: true)]
      #expect(painter.paint(scene, columns: 80, rows: 24) == empty)
      scene.balls = [
        Scene.Ball(x: 0.2, y: 0.3), Scene.Ball(x: 0.5, y: 0.3, isOff: true),
        Scene.Ball(x: 0.8, y: 0.3),
      ]
      let table = rows(painter.paint(scene, columns: 80, rows: 24))
      let digits = table.filter(\.isNumber)
      #expect(digits == "13", "\(capabilities)")
      scene.balls = [Scene.Ball(x: 0.2, y: 0.3)]
      let one = rows(painter.paint(scene, columns: 80, rows: 24))
      #expect(one.filter(\.isNumber) == "", "a lone ball needs no number")
    }
  }

  @Test("what can't be drawn is left out, and nothing traps")
  func odd() throws {
    let odd = [0.0, -1, 1e300, -1e300, .infinity, -.infinity, .nan, 10, -10, 1e-300, 0.5]
    for capabilities in [
      Capabilities(depth: .truecolor, glyphs: .half), Capabilities(depth: .none, glyphs: .ascii),
    ] {
      var painter = CellPainter(capabilities)
      for x in odd {
        for size in odd {
          let report = TableReport(
            name: "t", hash: "", game: "holes", width: 1, height: 1, ballRadius: 0.05, title: "",
            time: size, balls: 3, goal: .min, holes: [TableReport.Hole(x: x, y: 0.5, radius: size)],
            pivot: XY(x: x, y: size),
            flag: TableReport.Flag(x: x, y: 0.5, width: size, height: 0.2))
          var scene = scene(angle: 1)
          let table = try #require(Scene.Table(report))
          #expect(table.holes.allSatisfy { $0.radius > 0 && $0.radius <= 1 && abs($0.x) <= 10 })
          scene.table = table
          scene.holesAngle = x
          scene.runTime = size
          _ = painter.paint(scene, columns: 40, rows: 12)
        }
      }
    }
    var many = Examples.holes
    many.holes = Array(repeating: TableReport.Hole(x: 0, y: 0, radius: 0.1), count: 5000)
    #expect(Scene.Table(many)?.holes.count == 256)
  }
}
