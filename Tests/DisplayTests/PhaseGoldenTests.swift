// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Wire

@testable import Display

/// Each kind of table in each phase and size, as digests in Goldens/phases/, a line a screen.
///
/// RECORD=1 writes them anew; `GoldenTests` has whole screens. A line that differs is shown with its
/// screen's characters.
@Suite("Golden phases")
struct PhaseGoldenTests {
  private static let kinds: [(name: String, scene: Scene)] = [
    ("marble", Examples.scene()), ("maze", Examples.mazeScene()),
    ("holes", Examples.holesScene()), ("balls", Examples.threeBalls()),
  ]

  private static let phases: [Phase] = [
    .noSensor, .ready, .countdown, .rolling, .captured, .won, .lost, .paused, .stalled, .finished,
  ]

  private static let sizes = [(20, 5), (40, 12), (80, 24), (200, 60)]

  private static let outputs: [(name: String, capabilities: Capabilities)] = [
    ("truecolor", Capabilities(depth: .truecolor, glyphs: .half)),
    ("256", Capabilities(depth: .indexed, glyphs: .half)),
    ("16", Capabilities(depth: .sixteen, glyphs: .half)),
    ("half", Capabilities(depth: .none, glyphs: .half)),
    ("ascii", Capabilities(depth: .none, glyphs: .ascii)),
  ]

  /// A scene in a phase, with what the daemon says in it besides.
  private static func scene(_ kind: Scene, _ phase: Phase) -> Scene {
    var scene = kind
    scene.phase = phase
    switch phase {
    case .noSensor: scene.sensor = nil
    case .countdown: scene.countdown = 3
    case .captured: for index in scene.balls.indices { scene.balls[index].isOff = true }
    case .lost:
      scene.ballsLeft = scene.ballsLeft.map { _ in 0 }
      scene.runTime = scene.table?.timeLimit ?? scene.runTime
    case .stalled:
      scene.sensor = Scene.Sensor(SensorReport(source: "iio", name: "lsm6dso", health: .noData))
    case .finished:
      scene.sensor = Scene.Sensor(
        SensorReport(source: "log", name: "recordings/rounds.recording", health: .ended))
    default: break
    }
    return scene
  }

  @Test("cells are the recorded ones", arguments: kinds.map(\.name), sizes)
  func cells(kind name: String, size: (columns: Int, rows: Int)) throws {
    let kind = try #require(Self.kinds.first { $0.name == name }?.scene)
    var digests = ""
    var screens: [String] = []
    for output in Self.outputs {
      var painter = CellPainter(output.capabilities)
      for phase in Self.phases {
        let grid = painter.paint(
          Self.scene(kind, phase), columns: size.columns, rows: size.rows)
        digests += "\(Self.digest(TextFrame.lines(of: grid))) \(output.name) \(phase.rawValue)\n"
        screens.append(grid.text)
      }
    }
    try expect(digests, "phases/\(name)-\(size.columns)x\(size.rows).txt", screens)
  }

  @Test("lamps are the recorded ones")
  func lamps() throws {
    var digests = ""
    for kind in Self.kinds {
      for phase in Self.phases {
        var painter = LampPainter()
        let frame = painter.paint(Self.scene(kind.scene, phase), at: 0)
        var text = ""
        for y in 0..<8 {
          for x in 0..<8 { text += "\(frame[x, y].red),\(frame[x, y].green),\(frame[x, y].blue) " }
        }
        digests += "\(Self.digest(text)) \(kind.name) \(phase.rawValue)\n"
      }
    }
    try expect(digests, "phases/lamps.txt", [])
  }

  /// Like `expectGolden`, and names the lines that differ.
  private func expect(_ digests: String, _ name: String, _ screens: [String]) throws {
    let recorded = (try? String(contentsOf: goldenFile(name), encoding: .utf8)) ?? ""
    let before = recorded.split(separator: "\n")
    for (index, line) in digests.split(separator: "\n").enumerated()
    where before.indices.contains(index) && before[index] != line {
      Issue.record("\(name): \(line)\n\(screens.indices.contains(index) ? screens[index] : "")")
    }
    try expectGolden(digests, name)
  }

  /// FNV-1a of 64 bits (Fowler, Noll, Vo), in hexadecimal digits.
  private static func digest(_ text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
