// SPDX-License-Identifier: MIT

import Game
import Physics
import Testing

@Suite("the shipped tables can be played")
struct PlayabilityTests {
  @Test("a player who tilts by 8° at most wins within the time", arguments: Table.shippedPlaylist)
  func expert(_ name: String) throws {
    let outcome = try play(name, .expert)
    #expect(outcome.isWon, "\(name): \(outcome)")
  }

  @Test("so does one who plays slowly and reacts after 160 ms", arguments: Table.shippedPlaylist)
  func careful(_ name: String) throws {
    let outcome = try play(name, .careful)
    #expect(outcome.isWon, "\(name): \(outcome)")
  }

  @Test(
    "one who hurries and reacts no faster loses balls where there are holes",
    arguments: ["bridges", "labyrinth", "mill"])
  func hasty(_ name: String) throws {
    let outcome = try play(name, .hasty)
    #expect(outcome.captures > 0, "\(name): \(outcome)")
  }

  @Test("in the classic game of holes the flag is reached within a minute")
  func classicHoles() throws {
    for manner in [ScriptedPlayer.Manner.expert, .careful] {
      var player = ScriptedPlayer(try shippedTable("classic-holes"), manner)
      let outcome = player.play(limit: 60, score: 1)
      #expect(outcome.score == 1)
    }
  }

  private func play(
    _ name: String, _ manner: ScriptedPlayer.Manner
  ) throws -> ScriptedPlayer.Outcome {
    let table = try shippedTable(name)
    let limit = Double(try #require(table.timeLimit)) / 1000
    var player = ScriptedPlayer(table, manner)
    // The pauses don't count for the table's clock: it ends the run by itself.
    return player.play(limit: limit + 30)
  }
}
