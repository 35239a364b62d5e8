// SPDX-License-Identifier: MIT

import Foundation
import Support
import Testing
import Wire

@testable import Display

@Suite("Eight by eight lamps")
struct LampTests {
  /// What the driver makes of the lamps' memory: the pulses of all lamps of each colour.
  ///
  /// As drivers/video/fbdev/rpisense-fb.c takes the bits: green's lowest one is dropped.
  private func pulses(_ bytes: [UInt8], _ gamma: LampGamma = .standard) -> [[Int]] {
    stride(from: 0, to: bytes.count, by: 2).map { index in
      let value = Int(bytes[index]) | Int(bytes[index + 1]) << 8
      return [value >> 11, value >> 6, value].map { Int(gamma.pulses[$0 & 31]) }
    }
  }

  /// A table with nothing on it, one lamp of which is 4 cm.
  private func scene(x: Double, y: Double, radius: Double = 0.012) -> Scene {
    var scene = Examples.scene()
    scene.table = Scene.Table(
      TableReport(
        name: "plain", hash: "0", game: "marble", width: 0.32, height: 0.32, ballRadius: radius))
    scene.balls = [Scene.Ball(x: x, y: y)]
    return scene
  }

  private func light(_ scene: Scene) -> [Int] {
    var painter = LampPainter()
    let bytes = painter.paint(scene, at: 0).bytes(gamma: .standard, rotation: .none)
    return pulses(bytes).reduce([0, 0, 0]) { sum, lamp in zip(sum, lamp).map(+) }
  }

  @Test("a ball's light stays the same within 5 % as it crosses the lamps, whichever way")
  func constant() {
    let whole = light(scene(x: 0.16, y: 0.16))
    #expect(whole.allSatisfy { $0 > 10 })
    var least = whole
    var most = whole
    for step in 0...240 {
      let place = Double(step) / 240 * 0.32
      for scene in [
        scene(x: place, y: 0.14), scene(x: 0.083, y: place), scene(x: place, y: place),
        scene(x: place, y: 0.32 - place), scene(x: place, y: 0.31, radius: 0.03),
      ] {
        let sum = light(scene)
        least = zip(least, sum).map { min($0, $1) }
        most = zip(most, sum).map { max($0, $1) }
      }
    }
    for (least, most) in zip(least, most) {
      #expect(Double(most - least) <= 0.05 * Double(most), "\(least) to \(most)")
    }
  }

  @Test("a ball between two lamps lights both alike, and one in a corner stays on the lamps")
  func shares() {
    let between = LampBall(x: 4, y: 3.5, radius: 0.3).shares
    #expect(abs(between[3 * 8 + 3] - between[3 * 8 + 4]) < 1e-9 && between[3 * 8 + 3] > 0.3)
    for (x, y) in [(-1.0, 3.0), (0, 0), (8, 8), (100, -100)] {
      let ball = LampBall(x: x, y: y, radius: 0.3)
      #expect(abs(ball.shares.reduce(0, +) - 1) < 1e-9)
      #expect(ball.shares.count { $0 > 0 } >= 1)
    }
  }

  @Test("pulses are shared out to the last one")
  func apportioning() {
    #expect(LampBall.apportion(10, by: [0.5, 0.25, 0.25]) == [5, 3, 2])
    #expect(LampBall.apportion(1, by: [0.2, 0.5, 0.3]) == [0, 1, 0])
    #expect(LampBall.apportion(0, by: [0.5, 0.5]) == [0, 0])
    var random = SplitMix64(seed: 4)
    for _ in 0..<200 {
      let raw = (0..<9).map { _ in Double.random(in: 0...1, using: &random) }
      let sum = raw.reduce(0, +)
      let parts = LampBall.apportion(37, by: raw.map { $0 / sum })
      #expect(parts.reduce(0, +) == 37)
      for (part, share) in zip(parts, raw) { #expect(abs(Double(part) - share / sum * 37) < 1) }
    }
  }

  @Test(
    "the driver's gamma is inverted: every number of pulses it has comes back, others as a neighbour"
  )
  func gamma() {
    for pulses in 0...31 {
      let got = Int(LampGamma.standard.pulses[Int(LampGamma.standard.level(for: pulses))])
      #expect(abs(got - pulses) <= (LampGamma.standard.pulses.contains(UInt8(pulses)) ? 0 : 1))
    }
    #expect(LampGamma.standard.level(for: 99) == 31 && LampGamma.standard.level(for: -1) == 0)
    // What is no table, as from a driver that fills in nothing.
    for table in [[], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 40, count: 32)] {
      #expect(LampGamma(table) == .standard)
    }
    let low: [UInt8] = [
      0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 10,
      10,
    ]
    #expect(LampGamma(low).level(for: 10) == 30 && LampGamma(low).level(for: 2) == 13)
  }

  @Test("the memory holds RGB565, turned as asked for")
  func memory() {
    var frame = LampFrame()
    frame[7, 0] = LampFrame.Lamp(31, 0, 0)
    frame[0, 7] = LampFrame.Lamp(0, 31, 1)
    func lit(_ rotation: ScreenRotation) -> [Int: UInt16] {
      let bytes = frame.bytes(gamma: .standard, rotation: rotation)
      #expect(bytes.count == 128)
      var found: [Int: UInt16] = [:]
      for index in 0..<64 {
        let value = UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8
        if value != 0 { found[index] = value }
      }
      return found
    }
    let (red, green) = (UInt16(31) << 11, UInt16(31) << 6 | 6)
    #expect(lit(.none) == [7: red, 56: green])
    #expect(lit(.right) == [63: red, 0: green])
    #expect(lit(.upsideDown) == [56: red, 7: green])
    #expect(lit(.left) == [0: red, 63: green])
  }

  @Test(
    "a small grid is shown whole, a large one by a window that follows the ball and stays on the table"
  )
  func window() throws {
    let small = try #require(Scene.Table(Examples.table))
    #expect(LampWindow(small).pitch == 0.04)
    // 8 wide, 6 high: in the middle.
    #expect(abs(LampWindow(small).y + 0.04) < 1e-12)
    let maze = try #require(Scene.Table(Examples.maze))
    var window = LampWindow(maze)
    let pitch = 0.28 / 12
    #expect(abs(window.pitch - pitch) < 1e-12 && window.x == 0 && window.y == 0)
    // Within the dead zone of 2 lamps nothing moves; beyond it by whole lamps; at the end not at all.
    window.follow(Scene.Ball(x: 5.9 * pitch, y: 1 * pitch))
    #expect(window.x == 0 && window.y == 0)
    window.follow(Scene.Ball(x: 6.5 * pitch, y: 1 * pitch))
    #expect(abs(window.x - pitch) < 1e-12)
    window.follow(Scene.Ball(x: 11.9 * pitch, y: 11.9 * pitch))
    #expect(abs(window.x - 4 * pitch) < 1e-9 && abs(window.y - 4 * pitch) < 1e-9)
    window.follow(Scene.Ball(x: 0, y: 0))
    #expect(window.x == 0 && window.y == 0)
    window.follow(Scene.Ball(x: .nan, y: 1e300))
    #expect(window.x == 0)
  }

  // MARK: Goldens

  private static let scenes: [(name: String, scene: Scene)] =
    [
      ("marble", Examples.scene()), ("maze", Examples.mazeScene()),
      ("holes", Examples.holesScene()), ("balls", Examples.threeBalls()),
      ("paused", Examples.scene(phase: .paused)), ("won", Examples.mazeScene(phase: .won)),
      ("lost", Examples.holesScene(phase: .lost)), ("finished", Examples.scene(phase: .finished)),
      ("stalled", Examples.scene(phase: .stalled)), ("nothing", Scene()),
    ] + signs

  /// Each entry of the menu, and numbers of one and two digits; the board is held still.
  private static var signs: [(name: String, scene: Scene)] {
    var menu = Menu(mayControl: true, hasKeys: false, hasMovableBlocks: true)
    var found: [(name: String, scene: Scene)] = []
    func add(_ name: String) {
      var scene = Examples.mazeScene(phase: .paused)
      scene.menu = menu
      found.append(("menu-\(name)", scene))
    }
    for name in ["go-on", "restart", "tables", "level", "clear"] {
      menu.stillness = found.count * 2
      add(name)
      _ = menu.take(.down)
    }
    menu.take(
      TableList(tables: (1...30).map { TableList.Entry(name: "t\($0)", game: "maze") }))
    _ = menu.take(.pick(2))
    add("back")
    for number in [3, 27] {
      while menu.marked != number { _ = menu.take(.down) }
      add("\(number)")
    }
    return found
  }

  @Test("each kind of table and phase is the recorded one", arguments: scenes.map(\.name))
  func golden(name: String) throws {
    let scene = try #require(Self.scenes.first { $0.name == name }?.scene)
    var painter = LampPainter()
    let frame = painter.paint(scene, at: 0)
    // Red, green and blue pulses of each lamp, in base 32; a dark lamp as a dot.
    var text = ""
    for y in 0..<8 {
      let row = (0..<8).map { x -> String in
        let lamp = frame[x, y]
        if lamp == LampFrame.Lamp() { return "..." }
        return [lamp.red, lamp.green, lamp.blue].map { String($0, radix: 36) }.joined()
      }
      text += row.joined(separator: " ") + "\n"
    }
    try expectGolden(text, "lamps/\(name).txt")
  }

  @Test("holes breathe once a second, the flag and the blocks don't")
  func breathing() {
    var painter = LampPainter()
    let scene = Examples.holesScene()
    let frames = [0, 250, 750, 1000].map { painter.paint(scene, at: $0 * 1_000_000) }
    #expect(frames[0] == frames[3] && frames[1] != frames[2] && frames[1] != frames[0])
    #expect(LampPainter.breathes(scene) && !LampPainter.breathes(Examples.mazeScene()))
    for y in 0..<8 {
      for x in 0..<8 where frames[1][x, y] != frames[2][x, y] {
        #expect(frames[1][x, y].green == 0 && frames[1][x, y].red > frames[2][x, y].red)
        // Never dark.
        #expect(frames[2][x, y].red > 0)
      }
    }
  }
}
