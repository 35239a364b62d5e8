// SPDX-License-Identifier: MIT

import Display
import Posix
import Support
import Testing
import Wire

/// The whole game, daemon and display, played by somebody who has nothing but a keyboard.
@Suite(
  "Played by keys", .serialized,
  .enabled(if: PseudoTerminal.isAvailable, "there is no /dev/ptmx"))
struct PlayByKeysTests {
  /// A daemon, ballview on a terminal, and a second client that sees where the ball is.
  private final class Game {
    let directory = TemporaryDirectory()
    let daemon: Program
    let terminal: PseudoTerminal
    let watcher: Connection
    private(set) var screen = VirtualTerminal(columns: 80, rows: 24)
    private(set) var state: State?
    private(set) var table: String?
    /// How long it may take, which only a failing test does, in ns.
    private let deadline = monotonicNow() + 60_000_000_000

    init(table: String) throws {
      let runtime = "\(directory.path)/run"
      daemon = try Program.start(
        "balld", ["--runtime-dir", runtime, "--source", "client", "--table", table])
      let isUp = try daemon.waitForError(containing: "listening in")
      try #require(isUp, "the daemon didn't start")
      terminal = try PseudoTerminal(
        [try Playground.program(), "--runtime-dir=\(runtime)"],
        environment: ["TERM=xterm-256color", "LANG=C.UTF-8", "COLORTERM=truecolor"], columns: 80,
        rows: 24)
      watcher = try Connection.open(directory: runtime)
      try watcher.send(Request(.watch(rate: 60)))
    }

    /// Serves terminal and watcher until something has come about; `turn` is called at each state.
    func play(
      _ what: String, until isDone: () -> Bool, turn: (State) throws -> Void = { _ in }
    ) throws {
      while !isDone() {
        try #require(
          monotonicNow() < deadline,
          "in vain: \(what)\n\(screen.grid.text)\n\(String(describing: state))")
        var awaited = [Awaited(terminal.master.number), Awaited(watcher.descriptor)]
        try poll(&awaited, until: deadline)
        if awaited[0].isReadable { screen.feed(terminal.read()) }
        guard awaited[1].isReadable else { continue }
        for message in try watcher.nextMessages() {
          if case .table(let report) = message { table = report.name }
          guard case .state(let new) = message else { continue }
          state = new
          try turn(new)
        }
      }
    }

    func shows(_ word: String) -> Bool { screen.grid.text.contains(word) }
  }

  /// Steers by single strokes: as fast towards the next place as it can still brake.
  private struct Hand {
    var places: [XY]
    private var lastStroke = (x: Int64.min / 2, y: Int64.min / 2)

    init(_ places: [XY]) { self.places = places }

    /// The keys to strike now.
    mutating func keys(for state: State) -> String {
      guard let ball = state.balls.first else { return "" }
      while places.count > 1, abs(places[0].x - ball.x) < 0.02, abs(places[0].y - ball.y) < 0.02 {
        places.removeFirst()
      }
      guard let place = places.first else { return "" }
      let now = Int64(state.t * 1000)
      func wish(_ away: Double, _ speed: Double) -> Double {
        max(-0.14, min(0.14, 1.6 * away)) - speed
      }
      var keys = ""
      // Five strokes a second on each axis at the most, as fingers do.
      let (x, y) = (wish(place.x - ball.x, ball.vx), wish(place.y - ball.y, ball.vy))
      if abs(x) > 0.02, now - lastStroke.x >= 200 {
        keys += x > 0 ? "\u{1B}[C" : "\u{1B}[D"
        lastStroke.x = now
      }
      if abs(y) > 0.02, now - lastStroke.y >= 200 {
        keys += y > 0 ? "\u{1B}[B" : "\u{1B}[A"
        lastStroke.y = now
      }
      return keys
    }
  }

  private func play(_ game: Game, through places: [XY]) throws {
    var hand = Hand(places)
    func strike(_ state: State) throws {
      let keys = hand.keys(for: state)
      if !keys.isEmpty { try game.terminal.type(keys) }
    }
    // While nobody tilts no state comes: the first stroke is for the one that is there.
    if let state = game.state { try strike(state) }
    try game.play("the flag", until: { game.state?.phase == .won }, turn: strike)
    try game.play("the flag on the screen", until: { game.shows("flag reached in") })
  }

  @Test("from the menu to the first table, and to its flag")
  func firstRoll() throws {
    let game = try Game(table: "marble")
    try game.play("the picture", until: { game.shows("Marble") })
    try game.terminal.type("m")
    try game.play("the menu", until: { game.shows("▸ go on") })
    try game.terminal.type("\u{1B}[B\u{1B}[B\r")
    try game.play("the list", until: { game.shows("First roll") && game.shows("▸ Marble") })
    // Down to it, whatever the order of the tables is.
    var strokes = 0
    while !game.shows("▸ First roll"), strokes < 40 {
      let before = game.screen.grid
      try game.terminal.type("\u{1B}[B")
      try game.play("the next entry", until: { game.screen.grid != before })
      strokes += 1
    }
    try game.terminal.type("\r")
    try game.play("the table", until: { game.table == "first-roll" && !game.shows("▸") })
    try play(game, through: [XY(x: 0.28, y: 0.1)])
    try game.terminal.type("q")
    try game.play("the shell's screen", until: { !game.screen.modes.contains(1049) })
    let time = game.state?.time ?? .infinity
    print("first-roll by keys: \(time) s")
    #expect(time < 30)
  }

  @Test("along three streets with two turns")
  func meander() throws {
    let game = try Game(table: "meander")
    try game.play("the picture", until: { game.shows("Meander") })
    try play(
      game,
      through: [
        XY(x: 0.295, y: 0.03), XY(x: 0.295, y: 0.09), XY(x: 0.03, y: 0.09), XY(x: 0.03, y: 0.155),
        XY(x: 0.3, y: 0.165),
      ])
    let time = game.state?.time ?? .infinity
    print("meander by keys: \(time) s")
    #expect(time < 55)
  }
}
