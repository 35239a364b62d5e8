// SPDX-License-Identifier: MIT

import Display
import Testing

@Suite("Capabilities")
struct CapabilitiesTests {
  private struct Case: Sendable {
    var environment: [String: String]
    var depth: ColorDepth?
    var glyphs: Glyphs?
    var isTerminal = true
    var expected: Capabilities

    init(
      _ environment: [String: String], depth: ColorDepth? = nil, glyphs: Glyphs? = nil,
      isTerminal: Bool = true, gives expectedDepth: ColorDepth, _ expectedGlyphs: Glyphs,
      isSynchronized: Bool = true
    ) {
      self.environment = environment
      self.depth = depth
      self.glyphs = glyphs
      self.isTerminal = isTerminal
      expected = Capabilities(
        depth: expectedDepth, glyphs: expectedGlyphs, isSynchronized: isSynchronized)
    }
  }

  private static let cases: [Case] = [
    Case(
      ["TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "de_DE.UTF-8"],
      gives: .truecolor, .half),
    Case(
      ["TERM": "xterm", "COLORTERM": "24bit", "LANG": "C.utf8"], gives: .truecolor, .half),
    Case(["TERM": "xterm-256color", "LANG": "C.UTF-8"], gives: .indexed, .half),
    Case(["TERM": "tmux-256color", "LANG": "C.UTF-8"], gives: .indexed, .half),
    Case(["TERM": "xterm-direct", "LANG": "C.UTF-8"], gives: .truecolor, .half),
    Case(["TERM": "xterm", "LANG": "C.UTF-8"], gives: .sixteen, .half),
    Case(
      ["TERM": "xterm", "XTERM_VERSION": "XTerm(379)", "LANG": "C.UTF-8"], gives: .truecolor, .half),
    Case(
      ["TERM": "xterm", "XTERM_VERSION": "XTerm(330)", "LANG": "C.UTF-8"], gives: .indexed, .half),
    Case(
      ["TERM": "screen", "XTERM_VERSION": "XTerm(379)", "LANG": "C.UTF-8"], gives: .sixteen, .half),
    Case(["TERM": "vt220", "LANG": "C.UTF-8"], gives: .none, .half),
    // An empty NO_COLOR is none (no-color.org).
    Case(
      ["TERM": "xterm-256color", "NO_COLOR": "1", "COLORTERM": "truecolor", "LANG": "C.UTF-8"],
      gives: .none, .half),
    Case(["TERM": "xterm-256color", "NO_COLOR": "", "LANG": "C.UTF-8"], gives: .indexed, .half),
    Case(
      ["TERM": "xterm", "NO_COLOR": "1", "LANG": "C.UTF-8"], depth: .sixteen, gives: .sixteen,
      .half),
    // The first locale variable that is set and not empty decides.
    Case(
      ["TERM": "xterm", "LC_ALL": "C", "LANG": "C.UTF-8"], gives: .sixteen, .ascii),
    Case(
      ["TERM": "xterm", "LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "C"], gives: .sixteen, .half),
    Case(["TERM": "xterm", "LANG": "de_DE.ISO-8859-1"], gives: .sixteen, .ascii),
    Case(["TERM": "xterm"], gives: .sixteen, .ascii),
    Case(["TERM": "xterm"], glyphs: .half, gives: .sixteen, .half),
    // The console's usual fonts have no half blocks, and it prints what it doesn't know.
    Case(
      ["TERM": "linux", "LANG": "C.UTF-8"], gives: .sixteen, .ascii, isSynchronized: false),
    Case(
      ["TERM": "linux", "LANG": "C.UTF-8"], glyphs: .half, gives: .sixteen, .half,
      isSynchronized: false),
    Case(["TERM": "dumb", "LANG": "C.UTF-8"], gives: .none, .ascii, isSynchronized: false),
    Case(["LANG": "C.UTF-8"], gives: .none, .ascii, isSynchronized: false),
    // A pipe: no colours unless they are asked for.
    Case(
      ["TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"], isTerminal: false,
      gives: .none, .half),
    Case(
      ["TERM": "dumb", "LANG": "C.UTF-8"], isTerminal: false, gives: .none, .half,
      isSynchronized: false),
    Case(
      ["TERM": "xterm", "LANG": "C.UTF-8"], depth: .truecolor, isTerminal: false,
      gives: .truecolor, .half),
  ]

  @Test("options, then NO_COLOR, COLORTERM, TERM and the locale decide")
  func ladder() {
    for item in Self.cases {
      let found = Capabilities.find(
        depth: item.depth, glyphs: item.glyphs, isTerminal: item.isTerminal,
        environment: { item.environment[$0] }, consoleHasHalfBlocks: { false })
      #expect(found == item.expected, "\(item.environment)")
    }
  }

  @Test("a console whose font has half blocks gets them, and words of ASCII; nobody else is asked")
  func consoleFont() {
    for (locale, glyphs) in [("C.UTF-8", Glyphs.half), ("C", .ascii)] {
      let environment = ["TERM": "linux", "LANG": locale]
      let found = Capabilities.find(
        depth: nil, glyphs: nil, isTerminal: true, environment: { environment[$0] },
        consoleHasHalfBlocks: { true })
      let expected = Capabilities(depth: .sixteen, glyphs: glyphs, isSynchronized: false)
      #expect(found == expected)
      var painter = CellPainter(found)
      let text = painter.paint(Examples.scene(), columns: 80, rows: 24).text
      let lines = text.split(separator: "\n")
      #expect(lines.first?.utf8.allSatisfy { $0 < 0x7F } == true)
      #expect(text.contains("▀") == (glyphs == .half))
    }
    for item in Self.cases where item.environment["TERM"] != "linux" {
      _ = Capabilities.find(
        depth: item.depth, glyphs: item.glyphs, isTerminal: item.isTerminal,
        environment: { item.environment[$0] },
        consoleHasHalfBlocks: {
          Issue.record("asked for \(item.environment)")
          return true
        })
    }
  }
}
