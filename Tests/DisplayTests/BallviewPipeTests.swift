// SPDX-License-Identifier: MIT

import Display
import Foundation
import Glibc
import Posix
import Testing
import Wire

/// The built program where there is no keyboard, no screen or no daemon.
@Suite(
  "ballview without a terminal or a daemon", .serialized,
  .enabled(if: PseudoTerminal.isAvailable, "there is no /dev/ptmx"))
struct BallviewPipeTests {
  @Test("without a keyboard it draws all the same, and Ctrl-C's signal still comes")
  func noKeyboard() throws {
    let playground = try Playground()
    try playground.serve()
    let terminal = try playground.start(inputFrom: "/dev/null")
    let before = terminal.initialSettings
    try playground.waitForScreen("rolling")
    try terminal.type("\u{3}")
    #expect(try playground.waitForEnd() & 0x7F == SIGINT)
    try playground.expectWhole(before, "no keyboard")
  }

  @Test("a terminal without cursor movement gets one frame as text and no escape")
  func dumb() throws {
    let playground = try Playground()
    try playground.serve()
    _ = try playground.start(environment: ["TERM=dumb"])
    #expect(try playground.waitForEnd() == 0)
    let text = String(decoding: playground.bytes, as: UTF8.self)
    #expect(text.contains("rolling") && text.contains("@") && !text.contains("\u{1B}"))
  }

  @Test("without a daemon: one line, 69, and the terminal untouched")
  func noDaemon() throws {
    let playground = try Playground()
    _ = try playground.start()
    #expect(try playground.waitForEnd() >> 8 == 69)
    let text = String(decoding: playground.bytes, as: UTF8.self)
    #expect(text.hasPrefix("ballview: ") && text.contains(playground.directory))
    #expect(text.split(separator: "\r\n").count == 1 && !text.contains("\u{1B}"))
  }

  @Test("in a pipe it prints one frame without escapes and ends with 0")
  func pipe() throws {
    for options in ["", "--once"] {
      let playground = try Playground()
      try playground.serve()
      _ = try playground.start(script: "$BALLVIEW \(options) --size=60x16 | cat")
      #expect(try playground.waitForEnd() == 0)
      var painter = CellPainter(Capabilities(depth: .none, glyphs: .half))
      let expected = TextFrame.lines(
        of: painter.paint(Examples.scene(), columns: 60, rows: 16))
      let text = String(decoding: playground.bytes, as: UTF8.self)
      #expect(text.replacingOccurrences(of: "\r\n", with: "\n") == expected)
    }
  }

  @Test("a reader that has gone is no error; a full disk is 74")
  func brokenPipe() throws {
    let playground = try Playground()
    try playground.serve()
    _ = try playground.start(
      script: """
        ($BALLVIEW --once; echo pipe=$? >&2) | true
        $BALLVIEW --once > /dev/full; echo disk=$?
        """
    )
    _ = try playground.waitForEnd()
    let text = String(decoding: playground.bytes, as: UTF8.self)
    #expect(text.contains("pipe=0"), "\(text)")
    #expect(text.contains("disk=74"), "\(text)")
    #expect(text.contains("cannot write to standard output"))
  }

  @Test("--once on a terminal prints colours but moves no cursor")
  func onceInColour() throws {
    let playground = try Playground()
    try playground.serve()
    _ = try playground.start(["--once"])
    #expect(try playground.waitForEnd() == 0)
    let text = String(decoding: playground.bytes, as: UTF8.self)
    #expect(text.contains("\u{1B}[") && text.contains(";48;2;"))
    for sequence in text.components(separatedBy: "\u{1B}[").dropFirst() {
      #expect(sequence.first { !$0.isNumber && $0 != ";" } == "m")
    }
    #expect(text.split(separator: "\r\n").count == 23, "a line is left for the prompt")
  }

  @Test("a usage error is one line and 64; help and version are 0")
  func usage() throws {
    for (option, status, word) in [
      ("--size=big", 64, "--size=big"), ("--help", 0, "Usage: ballview"), ("-V", 0, "ballview 0."),
    ] {
      let playground = try Playground()
      _ = try playground.start([option])
      #expect(try playground.waitForEnd() >> 8 == Int32(status))
      #expect(String(decoding: playground.bytes, as: UTF8.self).contains(word))
    }
  }
}
