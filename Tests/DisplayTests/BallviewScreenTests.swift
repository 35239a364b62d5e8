// SPDX-License-Identifier: MIT

import Display
import Foundation
import Glibc
import Posix
import Testing
import Wire

/// What the built program shows on a real pseudo terminal, and what it makes of keys.
@Suite(
  "ballview on a terminal", .serialized,
  .enabled(if: PseudoTerminal.isAvailable, "there is no /dev/ptmx"))
struct BallviewScreenTests {
  @Test("what a state changes is written, and what it doesn't change is not")
  func states() throws {
    let (playground, terminal, _) = try Playground.rolling()
    try playground.waitForPicture()
    let before = playground.bytes.count
    try playground.send(.state(Examples.state(seq: 2, x: 0.2)))
    try playground.waitForPicture(of: Examples.scene(x: 0.2))
    let moved = playground.bytes.count
    #expect(moved - before < 1500)
    // Another state at the same place, and then one that says something: only that is written.
    try playground.send(.state(Examples.state(seq: 3, t: 77.4, x: 0.2)))
    try playground.send(.state(Examples.state(seq: 4, x: 0.2, phase: .paused)))
    try playground.waitForPicture(of: Examples.scene(x: 0.2, phase: .paused))
    #expect(playground.bytes.count - moved < 1000)
    try terminal.type("q")
    _ = try playground.waitForEnd()
  }

  @Test("states that change no cell write no byte")
  func silent() throws {
    let (playground, terminal, _) = try Playground.rolling()
    try playground.waitForPicture()
    func frames() -> Int {
      String(decoding: playground.bytes, as: UTF8.self).components(separatedBy: "[?2026h").count
    }
    let before = frames()
    for turn in 1...5 {
      let time = 77.3 + Double(turn) / 30
      try playground.send(.state(Examples.state(seq: Int64(turn), t: time)))
      // Longer than between two frames.
      try playground.serve(for: 40_000_000)
    }
    #expect(frames() == before)
    try playground.send(.state(Examples.state(seq: 20, t: 78, phase: .paused)))
    try playground.waitForPicture(of: Examples.scene(phase: .paused))
    #expect(frames() == before + 1)
    try terminal.type("q")
    _ = try playground.waitForEnd()
  }

  @Test("what it doesn't know it passes over: classes, keys, events, a table's line of 128 KiB")
  func unknown() throws {
    let (playground, terminal, before) = try Playground.rolling()
    try playground.waitForPicture()
    try playground.send(line: #"{"class":"weather","wind":[1,{"from":"north"}]}"#)
    try playground.send(line: #"{"class":"event","event":"earthquake","t":77.4,"size":9}"#)
    let filling = String(repeating: "x", count: 127 << 10)
    try playground.send(
      line: #"{"class":"table","name":"long","hash":"7","game":"chess","width":0.3,"height":0.2,"#
        + #""ballRadius":0.01,"note":""# + filling + #""}"#)
    try playground.send(.state(Examples.state(seq: 2, t: 77.5)))
    try playground.waitForScreen("long")
    try playground.waitForScreen("rolling")
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
    try playground.expectWhole(before, "unknown words")
  }

  @Test("a daemon of another major protocol is named on the screen")
  func otherProtocol() throws {
    let (playground, terminal, _) = try Playground.rolling()
    try playground.send(.hello(Hello(server: "balld 9", protocolVersion: "2.0", session: "")))
    try playground.waitForScreen("protocol 2.0")
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
  }

  @Test("an arrow key reaches the daemon as a tilt, and x gives the table back")
  func drive() throws {
    let (playground, terminal, _) = try Playground.rolling()
    try terminal.type("\u{1B}[C")
    try playground.wait("a tilt to the right") {
      playground.requests.contains {
        if case .tilt(let tilt) = $0 { tilt.x > 0 && tilt.y == 0 } else { false }
      }
    }
    try playground.waitForScreen("your keys")
    try terminal.type("x")
    try playground.wait("a release") { playground.requests.last == .release }
    try terminal.type(" r")
    try playground.wait("a restart") { playground.requests.last == .restart }
    #expect(playground.requests.suffix(2) == [.pause, .restart])
    try terminal.type("q")
    _ = try playground.waitForEnd()
  }

  @Test("a change of size is painted in full; too small a size says which one is needed")
  func resize() throws {
    let (playground, terminal, before) = try Playground.rolling()
    for (columns, rows, word) in [
      (100, 30, "rolling"), (20, 5, "24x8"), (1, 1, "n"), (500, 200, "rolling"),
      (60, 20, "rolling"),
    ] {
      let clearings = playground.screen.clearings
      try playground.resize(columns: columns, rows: rows)
      kill(terminal.process, SIGWINCH)
      try playground.wait("\(columns)x\(rows)") {
        playground.screen.clearings > clearings && playground.screen.grid.text.contains(word)
      }
    }
    try playground.waitForPicture()
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
    try playground.expectWhole(before, "resized")
  }

  @Test("a terminal that tells an absurd size is drawn on as far as a picture may reach")
  func absurdSize() throws {
    let (playground, terminal, before) = try Playground.rolling()
    playground.readsTerminal = false
    try terminal.resize(columns: 65_535, rows: 65_535)
    let size = Terminal.size(of: terminal.master.number)
    #expect(size == ViewOptions.Size(columns: 1000, rows: 1000))
    try terminal.resize(columns: 30, rows: 12)
    #expect(
      Terminal.size(of: terminal.master.number) == ViewOptions.Size(columns: 30, rows: 12))
    playground.readsTerminal = true
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
    #expect(try terminal.settings() == before)
  }

  @Test("a daemon that goes is missed on the screen, and one that comes back is found")
  func reconnect() throws {
    let (playground, terminal, _) = try Playground.rolling()
    playground.stopServing()
    try playground.waitForScreen("trying again")
    try playground.serve()
    try playground.wait("a second watch") {
      playground.requests == [.watch(rate: 30), .watch(rate: 30)]
        && !playground.screen.grid.text.contains("trying again")
    }
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
  }

  @Test("who may only watch sees so, and sends nothing but watch")
  func viewOnly() throws {
    let playground = try Playground()
    try playground.serve(mayControl: false)
    let terminal = try playground.start(["--fps=60"])
    try playground.waitForScreen("watching only")
    try terminal.type("\u{1B}[A r?")
    try playground.waitForScreen("control.sock")
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
    #expect(playground.requests == [.watch(rate: 60)])
  }
}
