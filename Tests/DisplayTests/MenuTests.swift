// SPDX-License-Identifier: MIT

import Display
import Testing
import Wire

/// What tells the daemon that buttons are for the menu, and that they no longer are.
let opens = Player.Action.send(.menu(isOpen: true))
let closes = Player.Action.send(.menu(isOpen: false))

@Suite("Menu")
struct MenuTests {
  private static let list = TableList(tables: [
    TableList.Entry(name: "marble", game: "marble"),
    TableList.Entry(name: "gap", title: "Mind the gap", game: "maze"),
    TableList.Entry(name: "maze:5x5:1", game: "maze"),
  ])

  private func connected(
    mayControl: Bool = true, phase: Phase = .rolling, table: TableReport = Examples.table
  ) -> Player {
    var player = Player(rate: 30)
    _ = player.opened(mayControl: mayControl)
    _ = player.take(.sensor(Examples.sensor), at: 0)
    _ = player.take(.table(table), at: 0)
    var state = Examples.state(phase: phase)
    state.up = XYZ(x: 0, y: 0, z: 1)
    _ = player.take(.state(state), at: 0)
    return player
  }

  @Test("up and down go round, select takes the marked entry, back closes")
  func walk() {
    var menu = Menu(mayControl: true)
    #expect(menu.entries == [.goOn, .restart, .tables, .level, .help, .quit])
    #expect(menu.take(.up) == .none && menu.marked == 5)
    #expect(menu.take(.select) == .close(.quit))
    #expect(menu.take(.down) == .none && menu.marked == 0)
    #expect(menu.take(.down) == .none && menu.take(.select) == .close(.restart))
    #expect(menu.take(.pick(3)) == .close(.level) && menu.marked == 3)
    for place in [-1, 6, Int.max, Int.min] { #expect(menu.take(.pick(place)) == .none) }
    #expect(menu.marked == 3)
    #expect(menu.take(.back) == .close(.goOn))
  }

  @Test("the tables are a list of their own, which begins at the one that is played")
  func tables() {
    var menu = Menu(mayControl: true, current: "gap")
    #expect(menu.take(.pick(2)) == .none && menu.showsTables)
    // They come a moment later: until then there is only the way back.
    #expect(menu.entries == [.back] && menu.marked == 0)
    menu.take(Self.list)
    #expect(menu.entries.count == 4 && menu.marked == 2)
    #expect(menu.take(.select) == .close(.table(Self.list.tables[1])))
    #expect(menu.take(.down) == .none)
    menu.take(Self.list)
    #expect(menu.marked == 3, "a list that comes again leaves the mark alone")
    #expect(menu.take(.back) == .none && !menu.showsTables && menu.marked == 2)
    #expect(menu.take(.select) == .none && menu.take(.pick(0)) == .none && !menu.showsTables)
  }

  @Test("m pauses the game and asks for the tables; going on goes on, and only what was paused")
  func pause() {
    var player = connected()
    #expect(player.press(.character("m"), at: 0) == [opens, .send(.pause), .send(.tables)])
    #expect(player.press(.escape, at: 0) == [closes, .send(.resume)])
    #expect(player.scene.menu == nil)
    for phase in [Phase.paused, .won, .lost, .finished, .noSensor, .stalled, .captured] {
      var player = connected(phase: phase)
      #expect(player.press(.character("m"), at: 0) == [opens, .send(.tables)], "\(phase)")
      #expect(player.press(.character("m"), at: 0) == [closes], "\(phase)")
    }
    // Somebody else has gone on since.
    player = connected()
    _ = player.press(.character("m"), at: 0)
    _ = player.take(.event(Event(t: 1, .resumed)), at: 0)
    #expect(player.press(.escape, at: 0) == [closes])
  }

  @Test(
    "every entry does what it says",
    arguments: [
      (0, [.send(.resume)]), (1, [.send(.restart)]),
      (3, [.send(.level(reset: false)), .send(.resume)]),
      (4, [.send(.clear), .send(.resume)]), (5, [.send(.resume)]), (6, [.send(.resume), .quit]),
    ] as [(Int, [Player.Action])])
  func entries(place: Int, actions: [Player.Action]) {
    var player = connected(table: Examples.maze)
    _ = player.press(.character("m"), at: 0)
    for _ in 0..<place { #expect(player.press(.arrow(.down), at: 0) == []) }
    #expect(player.press(.control("M"), at: 0) == [closes] + actions)
    #expect(player.scene.menu == nil && player.scene.showsHelp == (place == 5))
    // The same by a click.
    player = connected(table: Examples.maze)
    _ = player.click(.bar, at: 0)
    #expect(player.click(.entry(place), at: 0) == [closes] + actions)
  }

  @Test("a table is chosen by its name; one that is no name asks for nothing")
  func chooseTable() throws {
    for (place, name) in [(2, "gap"), (3, "maze:5x5:1")] {
      var player = connected()
      _ = player.press(.character("m"), at: 0)
      _ = player.take(.tables(Self.list), at: 0)
      _ = player.click(.entry(2), at: 0)
      let name = try #require(TableName(name))
      #expect(player.click(.entry(place), at: 0) == [closes, .send(.table(name))])
    }
    var player = connected()
    _ = player.press(.character("m"), at: 0)
    _ = player.take(
      .tables(TableList(tables: [TableList.Entry(name: "../odd", game: "maze")])), at: 0)
    _ = player.click(.entry(2), at: 0)
    #expect(player.click(.entry(1), at: 0) == [closes, .send(.resume)])
  }

  @Test("in the menu the keys work the menu: nothing tilts, and q still quits")
  func keys() {
    var player = connected()
    _ = player.press(.character("m"), at: 0)
    for key in [Key.arrow(.up), .character("w"), .character("s"), .character("r"), .character("n")]
    {
      #expect(player.press(key, at: 0) == [])
    }
    #expect(player.scene.driver == .source && player.scene.menu?.marked == 5)
    #expect(player.press(.character("q"), at: 0) == [.quit])
    #expect(player.press(.control("C"), at: 0) == [.quit])
    #expect(
      player.press(.character("?"), at: 0) == [closes, .send(.resume)] && player.scene.showsHelp)
  }

  @Test("a button for select opens the menu, in which the pad chooses; others are the daemon's")
  func buttons() {
    var player = connected()
    func push(_ name: String, _ action: String? = nil) -> [Player.Action] {
      player.take(.event(Event(t: 1, .button(Event.Button(name: name, action: action)))), at: 0)
    }
    #expect(push("up", "level") == [] && push("BTN_START", "pause") == [])
    #expect(player.scene.menu == nil)
    #expect(push("BTN_SOUTH", "select") == [opens, .send(.pause), .send(.tables)])
    #expect(push("down", "restart") == [] && player.scene.menu?.marked == 1)
    #expect(push("up", "level") == [] && player.scene.menu?.marked == 0)
    #expect(push("BTN_TL", "previous-table") == [] && player.scene.menu?.marked == 0)
    #expect(push("down") == [])
    #expect(push("BTN_SOUTH", "select") == [closes, .send(.restart)])
    _ = push("BTN_SOUTH", "select")
    #expect(push("left", "previous-table") == [closes, .send(.resume)])
    _ = push("BTN_SOUTH", "select")
    #expect(push("BTN_START", "pause") == [closes, .send(.resume)])
    // Who may only watch has a menu of its own, too.
    player = connected(mayControl: false)
    #expect(push("BTN_SOUTH", "select") == [] && player.scene.menu?.entries.count == 3)
  }

  @Test("who may only watch has a short menu that sends nothing; without a daemon there is none")
  func watching() {
    var player = connected(mayControl: false)
    #expect(player.press(.character("m"), at: 0) == [])
    #expect(player.scene.menu?.entries == [.goOn, .help, .quit])
    #expect(player.click(.entry(2), at: 0) == [.quit])
    player = connected()
    _ = player.press(.character("m"), at: 0)
    player.failed("gone", at: 0)
    #expect(player.scene.menu == nil && player.press(.character("m"), at: 0) == [])
    #expect(player.scene.menu == nil)
  }

  @Test("without keys the menu has neither their help nor an end, and going on ends every pause")
  func noKeys() {
    #expect(Menu(mayControl: true, hasKeys: false).entries == [.goOn, .restart, .tables, .level])
    var player = Player(rate: 30, hasKeys: false)
    _ = player.opened(mayControl: true)
    _ = player.take(.table(Examples.table), at: 0)
    // Somebody else has paused it: the board alone must be able to end that.
    _ = player.take(.state(Examples.state(phase: .paused)), at: 0)
    #expect(player.openMenu(at: 0) == [opens, .send(.tables)])
    #expect(player.work(.select, at: 0) == [closes, .send(.resume)])
    _ = player.take(.state(Examples.state(phase: .won)), at: 0)
    _ = player.openMenu(at: 0)
    #expect(player.work(.select, at: 0) == [closes])
    // Who may only watch is told so.
    player = Player(rate: 30, hasKeys: false)
    _ = player.opened(mayControl: false)
    #expect(player.openMenu(at: 0) == [])
    #expect(player.scene.menu == nil && player.scene.notice == "watching only")
  }

  @Test("a best time is shown as the run's clock shows it, points as points")
  func best() {
    var scene = Examples.scene()
    var menu = Menu(mayControl: true)
    menu.take(
      TableList(tables: [
        TableList.Entry(
          name: "a", game: "maze", best: BestRun(time: 83.46)),
        TableList.Entry(name: "b", game: "holes", best: BestRun(time: 9, score: 3)),
      ]))
    _ = menu.take(.pick(2))
    scene.menu = menu
    var painter = CellPainter(Capabilities(depth: .none, glyphs: .ascii))
    let text = painter.paint(scene, columns: 80, rows: 24).text
    #expect(text.contains("a, best 83.46 s"))
    #expect(text.contains("b, best 3 points"))
  }

  @Test(
    "a click on a cell toggles it in a maze and nothing elsewhere; beside the menu it closes it")
  func click() {
    var player = connected(table: Examples.maze)
    let toggle: [Player.Action] = [.send(.toggle(column: 3, row: 4))]
    #expect(player.click(.cell(column: 3, row: 4), at: 0) == toggle)
    #expect(player.click(.nothing, at: 0) == [])
    _ = player.press(.character("m"), at: 0)
    #expect(player.click(.cell(column: 3, row: 4), at: 0) == [closes, .send(.resume)])
    #expect(player.scene.menu == nil)
    for target in [ClickTarget.cell(column: 3, row: 4), .floor] {
      player = connected()
      #expect(player.click(target, at: 0) == [])
      #expect(player.scene.notice == "this table has no blocks to move")
      _ = player.press(.character("m"), at: 0)
      #expect(player.click(target, at: 0) == [closes, .send(.resume)])
    }
    player = connected(mayControl: false, table: Examples.maze)
    #expect(player.click(.cell(column: 3, row: 4), at: 0) == [])
    #expect(player.scene.notice != nil)
  }
}
