// SPDX-License-Identifier: MIT

import Display
import Testing
import Wire

@Suite("Blocks taken away by a key")
struct ClearingTests {
  private let second: Int64 = 1_000_000_000

  private func connected(
    _ table: TableReport = Examples.maze, mayControl: Bool = true
  ) -> Player {
    var player = Player(rate: 30)
    _ = player.opened(mayControl: mayControl)
    _ = player.take(.table(table), at: 0)
    _ = player.take(.state(Examples.state()), at: 0)
    return player
  }

  @Test("c asks first, a second c within five seconds clears, and a later one asks again")
  func asks() {
    var player = connected()
    #expect(player.press(.character("c"), at: 0) == [])
    #expect(player.scene.notice == "c again takes all blocks away")
    #expect(player.press(.character("C"), at: 5 * second - 1) == [.send(.clear)])
    #expect(player.press(.character("c"), at: 5 * second) == [])
    #expect(player.press(.character("c"), at: 10 * second) == [])
    #expect(player.press(.character("c"), at: 14 * second) == [.send(.clear)])
    // Another table has other blocks: what was asked about the last one is no answer here.
    #expect(player.press(.character("c"), at: 20 * second) == [])
    _ = player.take(.table(Examples.maze), at: 20 * second)
    #expect(player.press(.character("c"), at: 21 * second) == [])
  }

  @Test("a third c asks anew, should the second have taken nothing away")
  func third() {
    var player = connected()
    let actions = (0..<4).map { player.press(.character("c"), at: Int64($0) * second) }
    #expect(actions == [[], [.send(.clear)], [], [.send(.clear)]])
  }

  @Test("the blocks that are gone are said with the key that brings them back, and it does")
  func undo() throws {
    var player = connected()
    _ = player.take(.event(Event(t: 1, .cleared)), at: 0)
    #expect(player.scene.notice == "all blocks are taken away: c again lays the table out anew")
    let name = try #require(TableName("classic"))
    #expect(player.press(.character("c"), at: second) == [.send(.table(name))])
    _ = player.take(.table(Examples.maze), at: 2 * second)
    #expect(player.press(.character("c"), at: 2 * second) == [])
    // A block that was put down since is taken away first.
    _ = player.take(.event(Event(t: 3, .cleared)), at: 0)
    _ = player.take(.event(Event(t: 4, .block(column: 2, row: 2, isBlock: true))), at: 0)
    #expect(player.press(.character("c"), at: 20 * second) == [])
    #expect(player.press(.character("c"), at: 20 * second) == [.send(.clear)])
    // Where there are no keys, the menu is the way.
    player = Player(rate: 30, hasKeys: false)
    _ = player.opened(mayControl: true)
    _ = player.take(.table(Examples.maze), at: 0)
    _ = player.take(.event(Event(t: 1, .cleared)), at: 0)
    #expect(player.scene.notice?.contains("choosing it in the menu") == true)
  }

  @Test("where there is nothing to take away, that is said; what has no blocks the daemon refuses")
  func nothing() {
    var table = Examples.maze
    table.blocks?.clear()
    var player = connected(table)
    #expect(player.press(.character("c"), at: 0) == [])
    #expect(player.scene.notice == "there is no block to take away")
    player = connected(Examples.holes)
    #expect(player.press(.character("c"), at: 0) == [.send(.clear)])
    player = connected(mayControl: false)
    #expect(player.press(.character("c"), at: 0) == [])
    #expect(player.scene.notice == "watching only: ? says why")
  }
}
