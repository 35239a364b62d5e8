// SPDX-License-Identifier: MIT

/// What the rules make of a ball that has reached the flag.
enum FlagRuling: Equatable {
  /// It is done, and taken off the table; the others go on.
  case home
  /// The run is won.
  case won
  /// It sets out from its start again.
  case again
}

/// The rules of a game in the course of a run.
///
/// What all games have in common (captures, balls left, the clock, the pauses) is the session's; a
/// game says what a flag means.
protocol GameRules {
  /// Whether people may put blocks down and take them away.
  var movesBlocks: Bool { get }
  /// The points so far; nil in a game without points.
  var score: Int? { get }
  /// A ball has reached the flag.
  mutating func reachFlag(_ ball: Int) -> FlagRuling
}

/// The rules of whichever game is played.
enum Referee: Codable, Equatable, GameRules {
  case free(FreeRules)
  case maze(MazeRules)
  case holes(HolesRules)

  /// The rules at the beginning of a run.
  init(for table: Table) {
    switch table.rules {
    case .marble, .bounce: self = .free(FreeRules())
    case .maze: self = .maze(MazeRules(balls: table.start.count))
    case .holes: self = .holes(HolesRules(goal: table.goal))
    }
  }

  /// Whether these can be the rules of a run with so many balls.
  func mayJudge(balls: Int) -> Bool {
    if case .maze(let rules) = self { rules.balls == balls } else { true }
  }

  private var current: any GameRules {
    switch self {
    case .free(let rules): rules
    case .maze(let rules): rules
    case .holes(let rules): rules
    }
  }

  var movesBlocks: Bool { current.movesBlocks }
  var score: Int? { current.score }

  mutating func reachFlag(_ ball: Int) -> FlagRuling {
    switch self {
    case .free(var rules):
      defer { self = .free(rules) }
      return rules.reachFlag(ball)
    case .maze(var rules):
      defer { self = .maze(rules) }
      return rules.reachFlag(ball)
    case .holes(var rules):
      defer { self = .holes(rules) }
      return rules.reachFlag(ball)
    }
  }
}
