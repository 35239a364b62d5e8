// SPDX-License-Identifier: MIT

import Support
import Testing
import Wire

@testable import Display

@Suite("Pictures")
struct PictureTests {
  /// The pixels without their unused byte.
  private func pixels(_ picture: Picture) -> [UInt32] {
    (0..<picture.width * picture.height).map { picture.pixels[$0] & 0xFF_FFFF }
  }

  /// The largest difference of a channel, of 255.
  private func difference(_ first: [UInt32], _ second: [UInt32]) -> Int {
    zip(first, second).reduce(0) { most, pair in
      [0, 8, 16].reduce(most) { most, shift in
        max(most, abs(Int(pair.0 >> shift & 255) - Int(pair.1 >> shift & 255)))
      }
    }
  }

  private func painted(_ scene: Scene, _ width: Int, _ height: Int) -> [UInt32] {
    let painter = PicturePainter(width: width, height: height)
    _ = painter.paint(scene)
    return pixels(painter.picture)
  }

  /// Scenes that follow on each other as nobody would expect.
  private func wildScenes(_ count: Int) -> [Scene] {
    var random = SplitMix64(seed: 8)
    let kinds = [
      Examples.scene(), Examples.mazeScene(), Examples.holesScene(), Examples.threeBalls(), Scene(),
    ]
    var scene = kinds[0]
    return (0..<count).map { _ in
      switch Int.random(in: 0..<12, using: &random) {
      case 0: scene = kinds[Int.random(in: 0..<5, using: &random)]
      case 1: scene.phase = [.paused, .won, .lost, .rolling].randomElement(using: &random)
      case 2: scene.holesAngle += 0.05
      case 3: scene.table?.blocks?[3, 2].toggle()
      case 4: scene.runTime = Double.random(in: 0...99, using: &random)
      case 5: if !scene.balls.isEmpty { scene.balls[0].isOff.toggle() }
      default:
        for index in scene.balls.indices {
          scene.balls[index].x += Double.random(in: -0.02...0.02, using: &random)
          scene.balls[index].y += Double.random(in: -0.02...0.02, using: &random)
          scene.balls[index].orientation.roll(0.4, -0.3)
        }
      }
      return scene
    }
  }

  @Test("no sensor is missed where the ball rolls by somebody's keys")
  func rollsWithoutSensor() {
    var scene = Examples.mazeScene()
    scene.phase = .rolling
    scene.sensor = nil
    let unknown = painted(scene, 320, 240)
    scene.sensor = Scene.Sensor(SensorReport(source: "auto", health: .waiting))
    #expect(painted(scene, 320, 240) == unknown)
    scene.phase = .paused
    let missed = painted(scene, 320, 240)
    scene.sensor = nil
    #expect(painted(scene, 320, 240) != missed)
  }

  @Test(
    "a frame is the same after any others as by itself, and outside of its boxes nothing changed")
  func damage() {
    for (width, height) in [(200, 150), (64, 64), (120, 240)] {
      let painter = PicturePainter(width: width, height: height)
      var before = pixels(painter.picture)
      for (number, scene) in wildScenes(60).enumerated() {
        let boxes = painter.paint(scene)
        let after = pixels(painter.picture)
        // Cairo rounds the edges of what is clipped in another way: a level or two.
        let off = difference(after, painted(scene, width, height))
        #expect(off <= 3, "\(width)x\(height), scene \(number)")
        let strays = after.indices.filter { index in
          let (x, y) = (index % width, index / width)
          return after[index] != before[index]
            && !boxes.contains { $0.columns.contains(x) && $0.rows.contains(y) }
        }
        #expect(strays.isEmpty, "\(width)x\(height), scene \(number)")
        for (first, box) in boxes.enumerated() {
          for other in boxes.dropFirst(first + 1) { #expect(!box.overlaps(other)) }
        }
        before = after
      }
    }
  }

  @Test("where nothing changed nothing is drawn; a ball that rolls changes its surroundings alone")
  func typical() {
    let painter = PicturePainter(width: 320, height: 240)
    var scene = Examples.mazeScene()
    #expect(painter.paint(scene) == [painter.picture.bounds])
    #expect(painter.paint(scene).isEmpty)
    scene.balls[0].x += 0.002
    let boxes = painter.paint(scene)
    #expect(boxes.count == 1 && (boxes.first?.height ?? 99) < 40 && (boxes.first?.width ?? 99) < 40)
    // The clock is read in whole seconds while the ball rolls.
    scene.runTime = 12.9
    #expect(painter.paint(scene).isEmpty)
    scene.runTime = 13.1
    #expect(painter.paint(scene).count == 1)
  }

  @Test(
    "ball, floor, block and hole differ in lightness by a quarter of it at least, without their hues"
  )
  func lightness() throws {
    let (width, height) = (480, 480)
    var scene = Examples.threeBalls()
    // A single ball has no number on it.
    scene.balls = [scene.balls[0]]
    let pixels = painted(scene, width, height)
    let table = try #require(scene.table)
    let layout = PictureLayout(table: table, width: width, height: height)
    func lightness(_ x: Double, _ y: Double) -> Double {
      let point = layout.point(x, y, of: table)
      var sum = 0.0
      for dy in -2...2 {
        for dx in -2...2 {
          let color = Color(packed: pixels[(Int(point.y) + dy) * width + Int(point.x) + dx])
          sum += 0.30 * Double(color.red) + 0.59 * Double(color.green) + 0.11 * Double(color.blue)
        }
      }
      return sum / 25
    }
    let ball = lightness(scene.balls[0].x, scene.balls[0].y)
    let block = lightness(0.07, 0.07)
    let floor = lightness(0.24, 0.185)
    let hole = lightness(0.13, 0.05)
    #expect(ball > block * 1.25)
    #expect(block > floor * 1.25)
    #expect(floor > hole * 1.25)
  }

  @Test("the lamp's light wanders over a ball that crosses the table, and the grooves turn with it")
  func light() {
    func ball(_ x: Double, _ orientation: Orientation) -> [UInt32] {
      var scene = Examples.scene(x: x, y: 0.12)
      scene.balls[0].orientation = orientation
      let painter = PicturePainter(width: 640, height: 480)
      _ = painter.paint(scene)
      guard let table = scene.table else { return [] }
      let layout = PictureLayout(table: table, width: 640, height: 480)
      let point = layout.point(x, 0.12, of: table)
      return (-10...10).flatMap { dy in
        (-10...10).map { painter.picture[Int(point.x) + $0, Int(point.y) + dy] }
      }
    }
    func brightest(_ pixels: [UInt32]) -> Int {
      let lit = pixels.indices.filter { Color(packed: pixels[$0]).green > 250 }
      return lit.map { $0 % 21 }.reduce(0, +) / max(1, lit.count)
    }
    // Whole pixels apart, so that both are seen alike.
    let (left, right) = (ball(0.05, Orientation()), ball(0.27, Orientation()))
    #expect(brightest(left) > brightest(right))
    var turned = Orientation()
    turned.roll(0.5, 0.2)
    let isTurned = ball(0.05, turned) != left
    #expect(isTurned)
  }

  @Test(
    "no corner is sharp, none is seen to be rounder than a ball, and none is a cell's",
    arguments: [
      (0.01, 4, 320), (1e-6, 4, 320), (1e-6, 256, 800), (1e-6, 256, 240), (0.01, 256, 240),
      (0.0003, 85, 240),
    ])
  func corners(ballRadius: Double, cells: Int, pixels: Int) throws {
    let row = String(repeating: ".", count: cells)
    let table = try #require(
      Scene.Table(
        TableReport(
          name: "t", hash: "", game: "maze", width: 0.32, height: 0.32, ballRadius: ballRadius,
          blocks: BlockGrid(rows: Array(repeating: row, count: cells)))))
    let layout = PictureLayout(table: table, width: pixels, height: pixels)
    let cell =
      Double(min(layout.area.width, layout.area.height)) / Double(cells)
    let ball = ballRadius / 0.32 * Double(layout.area.width)
    let radius = TableBackdrop(table, layout: layout).cornerRadius
    #expect(radius >= min(0.25, 0.2 * cell) - 1e-12)
    #expect(radius <= max(0.25, ball) + 1e-12)
    #expect(radius <= 0.2 * cell + 1e-12)
  }

  @Test(
    "flush blocks have one outline, also with the frame; blocks that touch by a corner are one as well"
  )
  func outlines() {
    func outlines(_ rows: [String]) -> [[FloorOutline.Corner]] {
      FloorOutline(BlockGrid(rows: rows)).outlines
    }
    #expect(FloorOutline(nil).outlines.map(\.count) == [4])
    #expect(outlines(["...", "...", "..."]).map(\.count) == [4])
    // The floor around a bar of two flush blocks: its outer edge, and the bar's.
    #expect(outlines(["....", ".##.", "...."]).map(\.count).sorted() == [4, 4])
    // A block at the frame is a notch.
    #expect(outlines(["...", "#..", "..."]).map(\.count) == [8])
    // A wall across leaves two floors.
    #expect(outlines([".#.", ".#."]).map(\.count) == [4, 4])
    // Diagonal blocks with the floor between them cut.
    #expect(outlines(["#.", ".#"]).map(\.count) == [4, 4])
    #expect(outlines(["##", "##"]).isEmpty)
    // By the area: with the floor to the right, outlines around islands count negative.
    var random = SplitMix64(seed: 2)
    for _ in 0..<100 {
      let rows = (0..<7).map { _ in
        String((0..<9).map { _ in Bool.random(using: &random) ? "#" : "." })
      }
      let floor = rows.joined().count { $0 == "." }
      var doubled = 0
      for outline in outlines(rows) {
        for (index, corner) in outline.enumerated() {
          let next = outline[(index + 1) % outline.count]
          doubled += corner.column * next.row - next.column * corner.row
        }
      }
      #expect(doubled == 2 * floor, "\(rows)")
    }
  }

  @Test("of letters that the built-in font lacks their plain form is written")
  func letters() {
    let texts = [
      ("Labyrinth", "Labyrinth"), ("Çà et là", "Ca et la"), ("Straße", "Strasse"),
      ("Łódź “x” – ’s", "Lodz \"x\" - 's"), ("迷路", "??"), ("\u{1B}[2J", "?[2J"),
    ]
    for (text, plain) in texts { #expect(plainLetters(text) == plain) }
  }

  @Test("no size and no table makes it fail")
  func sizes() {
    let ribbon = TableReport(
      name: "ribbon", hash: "0", game: "marble", width: 10, height: 0.1, ballRadius: 0.05,
      blocks: BlockGrid(columns: 256, rows: 2))
    var scenes = [Examples.scene(), Examples.mazeScene(), Examples.holesScene(), Scene()]
    var far = Examples.scene()
    far.balls = [Scene.Ball(x: 1e300, y: -.infinity), Scene.Ball(x: .nan, y: 0)]
    far.holesAngle = .nan
    far.table = Scene.Table(ribbon)
    far.ballsLeft = .max
    far.runTime = .infinity
    scenes.append(far)
    far.table = Scene.Table(Examples.holes)
    far.phase = .lost
    scenes.append(far)
    for (width, height) in [(1, 1), (1, 300), (300, 1), (8, 8), (97, 97), (-5, 0), (33, 500)] {
      for scene in scenes {
        let painter = PicturePainter(width: width, height: height)
        #expect(!painter.paint(scene).isEmpty)
        #expect(painter.paint(scene).isEmpty)
      }
    }
  }
}
