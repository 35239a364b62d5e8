// SPDX-License-Identifier: MIT

/// The rules of marble and bounce: there are none.
///
/// What sets the two apart is the table: walls that stop the ball, or give all of its speed back.
struct FreeRules: Equatable, GameRules {
  let movesBlocks = false
  let score: Int? = nil

  init() {}

  mutating func reachFlag(_ ball: Int) -> FlagRuling { .home }
}
