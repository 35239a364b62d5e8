// SPDX-License-Identifier: MIT

internal import Physics

/// One attempt at a table: its clock and its balls.
struct Run: Codable, Equatable {
  /// How many steps it lasts so far; nil on a table without a flag, where no time is taken.
  private(set) var steps: Int64?
  /// Whether a ball has moved yet; from then on the clock runs.
  private(set) var hasBegun = false
  /// How many more captures lose the run; nil if none does.
  private(set) var ballsLeft: Int?
  /// Whether it was played from its beginning on the blocks that the table was laid out with.
  var isOriginal: Bool
  /// How often a ball has hit something.
  private(set) var impacts = 0
  /// Whether the source has tilted the table.
  private(set) var wasDrivenBySource = false
  /// Whether a client has tilted the table.
  private(set) var wasDrivenByClient = false

  private let limit: Int64?

  init(on table: Table, isOriginal: Bool) {
    steps = table.flag == nil ? nil : 0
    ballsLeft = table.ballLimit
    limit = table.timeLimit
    self.isOriginal = isOriginal
  }

  /// Whether time goes by.
  var isTimed: Bool { hasBegun && steps != nil }

  /// Whether the time is up.
  var isOutOfTime: Bool {
    guard let steps, let limit else { return false }
    return steps >= limit
  }

  /// How many of `steps` steps there are until the time is up.
  func stepsWithinLimit(_ count: Int64) -> Int64 {
    guard isTimed, let steps, let limit else { return count }
    return min(count, max(1, limit - steps))
  }

  /// Counts the first step in which a ball has moved, and all after it.
  mutating func count(steps count: Int64, moved: Bool) {
    if moved { hasBegun = true }
    if hasBegun { steps = steps.map { $0 + count } }
  }

  /// Somebody tilts the table in the steps that come.
  mutating func isDriven(byClient: Bool) {
    if byClient { wasDrivenByClient = true } else { wasDrivenBySource = true }
  }

  /// Balls have hit something.
  mutating func count(impacts count: Int) { impacts += count }

  /// What is kept of it when it ends now; nil if it never began, or takes no time.
  func result(_ ending: RunResult.Ending, on table: Table, score: Int?) -> RunResult? {
    guard hasBegun, let steps else { return nil }
    return RunResult(
      table: table.name, hash: table.hash, rules: table.rules, ending: ending, steps: steps,
      score: score, impacts: impacts, isOriginal: isOriginal,
      wasDrivenBySource: wasDrivenBySource, wasDrivenByClient: wasDrivenByClient)
  }

  /// A hole has taken a ball.
  ///
  /// - Returns: whether that lost the run.
  mutating func loseBall() -> Bool {
    guard let left = ballsLeft else { return false }
    ballsLeft = max(0, left - 1)
    return ballsLeft == 0
  }
}
