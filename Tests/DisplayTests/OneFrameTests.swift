// SPDX-License-Identifier: MIT

import Foundation
import Support
import Testing
import Wire

@testable import Display

/// `--once` and `--png` from recorded lines, by the built program.
@Suite("One frame from recorded lines")
struct OneFrameTests {
  private func lines(_ scene: [Message]) -> [UInt8] { scene.flatMap { $0.line } }

  private var recorded: [UInt8] {
    lines([
      .sensor(Examples.sensor), .table(Examples.maze), .state(Examples.state(x: 0.1, y: 0.07)),
      .state(Examples.state(seq: 2, t: 78, x: 0.0117, y: 0.07)),
    ])
  }

  private func run(_ options: String, _ input: [UInt8]) throws -> Program.Result {
    let directory = TemporaryDirectory()
    let file = directory.file("lines", input)
    let program = try Program.start(
      path: "/bin/sh",
      [
        "-c",
        "'\(Program.directory)/ballview' --runtime-dir='\(directory.path)' \(options) < '\(file)'",
      ])
    return try program.finish()
  }

  @Test("--once draws the last state, as the painter does")
  func once() throws {
    let result = try run("--once --size=40x12 --glyphs=ascii --color=none", recorded)
    #expect(result.code == 0 && result.errors.isEmpty)
    var lines = RecordedLines()
    try lines.take(recorded[...])
    let scene = try #require(try lines.finish()).scene
    #expect(scene.balls.first?.x == 0.0117)
    var painter = CellPainter(Capabilities(depth: .none, glyphs: .ascii))
    #expect(result.output == TextFrame.lines(of: painter.paint(scene, columns: 40, rows: 12)))
  }

  @Test("lines that aren't a daemon's are refused in one line, which gives the terminal no order")
  func orders() throws {
    let hostile = [
      "\u{1b}[2J\n", "{\"class\":\u{1b}]0;x\u{7}}\n", "{\"class\":\"state\",\u{9b}2J\n",
      "\u{7f}\r\u{8}x\n",
      "{\"class\":\"a\\u001b[2J\n",
    ]
    for text in hostile {
      let result = try run("--once", Array(text.utf8))
      #expect(result.code == 65 && result.errors.hasPrefix("ballview: standard input, line 1: "))
      #expect(result.errors.hasSuffix("\n") && result.output.isEmpty)
      #expect(
        !result.errors.dropLast().unicodeScalars.contains {
          $0.value < 0x20 || (0x7f...0x9f).contains($0.value)
        }, "\(result.errors.debugDescription)")
    }
  }

  @Test("--png writes a picture of the size that is asked for, turned, into a file")
  func png() throws {
    let directory = TemporaryDirectory()
    for (options, size) in [("", (800, 480)), ("--size=64x40 --rotate=90", (64, 40))] {
      let path = "\(directory.path)/x.png"
      let result = try run("--png='\(path)' \(options)", recorded)
      #expect(result.code == 0 && result.errors.isEmpty && result.output.isEmpty)
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      // The header's width and height (PNG 1.2, 4.1.1).
      func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
      #expect(number(16) == size.0 && number(20) == size.1)
    }
  }

  @Test(
    "lines that are none, that have no state, and files that can't be written are told with their place",
    arguments: [
      ("{\"class\":\"state\"}\n", "--once", 65, "line 1"),
      ("\n\nhello\n", "--once", 65, "line 3"),
      ("{\"class\":\"later\"}\n", "--once", 65, "without a table and a state"),
      ("", "--once", 69, "balld"),
    ])
  func refused(input: String, options: String, code: Int32, words: String) throws {
    let result = try run(options, Array(input.utf8))
    #expect(result.code == code)
    #expect(
      result.errors.hasPrefix("ballview: ") && result.errors.contains(words), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test("a file that can't be written is told with its path")
  func unwritable() throws {
    let result = try run("--png=/no/such/place.png", recorded)
    #expect(result.code == 74 && result.errors.contains("/no/such/place.png: no such file"))
  }
}
