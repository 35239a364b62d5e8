// SPDX-License-Identifier: MIT

internal import Physics

/// What physics doesn't check about a table.
extension Table {
  /// Turn rates that are taken, and reached by steps, rad/s: 16 turns a second at most.
  static let turnRates = -100.0...100.0
  /// Balls to lose and flags to reach that are taken.
  static let counts = 1...1_000_000
  /// Time limits that are taken, in steps: up to a day.
  static let timeLimits: ClosedRange<Int64> = 1...86_400_000

  func validate() throws(TableError) {
    try validateTurning()
    try validateRules()
    if let flag { try validate(flag: flag) }
    try Self.check("balls", ballLimit, in: Self.counts)
    try Self.check("goal", goal, in: Self.counts)
    if let timeLimit, !Self.timeLimits.contains(timeLimit) {
      throw TableError("time", found: "\(timeLimit) ms", expected: "1 ms to a day")
    }
  }

  private func validateTurning() throws(TableError) {
    try Self.check("turn-rate", turnRate, in: Self.turnRates)
    try Self.check("turn-step", turnStep, in: Self.turnRates)
    if holes.pattern.isEmpty, turnRate != 0 || turnStep != 0 {
      throw TableError("turn-rate", found: "no holes that could turn", expected: "a hole")
    }
  }

  private func validateRules() throws(TableError) {
    switch rules {
    case .marble, .bounce:
      if flag != nil { throw surplus("flag", in: "`maze` and `holes`") }
      if ballLimit != nil { throw surplus("balls", in: "`maze` and `holes`") }
    case .maze:
      if ballLimit != nil, holes.pattern.isEmpty {
        throw TableError("balls", found: "no hole that could take a ball", expected: "a hole")
      }
    case .holes:
      if flag == nil {
        throw TableError("game", found: "no flag", expected: "a flag in the game `holes`")
      }
      if holes.pattern.isEmpty {
        throw TableError("game", found: "no hole", expected: "a hole in the game `holes`")
      }
    }
    if rules != .holes {
      if goal != nil { throw surplus("goal", in: "`holes`") }
      if turnStep != 0 { throw surplus("turn-step", in: "`holes`") }
    }
    if flag == nil, timeLimit != nil {
      throw TableError("time", found: "no flag", expected: "a flag to be reached in that time")
    }
  }

  private func validate(flag: Rectangle) throws(TableError) {
    let isOnTable =
      flag.x >= 0 && flag.y >= 0 && flag.width > 0 && flag.height > 0
      && flag.x + flag.width <= surface.width * (1 + Self.slack)
      && flag.y + flag.height <= surface.height * (1 + Self.slack)
    guard isOnTable else {
      throw TableError(
        "flag",
        found: "\(flag.width) by \(flag.height) m at (\(flag.x), \(flag.y)) m",
        expected: "a rectangle on the table")
    }
    for (index, ball) in start.enumerated() where flag.contains(ball.position) {
      throw TableError(
        "start", index: index, found: "a ball that starts in the flag",
        expected: "a way for it to go")
    }
  }

  private func surplus(_ key: String, in games: String) -> TableError {
    TableError(key, found: "the game `\(rules.rawValue)`", expected: "it only in \(games)")
  }

  private static func check(
    _ key: String, _ value: Double, in allowed: ClosedRange<Double>
  ) throws(TableError) {
    if !allowed.contains(value) {
      throw TableError(
        key, found: "\(value)", expected: "\(allowed.lowerBound) to \(allowed.upperBound)")
    }
  }

  private static func check(
    _ key: String, _ value: Int?, in allowed: ClosedRange<Int>
  ) throws(TableError) {
    if let value, !allowed.contains(value) {
      throw TableError(
        key, found: "\(value)", expected: "\(allowed.lowerBound) to \(allowed.upperBound)")
    }
  }

  /// The rounding that a flag of whole cells may reach over the edge by.
  private static let slack = 1e-12
}
