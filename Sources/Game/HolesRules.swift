// SPDX-License-Identifier: MIT

/// The rules of holes: each flag is a point, and the ball sets out from its start again.
struct HolesRules: Codable, Equatable, GameRules {
  var movesBlocks: Bool { false }
  var score: Int? { flags }
  private var flags = 0
  private let goal: Int?

  /// A game that `goal` flags win, or that goes on for as long as there are balls.
  init(goal: Int?) { self.goal = goal }

  mutating func reachFlag(_ ball: Int) -> FlagRuling {
    flags += 1
    if let goal, flags >= goal { return .won }
    return .again
  }
}
