// SPDX-License-Identifier: MIT

/// The rules of marble and bounce: there are none.
///
/// What sets the two apart is the table: walls that stop the ball, or give all of its speed back.
struct FreeRules: Codable, Equatable, GameRules {
  var movesBlocks: Bool { false }
  var score: Int? { nil }

  init() {}

  mutating func reachFlag(_ ball: Int) -> FlagRuling { .home }
}
