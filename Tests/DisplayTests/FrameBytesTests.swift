// SPDX-License-Identifier: MIT

import Display
import Foundation
import Posix
import Support
import Testing
import Wire

/// What a terminal of 80x24 in truecolour is sent while balls roll, by the program `balld` on a shipped
/// recording.
///
/// `Benchmarks/terminal/run` has the figures of whole recordings.
@Suite("Bytes a frame")
struct FrameBytesTests {
  static let tables: [String] = {
    let files =
      (try? FileManager.default.contentsOfDirectory(atPath: "\(packageRoot)/tables")) ?? []
    let tables = files.filter { $0.hasSuffix(".table") }.sorted()
    // Without arguments a test would pass.
    precondition(!tables.isEmpty, "no tables in \(packageRoot)/tables")
    return tables
  }()

  /// The first 15 s of a recording that leads along all walls.
  private static let recording: [String] = {
    let file = "\(packageRoot)/recordings/rounds.recording"
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init).prefix { line in
      (Double(line.prefix { $0 != " " }) ?? 0) < 15
    }
  }()

  @Test("balls that roll cost 600 bytes a frame or less, on every shipped table", arguments: tables)
  func rolling(table: String) throws {
    let directory = TemporaryDirectory()
    let recording = directory.file(
      "start.recording", Self.recording.joined(separator: "\n") + "\n")
    let result = try Program.run(
      "balld",
      [
        "--table=\(packageRoot)/tables/\(table)", "--source=log:\(recording)", "--speed=max",
        "--print",
      ])
    try #require(result.code == 0, "\(result.errors)")
    let sizes = try frameSizes(result.output)
    try #require(sizes.count >= 15, "hardly anything rolled: \(sizes.count) frames")
    let mean = sizes.reduce(0, +) / sizes.count
    #expect(mean <= 600, "\(mean) bytes on average, \(sizes.max() ?? 0) at most")
  }

  /// The sizes of every tenth frame, at 30 of them a second, in which something rolls.
  private func frameSizes(_ lines: String) throws -> [Int] {
    var player = Player(rate: 30)
    _ = player.opened(mayControl: true)
    var painter = CellPainter(Capabilities(depth: .truecolor, glyphs: .half))
    var encoder = TerminalEncoder(isSynchronized: true)
    var shown: CellGrid?
    var frame = 0
    var sizes: [Int] = []
    for line in lines.utf8.split(separator: UInt8(ascii: "\n")) {
      guard let message = try Message.decode(Array(line)) else { continue }
      _ = player.take(message, at: 0)
      guard case .state(let state) = message else { continue }
      frame += 1
      // The lines have 60 states a second: of every twenty, two that are a frame apart.
      guard frame % 20 == 0 || frame % 20 == 2 else { continue }
      let grid = painter.paint(player.scene, columns: 80, rows: 24)
      let size = encoder.encode(from: shown, to: grid).count
      if frame % 20 == 2, shown != nil, state.phase == .rolling { sizes.append(size) }
      shown = grid
    }
    return sizes
  }
}
