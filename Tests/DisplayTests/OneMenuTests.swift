// SPDX-License-Identifier: MIT

import Display
import Testing
import Wire

/// Several displays of one daemon, as a screen and the lamps of the same board.
@Suite("One menu at a time")
struct OneMenuTests {
  private let select = Message.event(
    Event(t: 1, .button(Event.Button(name: "BTN_SOUTH", action: "select"))))
  private let refusal = Message.error(
    ErrorReport(code: .menuElsewhere, message: "another display has its menu open"))
  private let second: Int64 = 1_000_000_000

  private func connected(hasKeys: Bool = false) -> Player {
    var player = Player(rate: 30, hasKeys: hasKeys)
    _ = player.opened(mayControl: true)
    _ = player.take(.sensor(Examples.sensor), at: 0)
    _ = player.take(.table(Examples.table), at: 0)
    _ = player.take(.state(tilted(0)), at: 0)
    return player
  }

  private func tilted(_ y: Double) -> State {
    var state = Examples.state()
    state.tilt = XY(x: 0, y: y)
    return state
  }

  @Test("of two that the same press opens, the one that the daemon refuses makes way, unresumed")
  func makesWay() {
    for hasKeys in [true, false] {
      var player = connected(hasKeys: hasKeys)
      #expect(player.take(select, at: 0) == [opens, .send(.pause), .send(.tables)])
      #expect(player.take(refusal, at: 0) == [closes])
      #expect(player.scene.menu == nil)
      #expect(player.scene.notice == "the menu is open on another display")
    }
  }

  @Test("one that a key has opened stays for the keys, and the board no longer works it")
  func stays() {
    for open in [
      { $0.press(.character("m"), at: 0) }, { $0.click(.bar, at: 0) },
    ] as [(inout Player) -> [Player.Action]] {
      var player = connected(hasKeys: true)
      #expect(open(&player) == [opens, .send(.pause), .send(.tables)])
      #expect(player.take(refusal, at: 0) == [])
      for y in [0, 0.8, 0] { _ = player.take(.state(tilted(y)), at: 0) }
      #expect(player.scene.menu?.marked == 0)
      #expect(player.advance(to: 10 * second) == [])
      _ = player.press(.arrow(.down), at: 0)
      #expect(player.press(.control("M"), at: 0) == [closes, .send(.restart)])
      // The next menu is as good as any.
      _ = open(&player)
      for y in [0, 0.8] { _ = player.take(.state(tilted(y)), at: 0) }
      #expect(player.scene.menu?.marked == 1)
    }
  }

  @Test("without a menu the refusal says nothing: it was closed in the meantime")
  func late() {
    var player = connected()
    #expect(player.take(refusal, at: 0) == [])
    #expect(player.scene.notice == nil)
  }
}
