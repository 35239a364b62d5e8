// SPDX-License-Identifier: MIT

import Glibc
import Testing
import Wire

@testable import Display

/// The menu worked by the board alone.
@Suite("Menu by tilting")
struct TiltMenuTests {
  private let millisecond: Int64 = 1_000_000

  /// A state in which the table has this tilt: 0.51 m/s² while the board is held at 8 degrees.
  private func state(_ tilt: XY, up: XYZ? = nil) -> State {
    var state = Examples.state()
    state.tilt = tilt
    let (x, y) = (tilt.x / 0.51 * 0.13917, tilt.y / 0.51 * 0.13917)
    state.up = up ?? XYZ(x: x, y: y, z: max(0, 1 - x * x - y * y).squareRoot())
    return state
  }

  private let flat = XY(x: 0, y: 0)
  private let near = XY(x: 0.05, y: 0.8)
  private let far = XY(x: -0.05, y: -0.8)

  /// A player on a sensor, with the menu open since the time 0.
  private func opened() -> Player {
    var player = Player(rate: 30)
    _ = player.opened(mayControl: true)
    _ = player.take(.sensor(Examples.sensor), at: 0)
    _ = player.take(.table(Examples.table), at: 0)
    _ = player.take(.state(state(flat)), at: 0)
    _ = player.press(.character("m"), at: 0)
    return player
  }

  /// Runs the player's own deadlines up to a time; what it does on the way.
  private func run(_ player: inout Player, to end: Int64) -> [Player.Action] {
    var actions: [Player.Action] = []
    var turns = 0
    while let deadline = player.deadline, deadline <= end, turns < 1000 {
      actions += player.advance(to: deadline)
      turns += 1
    }
    #expect(turns < 1000, "deadlines that don't pass")
    return actions + player.advance(to: end)
  }

  @Test("lowering the near edge goes down, holding still selects, and a bar shows how long")
  func select() {
    var player = opened()
    _ = player.take(.state(state(flat)), at: 10 * millisecond)
    _ = player.take(.state(state(near)), at: 100 * millisecond)
    #expect(player.scene.menu?.marked == 1)
    _ = player.take(.state(state(flat)), at: 300 * millisecond)
    #expect(run(&player, to: 1000 * millisecond) == [])
    #expect(player.scene.menu?.stillness == 4)
    #expect(run(&player, to: 1799 * millisecond) == [])
    #expect(player.scene.menu?.stillness == 9)
    #expect(run(&player, to: 1800 * millisecond) == [closes, .send(.restart)])
    #expect(player.scene.menu == nil)
  }

  @Test("an edge that stays down moves the mark again and again; the far one moves it up")
  func moves() {
    var player = opened()
    _ = player.take(.state(state(flat)), at: 0)
    _ = player.take(.state(state(near)), at: 100 * millisecond)
    #expect(run(&player, to: 1400 * millisecond) == [])
    #expect(player.scene.menu?.marked == 3)
    _ = player.take(.state(state(far)), at: 1500 * millisecond)
    #expect(player.scene.menu?.marked == 2)
  }

  @Test("a board that merely lies there selects nothing, however long; keys are for others' hands")
  func lying() {
    var player = opened()
    _ = player.take(.state(state(flat)), at: 0)
    #expect(run(&player, to: 60_000 * millisecond) == [])
    #expect(player.scene.menu?.stillness == nil && player.scene.menu?.marked == 0)
    // Moved by the board, then by a key: the board has to begin anew.
    _ = player.take(.state(state(near)), at: 61_000 * millisecond)
    _ = player.take(.state(state(flat)), at: 61_100 * millisecond)
    _ = player.press(.arrow(.down), at: 61_200 * millisecond)
    #expect(run(&player, to: 90_000 * millisecond) == [])
    #expect(player.scene.menu?.marked == 2)
  }

  @Test("what is neither level nor lowered, and the sides, move nothing and select nothing")
  func between() {
    for tilt in [XY(x: 0, y: 0.4), XY(x: 1, y: 0.2), XY(x: -1, y: 0.9), XY(x: 0.3, y: 0)] {
      var player = opened()
      _ = player.take(.state(state(flat)), at: 0)
      _ = player.take(.state(state(tilt)), at: 100 * millisecond)
      #expect(run(&player, to: 10_000 * millisecond) == [])
      #expect(player.scene.menu?.marked == 0, "\(tilt)")
    }
  }

  @Test(
    "by the hand's angle it is the same whatever the table makes of it; a stick has its tilt alone")
  func feels() {
    // 9 and 7 degrees of the hand, in a gentle and in a direct feel.
    for (degrees, tilt, marked) in [
      (9.0, 0.09, 1), (7.0, 0.05, 0), (9.0, 1.53, 1), (7.0, 1.19, 0), (89.0, 0.2, 1),
    ] {
      var player = opened()
      _ = player.take(.state(state(flat)), at: 0)
      let angle = degrees * .pi / 180
      let up = XYZ(x: 0, y: sin(angle), z: cos(angle))
      _ = player.take(.state(state(XY(x: 0, y: tilt), up: up)), at: 100 * millisecond)
      #expect(player.scene.menu?.marked == marked, "\(degrees) degrees, \(tilt)")
    }
    for (tilt, marked) in [(0.5, 0), (0.52, 1)] {
      var player = Player(rate: 30)
      _ = player.opened(mayControl: true)
      _ = player.take(.sensor(Examples.sensor), at: 0)
      _ = player.press(.character("m"), at: 0)
      var stick = Examples.state()
      for y in [0, tilt] {
        stick.tilt = XY(x: 0, y: y)
        _ = player.take(.state(stick), at: 0)
      }
      #expect(player.scene.menu?.marked == marked, "\(tilt)")
    }
  }

  @Test("in the list of tables a pause between two tilts chooses, too, and the list stays open")
  func tables() {
    var player = opened()
    let list = TableList(tables: [TableList.Entry(name: "gap", game: "maze")])
    _ = player.take(.tables(list), at: 0)
    _ = player.take(.state(state(flat)), at: 0)
    var now = 0 * millisecond
    for _ in 0..<2 {
      now += 100 * millisecond
      _ = player.take(.state(state(near)), at: now)
      now += 100 * millisecond
      _ = player.take(.state(state(flat)), at: now)
    }
    now += 1500 * millisecond
    #expect(run(&player, to: now) == [])
    #expect(player.scene.menu?.showsTables == true)
    // Held on, it chooses nothing more: another tilt has to come first.
    now += 10_000 * millisecond
    #expect(run(&player, to: now) == [])
    _ = player.take(.state(state(near)), at: now)
    _ = player.take(.state(state(flat)), at: now + 100 * millisecond)
    let name = TableName("gap").map { [closes, Player.Action.send(.table($0))] }
    #expect(run(&player, to: now + 1600 * millisecond) == name)
  }

  @Test("standing the board on an edge for a second opens the menu, once")
  func edge() {
    var player = opened()
    _ = player.press(.escape, at: 0)
    let steep = state(XY(x: 0, y: 1.3), up: XYZ(x: 0, y: 0.9, z: 0.43589))
    _ = player.take(.state(steep), at: 0)
    _ = player.take(.state(steep), at: 500 * millisecond)
    #expect(run(&player, to: 999 * millisecond) == [])
    #expect(run(&player, to: 1000 * millisecond) == [opens, .send(.pause), .send(.tables)])
    // Still steep: nothing is marked before the board was level, and no other menu comes.
    _ = player.take(.state(steep), at: 2000 * millisecond)
    #expect(run(&player, to: 5000 * millisecond) == [] && player.scene.menu?.marked == 0)
    #expect(player.press(.escape, at: 5000 * millisecond) == [closes, .send(.resume)])
    #expect(run(&player, to: 9000 * millisecond) == [] && player.scene.menu == nil)
  }

  @Test("less than 55 degrees, less than a second, or a level that stands upright open nothing")
  func noEdge() {
    // 54 degrees for long.
    var player = opened()
    _ = player.press(.escape, at: 0)
    _ = player.take(.state(state(near, up: XYZ(x: 0.809, y: 0, z: 0.5878))), at: 0)
    #expect(run(&player, to: 9000 * millisecond) == [])
    // On edge for half a second.
    let steep = state(near, up: XYZ(x: 1, y: 0, z: 0))
    _ = player.take(.state(steep), at: 9000 * millisecond)
    _ = player.take(.state(state(near)), at: 9500 * millisecond)
    #expect(run(&player, to: 19_000 * millisecond) == [])
    // A screen on a wall, level as it hangs.
    _ = player.take(.state(state(flat, up: XYZ(x: 0, y: 1, z: 0))), at: 19_000 * millisecond)
    _ = player.take(.state(state(near, up: XYZ(x: 0, y: 0.98, z: 0.2))), at: 19_001 * millisecond)
    #expect(run(&player, to: 29_000 * millisecond) == [])
    #expect(player.scene.menu == nil)
  }

  @Test("a recording, another client's keys and own keys open no menu")
  func othersHands() {
    let steep = state(near, up: XYZ(x: 1, y: 0, z: 0))
    let hands: [(String, (inout Player) -> Void)] = [
      (
        "a recording",
        {
          _ = $0.take(.sensor(SensorReport(source: "log", name: "rounds", health: .ok)), at: 0)
        }
      ),
      ("own keys", { _ = $0.press(.arrow(.up), at: 0) }),
      ("another client", { _ = $0.take(.event(Event(t: 1, .takeover(by: "another"))), at: 0) }),
    ]
    for (name, take) in hands {
      var player = opened()
      _ = player.press(.escape, at: 0)
      take(&player)
      _ = player.take(.state(state(flat)), at: 0)
      _ = player.take(.state(steep), at: 0)
      _ = run(&player, to: 9000 * millisecond)
      #expect(player.scene.menu == nil, "\(name)")
    }
  }
}
