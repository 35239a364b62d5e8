// SPDX-License-Identifier: MIT

/// The rules of the maze: every ball has to come to the flag, and is at home there.
struct MazeRules: Codable, Equatable, GameRules {
  var movesBlocks: Bool { true }
  var score: Int? { nil }
  private var isHome: [Bool]

  init(balls: Int) { isHome = Array(repeating: false, count: balls) }

  /// How many balls have to come home.
  var balls: Int { isHome.count }

  mutating func reachFlag(_ ball: Int) -> FlagRuling {
    isHome[ball] = true
    return isHome.allSatisfy { $0 } ? .won : .home
  }
}
