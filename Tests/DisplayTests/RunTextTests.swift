// SPDX-License-Identifier: MIT

import Display
import Testing
import Wire

@Suite("What is said of a run")
struct RunTextTests {
  private func text(_ scene: Scene, columns: Int = 80) -> String {
    var painter = CellPainter(Capabilities(depth: .none, glyphs: .ascii))
    return painter.paint(scene, columns: columns, rows: 24).text
  }

  @Test(
    "the clock shows tenths, cut off as clocks do, and the limit",
    arguments: [
      (0.0, 60.0, " 0.0/60 s "), (12.345, 60, " 12.3/60 s "), (12.3, 60, " 12.3/60 s "),
      (12.399, 60, " 12.3/60 s "), (59.9999, 60, " 60.0/60 s "), (75.06, nil, " 75.0 s "),
      (1234.56, 90.5, " 1234.5/90.5 s "),
    ] as [(Double, Double?, String)])
  func clock(time: Double, limit: Double?, expected: String) {
    var scene = Examples.mazeScene()
    scene.runTime = time
    scene.table?.timeLimit = limit
    #expect(text(scene).contains(expected))
  }

  @Test("no time is shown where the run has none, or none that is a time")
  func noClock() {
    #expect(!text(Examples.scene()).contains(" s "))
    for time in [Double.nan, -1, .infinity, 1e300] {
      var scene = Examples.mazeScene()
      scene.runTime = time
      #expect(!text(scene).contains(" s "))
    }
  }

  @Test("score and balls stand in the top line, also on a narrow screen")
  func score() {
    var scene = Examples.holesScene()
    #expect(text(scene).hasPrefix(" classic-holes  rolling  score 4  2 balls  71.2 s "))
    scene.table?.goal = 5
    scene.ballsLeft = 1
    #expect(text(scene).contains(" score 4/5  1 ball  71.2 s "))
    #expect(text(scene, columns: 28).hasPrefix(" score 4/5  1 ball  71.2 s"))
    scene.table?.title = "Five holes"
    #expect(text(scene).hasPrefix(" Five holes  "))
  }

  @Test(
    "the turns of a run are said",
    arguments: [
      // Phase, score, goal, balls left, clock; what is said, and what isn't.
      (
        Phase.won, nil, nil, nil, 12.34,
        ["flag reached in 12.34 s", "r plays again", "n next table"],
        []
      ),
      (.won, nil, nil, nil, nil, ["flag reached", "r plays again"], [" in "]),
      (.won, 3, nil, 2, 50, ["flag reached", "score 3"], ["plays again", " in "]),
      (.won, 3, 5, 2, 50, ["flag reached", "score 3/5"], ["plays again", " in "]),
      (.won, 5, 5, 2, 50, ["flag reached in 50.00 s", "score 5/5", "r plays again"], []),
      (.captured, 3, nil, 2, 50, ["a hole took the ball", "2 balls left"], ["plays again"]),
      (.captured, nil, nil, 1, 50, ["1 ball left"], []),
      (.captured, nil, nil, nil, 50, ["a hole took the ball"], ["left"]),
      (
        .lost, 3, nil, 0, 50, ["GAME OVER", "no balls left", "score 3", "r plays again"],
        ["time is"]
      ),
      (.lost, nil, nil, nil, 60, ["GAME OVER", "the time is over", "r plays again"], ["no balls"]),
      (.countdown, nil, nil, nil, 0, ["get ready"], ["plays again"]),
      (.rolling, 3, 5, 2, 50, ["score 3/5"], ["flag reached", "GAME OVER", "took"]),
    ]
      as [(Phase, Int64?, Int64?, Int64?, Double?, [String], [String])])
  func panels(
    phase: Phase, score: Int64?, goal: Int64?, balls: Int64?, time: Double?, said: [String],
    unsaid: [String]
  ) {
    var scene = Examples.mazeScene(phase: phase)
    (scene.score, scene.ballsLeft, scene.runTime) = (score, balls, time)
    scene.table?.goal = goal
    for words in said { #expect(text(scene).contains(words), "\(words)") }
    for words in unsaid { #expect(!text(scene).contains(words), "\(words)") }
    // Who may only watch is offered no keys.
    scene.link = .view
    #expect(!text(scene).contains("plays again"))
  }

  @Test(
    "a countdown shows the second that runs",
    arguments: [(3.0, 3), (2.001, 3), (2, 2), (0.001, 1), (1e300, nil), (.nan, nil)]
      as [(Double, Int?)])
  func countdown(seconds: Double, shown: Int?) {
    var scene = Examples.mazeScene(phase: .rolling)
    var state = Examples.state(phase: .countdown)
    state.countdown = seconds
    scene.show(state)
    #expect(scene.countdown == shown)
    let before = text(scene)
    scene.countdown = 7
    #expect(before.contains("get ready") && before != text(scene) && text(scene).contains("7"))
  }

  @Test("a run that is over says in how many seconds another one begins by itself, if one does")
  func next() {
    for (phase, words) in [
      (Phase.lost, "a new run begins in 15 s"), (.won, "it goes on in 15 s"),
    ] {
      var scene = Examples.mazeScene(phase: phase)
      #expect(!text(scene).contains(" in 15 s"))
      scene.countdown = 15
      #expect(text(scene).contains(words))
      scene.link = .view
      #expect(text(scene).contains(words))
    }
  }

  @Test("a key that takes blocks away is offered where there are such")
  func clear() {
    #expect(text(Examples.mazeScene()).contains("c clear"))
    #expect(!text(Examples.holesScene()).contains("c clear"))
    #expect(text(Examples.holesScene()).contains("n next"))
  }

  @Test(
    "the help is whole on every screen, down to the smallest",
    arguments: [(24, 8), (30, 8), (24, 24), (40, 12), (60, 16), (80, 24), (200, 60)])
  func help(columns: Int, rows: Int) {
    for glyphs in Glyphs.allCases {
      var painter = CellPainter(Capabilities(depth: .none, glyphs: glyphs))
      for var scene in [Examples.mazeScene(), Examples.holesScene()] {
        scene.showsHelp = true
        // There is a board: its pose can be made level.
        scene.hasUp = true
        let screen = painter.paint(scene, columns: columns, rows: rows).text
        let lines = screen.split(separator: "\n").dropFirst().dropLast()
        var words = [
          glyphs == .ascii ? "arrows" : "←↑↓→", "tilt", "pause", "restart", "table", "menu",
          "level", "sensor", "close", "quit", "flag",
        ]
        if scene.table?.game == "maze" { words += ["click", "block", "c"] }
        for word in words {
          #expect(lines.contains { $0.contains(word) }, "\(word) at \(columns)x\(rows)\n\(screen)")
        }
        scene.link = .view
        let watching = painter.paint(scene, columns: columns, rows: rows).text
        #expect(watching.contains("group") && watching.contains("balld"), "\(watching)")
      }
    }
  }
}
