// SPDX-License-Identifier: MIT

@testable import Display
import Testing
import Wire

@Suite("Player")
struct PlayerTests {
  private let second: Int64 = 1_000_000_000

  /// A player that is connected and has seen a table and a state.
  private func connected(mayControl: Bool = true, phase: Phase = .rolling) -> Player {
    var player = Player(rate: 30)
    #expect(player.opened(mayControl: mayControl) == [.send(.watch(rate: 30))])
    _ = player.take(.sensor(Examples.sensor), at: 0)
    _ = player.take(.table(Examples.table), at: 0)
    _ = player.take(.state(Examples.state(phase: phase)), at: 0)
    return player
  }

  @Test("there is a picture once a table and a state have come")
  func picture() {
    var player = Player(rate: 30)
    #expect(!player.hasPicture)
    _ = player.take(.table(Examples.table), at: 0)
    #expect(!player.hasPicture)
    _ = player.take(.state(Examples.state()), at: 0)
    #expect(player.hasPicture)
  }

  @Test("the first arrow takes over with the level table, and the tilts follow")
  func takeover() {
    var player = connected()
    #expect(player.press(.arrow(.right), at: second) == [.send(.tilt(XY(x: 0, y: 0)))])
    #expect(player.scene.driver == .keys)
    var now = second
    var tilts: [XY] = []
    var sends = 0
    while let deadline = player.deadline, sends < 1000 {
      #expect(deadline > now, "a deadline in the past would turn the loop for nothing")
      now = deadline
      for case .send(.tilt(let tilt)) in player.advance(to: now) { tilts.append(tilt) }
      sends += 1
    }
    #expect(tilts.allSatisfy { $0.y == 0 && $0.x >= 0 })
    #expect(tilts.contains { $0.x > 0.51 }, "3 degrees are 0.513 m/s²")
    #expect(tilts.last == XY(x: 0, y: 0), "the last thing that is sent is the level table")
    // 0.66 s at 62.5 a second, less the time in which nothing changes.
    #expect(tilts.count > 10 && tilts.count < 45)
    #expect(now < 2 * second)
    #expect(player.scene.driver == .keys, "it stays with the keys until it is given back")
  }

  @Test("x and Escape give the table back, and only to whom it was taken from")
  func release() {
    for key in [Key.character("x"), .escape] {
      var player = connected()
      #expect(player.press(key, at: 0).isEmpty)
      _ = player.press(.arrow(.up), at: 0)
      #expect(player.press(key, at: second) == [.send(.release)])
      #expect(player.scene.driver == .source)
      #expect(player.advance(to: 2 * second).isEmpty)
      #expect(player.deadline == nil)
    }
  }

  @Test("another client that takes over ends this one's turn; its own takeover doesn't")
  func overtaken() {
    var player = connected()
    _ = player.press(.arrow(.up), at: 0)
    _ = player.take(.event(Event(t: 1, .takeover(by: "this one"))), at: 1)
    #expect(player.scene.driver == .keys)
    _ = player.take(.event(Event(t: 2, .takeover(by: "another"))), at: 2)
    #expect(player.scene.driver == .other)
    #expect(player.advance(to: second).isEmpty)
    _ = player.take(.event(Event(t: 3, .released(by: "another"))), at: 3)
    #expect(player.scene.driver == .source)
  }

  @Test("a demo ends this one's turn, or another's, but not one that is just being begun")
  func demo() {
    var player = connected()
    _ = player.press(.arrow(.up), at: 0)
    _ = player.take(.event(Event(t: 1, .takeover(by: "this one"))), at: 1)
    _ = player.take(.event(Event(t: 61, .released(by: "this one"))), at: 2)
    _ = player.take(.event(Event(t: 61, .demo(isOver: false))), at: 2)
    #expect(player.scene.driver == .source && player.advance(to: second).isEmpty)
    // The tilt is on its way, and ends the demo.
    #expect(!player.press(.arrow(.up), at: second).isEmpty)
    _ = player.take(.event(Event(t: 62, .demo(isOver: false))), at: second)
    #expect(player.scene.driver == .keys)
    _ = player.take(.event(Event(t: 62, .demo(isOver: true))), at: second)
    _ = player.take(.event(Event(t: 62, .takeover(by: "this one"))), at: second)
    #expect(player.scene.driver == .keys)
  }

  @Test("a demo says how to play: by the board, by a key where there is none, or nothing")
  func invitation() {
    var scene = Examples.scene()
    #expect(scene.invitation == nil)
    scene.isDemo = true
    #expect(scene.invitation == "demo: tilt to play")
    scene.sensor = nil
    #expect(scene.invitation == "demo: an arrow key begins")
    scene.link = .view
    #expect(scene.invitation == "demo")
  }

  @Test("letters do what their arrows do, capital or not")
  func letters() {
    let groups = ["wkWK", "ahAH", "sjSJ", "dlDL"]
    let signs = [(0, -1), (-1, 0), (0, 1), (1, 0)]
    for (group, sign) in zip(groups, signs) {
      for letter in group.unicodeScalars {
        var player = connected()
        _ = player.press(.character(letter), at: second)
        guard case .send(.tilt(let tilt))? = player.advance(to: second + second / 10).first else {
          Issue.record("\(letter) doesn't tilt")
          continue
        }
        #expect(tilt.x == 0 ? sign.0 == 0 : tilt.x * Double(sign.0) > 0)
        #expect(tilt.y == 0 ? sign.1 == 0 : tilt.y * Double(sign.1) > 0)
      }
    }
  }

  @Test("space pauses what rolls and lets go on what is paused")
  func pause() {
    var player = connected()
    #expect(player.press(.character(" "), at: 0) == [.send(.pause)])
    _ = player.take(.state(Examples.state(phase: .paused)), at: 0)
    #expect(player.press(.character(" "), at: 0) == [.send(.resume)])
    #expect(player.press(.character("r"), at: 0) == [.send(.restart)])
  }

  @Test("n and p go through the tables, v makes the pose level")
  func tables() {
    for (letter, command) in [
      ("n", Request.Command.next), ("p", .previous), ("v", .level(reset: false)),
    ] {
      for scalar in (letter + letter.uppercased()).unicodeScalars {
        var player = connected()
        #expect(player.press(.character(scalar), at: 0) == [.send(command)])
      }
    }
  }

  @Test("blocks come and go with their events, and another table replaces all of them")
  func blocks() {
    var player = connected()
    // A table without a grid has no blocks to change.
    _ = player.take(.event(Event(t: 1, .block(column: 0, row: 0, isBlock: true))), at: 0)
    _ = player.take(.event(Event(t: 1, .cleared)), at: 0)
    #expect(player.scene.table?.blocks == nil)
    _ = player.take(.table(Examples.maze), at: 0)
    _ = player.take(.state(Examples.state()), at: 0)
    #expect(player.scene.table?.blocks == Examples.maze.blocks)
    _ = player.take(.event(Event(t: 1, .block(column: 11, row: 0, isBlock: true))), at: 0)
    #expect(player.scene.table?.blocks?[11, 0] == true)
    _ = player.take(.event(Event(t: 1, .block(column: 3, row: 0, isBlock: false))), at: 0)
    #expect(player.scene.table?.blocks?[3, 0] == false)
    for (column, row) in [(12, 0), (0, 12), (-1, -1), (Int.max, Int.min)] {
      _ = player.take(.event(Event(t: 1, .block(column: column, row: row, isBlock: true))), at: 0)
    }
    var expected = Examples.maze.blocks
    expected?[11, 0] = true
    expected?[3, 0] = false
    #expect(player.scene.table?.blocks == expected)
    _ = player.take(.event(Event(t: 2, .cleared)), at: 0)
    #expect(player.scene.table?.blocks == BlockGrid(columns: 12, rows: 12))
    _ = player.take(.table(Examples.holes), at: 0)
    #expect(player.scene.table?.blocks == nil)
    #expect(player.scene.table?.holes.count == 5)
    #expect(player.scene.balls.isEmpty, "where balls lay on the last table means nothing here")
  }

  @Test("a display that comes late knows from the first state who drives")
  func late() {
    var player = Player(rate: 30)
    _ = player.opened(mayControl: true)
    _ = player.take(.hello(Hello(server: "balld", session: "s", client: "client 7")), at: 0)
    _ = player.take(.sensor(Examples.sensor), at: 0)
    _ = player.take(.table(Examples.table), at: 0)
    var state = Examples.state()
    state.driver = "client 3"
    _ = player.take(.state(state), at: 0)
    #expect(player.scene.driver == .other)
    // Its own first tilt is on its way, and then its own turn: whatever older states say.
    _ = player.press(.arrow(.up), at: second)
    _ = player.take(.state(state), at: second)
    #expect(player.scene.driver == .keys)
    state.driver = "client 7"
    _ = player.take(.state(state), at: second)
    #expect(player.scene.driver == .keys)
    _ = player.press(.escape, at: second)
    _ = player.take(.state(state), at: second)
    #expect(player.scene.driver == .source, "one that was made before the table was given back")
    state.driver = nil
    _ = player.take(.state(state), at: second)
    #expect(player.scene.driver == .source)
  }

  @Test("a daemon whose states don't tell who drives isn't taken for the one before it, whose did")
  func olderDaemon() {
    var player = connected()
    var state = Examples.state()
    state.driver = "client 3"
    _ = player.take(.state(state), at: 0)
    #expect(player.scene.driver == .other)
    player.failed("gone", at: 0)
    _ = player.opened(mayControl: true)
    _ = player.take(.event(Event(t: 1, .takeover(by: "client 3"))), at: second)
    _ = player.take(.state(Examples.state()), at: second)
    #expect(player.scene.driver == .other)
  }

  @Test("a menu that is open on another display is told, and one's own isn't")
  func menuElsewhere() {
    var player = Player(rate: 30)
    _ = player.opened(mayControl: true)
    _ = player.take(.hello(Hello(server: "balld", session: "s", client: "client 7")), at: 0)
    _ = player.take(.table(Examples.table), at: 0)
    var state = Examples.state(phase: .paused)
    func says(_ words: String) -> Bool {
      var painter = CellPainter(Capabilities(depth: .none, glyphs: .ascii))
      return painter.paint(player.scene, columns: 80, rows: 24).text.contains(words)
    }
    state.menu = "client 3"
    _ = player.take(.state(state), at: 0)
    #expect(says("the menu is open on another display") && says("space goes on all the same"))
    state.menu = "client 7"
    _ = player.take(.state(state), at: 0)
    #expect(!says("another display") && says("space goes on"))
    state.menu = "client 3"
    _ = player.take(.state(state), at: 0)
    player.failed("gone", at: 0)
    #expect(!player.scene.isMenuElsewhere)
  }

  @Test("where clients are the source, no sensor is missed: nobody tilts the table yet")
  func noSensorWanted() {
    var player = connected(phase: .noSensor)
    var report = Examples.sensor
    (report.source, report.name, report.health) = ("client", nil, .waiting)
    _ = player.take(.sensor(report), at: 0)
    var painter = CellPainter(Capabilities(depth: .none, glyphs: .ascii))
    let text = painter.paint(player.scene, columns: 80, rows: 24).text
    #expect(text.contains("nobody tilts the table yet") && !text.contains("no sensor"))
    #expect(text.contains("the arrow keys tilt the table"))
  }

  @Test("a state's run is shown until the next state")
  func run() {
    var player = connected()
    var state = Examples.state(phase: .captured)
    state.balls[0].isOff = true
    (state.score, state.ballsLeft, state.holesAngle, state.time) = (3, 2, 0.5, 12.5)
    _ = player.take(.state(state), at: 0)
    #expect(player.scene.balls.map(\.isOff) == [true])
    #expect(player.scene.score == 3 && player.scene.ballsLeft == 2)
    #expect(player.scene.holesAngle == 0.5 && player.scene.runTime == 12.5)
    _ = player.take(.state(Examples.state()), at: 0)
    #expect(player.scene.score == nil && player.scene.ballsLeft == nil)
    #expect(player.scene.holesAngle == 0 && player.scene.runTime == nil)
  }

  @Test("who may only watch is told so, and nothing is sent")
  func watching() {
    for key in [
      Key.arrow(.left), .character(" "), .character("r"), .character("d"), .character("n"),
      .character("p"), .character("c"),
    ] {
      var player = connected(mayControl: false)
      #expect(player.press(key, at: 0).isEmpty)
      #expect(player.scene.notice != nil)
      #expect(player.scene.driver == .source)
      let end = player.deadline
      #expect(end != nil)
      #expect(player.advance(to: end ?? 0).isEmpty)
      #expect(player.scene.notice == nil)
    }
  }

  @Test("a lost connection is said, and tried again every second until it stands")
  func lost() {
    var player = connected()
    _ = player.press(.arrow(.up), at: 0)
    player.failed("gone", at: second)
    #expect(player.scene.link == .lost("gone"))
    // Nothing that the daemon said of the game is so any longer, but the table can still be seen.
    #expect(player.scene.phase == nil && player.scene.sensor == nil && player.scene.table != nil)
    #expect(player.scene.driver == .source)
    #expect(player.press(.arrow(.up), at: second).isEmpty)
    #expect(player.deadline == 2 * second)
    #expect(player.advance(to: 2 * second - 1).isEmpty)
    #expect(player.advance(to: 2 * second) == [.connect])
    player.failed("not there", at: 2 * second)
    #expect(player.advance(to: 3 * second) == [.connect])
    #expect(player.opened(mayControl: false) == [.send(.watch(rate: 30))])
    #expect(player.scene.link == .view)
    #expect(player.deadline == nil)
  }

  @Test(
    "a daemon that says nothing for a second after it was reached is said to be silent until it speaks"
  )
  func silent() {
    var player = connected()
    player.failed("gone", at: 0)
    _ = player.advance(to: second)
    _ = player.opened(mayControl: true, at: second)
    // The table of before is still to be seen, so that nothing would tell.
    #expect(player.scene.table != nil && player.deadline == 2 * second)
    _ = player.advance(to: 2 * second - 1)
    #expect(!player.scene.isUnanswered)
    #expect(player.advance(to: 2 * second).isEmpty)
    #expect(player.scene.isUnanswered && player.deadline == nil)
    let text = SceneText(scene: player.scene, glyphs: .ascii, inks: TextInks(depth: .none))
    #expect(text.panel?.title == "balld doesn't answer")
    _ = player.take(
      .hello(Hello(server: "balld", protocolVersion: "1.0", session: "s")), at: 9 * second)
    #expect(!player.scene.isUnanswered)
    // One that has spoken in time is silent for as long as nothing happens.
    _ = player.opened(mayControl: true, at: 10 * second)
    _ = player.take(
      .hello(Hello(server: "balld", protocolVersion: "1.0", session: "s")), at: 10 * second)
    #expect(player.deadline == nil)
  }

  @Test("q and Ctrl-C quit, Ctrl-Z suspends, Ctrl-L repaints, ? shows help and Escape hides it")
  func others() {
    var player = connected()
    #expect(player.press(.character("q"), at: 0) == [.quit])
    #expect(player.press(.control("C"), at: 0) == [.quit])
    #expect(player.press(.control("Z"), at: 0) == [.suspend])
    #expect(player.press(.control("L"), at: 0) == [.repaint])
    #expect(player.press(.character("?"), at: 0).isEmpty && player.scene.showsHelp)
    #expect(player.press(.escape, at: 0).isEmpty && !player.scene.showsHelp)
    for key in [Key.character("é"), .character("z"), .control("A"), .character("ß")] {
      #expect(player.press(key, at: 0).isEmpty)
    }
  }

  @Test("the daemon's refusal is shown with its hint, for a while")
  func refusal() {
    var player = connected()
    let report = ErrorReport(code: .notPermitted, message: "not allowed", hint: "join the group")
    _ = player.take(.error(report), at: 0)
    #expect(player.scene.notice == "not allowed: join the group")
    _ = player.advance(to: 10 * second)
    #expect(player.scene.notice == nil)
  }

  @Test("a table that can't be drawn is named and leaves no table")
  func badTable() {
    let sizes: [(Double, Double, Double)] = [
      (0, 1, 0.1), (1, -1, 0.1), (.nan, 1, 0.1), (1, .infinity, 0.1), (1, 1, 0), (1e9, 1e9, 1),
      (1, 1e-6, 1e-7),
    ]
    for (width, height, radius) in sizes {
      var player = connected()
      _ = player.take(
        .table(
          TableReport(
            name: "odd", hash: "", game: "marble", width: width, height: height,
            ballRadius: radius)), at: 0)
      #expect(player.scene.table == nil)
      #expect(player.scene.notice?.contains("odd") == true)
    }
  }

  @Test("a server of another major protocol is named, until another one is there")
  func otherProtocol() {
    var player = connected()
    _ = player.take(.hello(Hello(server: "balld 9", protocolVersion: "2.0", session: "")), at: 0)
    _ = player.advance(to: 100 * second)
    #expect(player.scene.notice?.contains("2.0") == true)
    player.failed("gone", at: 101 * second)
    _ = player.opened(mayControl: true)
    #expect(player.scene.notice == nil)
  }
}
