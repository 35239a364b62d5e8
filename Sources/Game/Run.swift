// SPDX-License-Identifier: MIT

internal import Physics

/// One attempt at a table: its clock and its balls.
struct Run: Equatable {
  /// How many steps it lasts so far; nil on a table without a flag, where no time is taken.
  private(set) var steps: Int64?
  /// Whether a ball has moved yet; from then on the clock runs.
  private(set) var hasBegun = false
  /// How many more captures lose the run; nil if none does.
  private(set) var ballsLeft: Int?
  /// Whether it was played from its beginning on the blocks that the table was laid out with.
  var isOriginal: Bool

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

  /// A hole has taken a ball.
  ///
  /// - Returns: whether that lost the run.
  mutating func loseBall() -> Bool {
    guard let left = ballsLeft else { return false }
    ballsLeft = max(0, left - 1)
    return ballsLeft == 0
  }
}
