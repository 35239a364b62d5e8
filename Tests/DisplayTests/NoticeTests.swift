// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Display

@Suite("Notices")
struct NoticeTests {
  private static let advice =
    "the sensor lsm6dsl_accel cannot be opened: permission denied on /dev/iio:device0; the user is"
    + " not in the group balld: adduser pi balld, then log in again and start ballview anew"

  private func words(_ text: String) -> [Substring] {
    text.split { $0 == " " || $0 == "\n" }
  }

  @Test(
    "a notice is read to its last word on every screen with room for it",
    arguments: [(24, 24), (40, 12), (60, 16), (80, 24), (200, 60)])
  func whole(columns: Int, rows: Int) {
    for depth in ColorDepth.allCases {
      for glyphs in Glyphs.allCases {
        var painter = CellPainter(Capabilities(depth: depth, glyphs: glyphs))
        var scene = Examples.mazeScene()
        scene.notice = Self.advice
        let text = painter.paint(scene, columns: columns, rows: rows).text
        let read = words(text).joined(separator: " ")
        #expect(read.contains(Self.advice), "\(columns)x\(rows)\n\(text)")
        // What lies under it can't be clicked at.
        #expect(
          painter.target(scene, columns: columns, rows: rows, atColumn: columns / 2, row: rows - 1)
            == .bar)
        let lines = WrappedText.lines(Self.advice, width: columns - 2).count
        if lines > 1 {
          #expect(
            painter.target(
              scene, columns: columns, rows: rows, atColumn: columns / 2, row: rows - lines)
              == .bar)
        }
      }
    }
  }

  @Test("a notice that fits stands beside the keys, as long as these fit too")
  func short() {
    var painter = CellPainter(Capabilities(depth: .none, glyphs: .ascii))
    var scene = Examples.scene()
    scene.notice = "that was the best so far"
    let text = painter.paint(scene, columns: 80, rows: 24).text
    #expect(text.contains(" that was the best so far  arrows tilt"))
    #expect(text.contains("? help"))
  }

  @Test("a long notice stays long enough to be read, a short one four seconds")
  func time() {
    let second: Int64 = 1_000_000_000
    let endless = String(repeating: "x", count: 9999)
    for (text, seconds) in [("short", 4), (Self.advice, 12), (endless, 21)] {
      var player = Player(rate: 30)
      _ = player.opened(mayControl: true)
      _ = player.take(.error(ErrorReport(code: .refused, message: text)), at: 0)
      _ = player.advance(to: (Int64(seconds)) * second - 1)
      #expect(player.scene.notice == text)
      _ = player.advance(to: (Int64(seconds) + 1) * second)
      #expect(player.scene.notice == nil, "\(seconds)")
    }
  }

  @Test("what is known about a missing or silent sensor is said with its advice, on every screen")
  func sensor() {
    for phase in [Phase.noSensor, .stalled] {
      for (columns, rows) in [(24, 24), (40, 16), (80, 24), (200, 60)] {
        var painter = CellPainter(Capabilities(depth: .none, glyphs: .ascii))
        var scene = Examples.scene(phase: phase)
        scene.sensor?.message = "no accelerometer was found on any bus"
        scene.sensor?.hint = "add dtoverlay=rpi-sense to config.txt and reboot"
        let text = words(painter.paint(scene, columns: columns, rows: rows).text)
          .joined(separator: " ")
        // Beside the panel stand the table's edges.
        for word in words("no accelerometer was found on any bus add config.txt and reboot") {
          #expect(text.contains(word), "\(word) at \(columns)x\(rows): \(text)")
        }
        #expect(text.contains("dtoverlay=rpi-sense") || columns == 24)
      }
    }
  }

  @Test("who may only watch is told so once")
  func watching() {
    var player = Player(rate: 30)
    _ = player.opened(mayControl: false)
    _ = player.take(.table(Examples.table), at: 0)
    _ = player.take(.state(Examples.state()), at: 0)
    var painter = CellPainter(Capabilities(depth: .none, glyphs: .ascii))
    func said() -> Int {
      let text = painter.paint(player.scene, columns: 80, rows: 24).text
      return text.indices.count { text[$0...].hasPrefix("watching only") }
    }
    #expect(said() == 1)
    _ = player.press(.arrow(.left), at: 0)
    #expect(said() == 1)
  }

  @Test(
    "text is broken between words, and through a word that is too long by itself",
    arguments: [
      ("", 5, [""]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]),
      ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]), ("  a   b ", 9, ["a b"]),
      ("ab", 0, ["a", "b"]),
    ] as [(String, Int, [String])])
  func wrapped(text: String, width: Int, lines: [String]) {
    #expect(WrappedText.lines(text, width: width) == lines)
  }

  @Test("of more lines than there is room for, the last ends in dots")
  func cut() {
    #expect(WrappedText.lines("one two three four", width: 7, most: 2) == ["one two", "thre..."])
    #expect(WrappedText.lines("one two", width: 3, most: 2) == ["one", "two"])
    #expect(WrappedText.lines("aaa bbb", width: 2, most: 1) == [".."])
  }
}
