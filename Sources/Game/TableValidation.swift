// SPDX-License-Identifier: MIT

internal import Physics

/// What physics doesn't check about a table.
extension Table {
  /// Turn rates that are taken, and reached by steps, rad/s: 16 turns a second at most.
  static let turnRates = -100.0...100.0
  /// Captures that lose a run and flags to reach that are taken.
  static let counts = 1...1_000_000
  /// Time limits that are taken, in steps: up to a day.
  static let timeLimits: ClosedRange<Int64> = 1...86_400_000

  /// The longest title that is taken, Unicode scalars: a line of a terminal.
  static let titleLength = 80

  func validate() throws(TableError) {
    try validateTitle()
    try validateTurning()
    try validateRules()
    if let flag { try validate(flag: flag) }
    try validateHoles()
    try Self.check("balls", ballLimit, in: Self.counts)
    try Self.check("goal", goal, in: Self.counts)
    if let timeLimit, !Self.timeLimits.contains(timeLimit) {
      throw TableError("time", found: "\(timeLimit) ms", expected: "1 ms to a day")
    }
  }

  private func validateTitle() throws(TableError) {
    let length = title.unicodeScalars.count
    if length > Self.titleLength {
      throw TableError(
        "title", found: "\(length) characters", expected: "at most \(Self.titleLength)")
    }
    // Control characters (C0, DEL, C1) would move the cursor of a terminal that shows the title.
    if title.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw TableError(
        "title", found: "a control character", expected: "only what can be seen on a line")
    }
  }

  /// Holes that stay where they are must leave the balls their starts, and be of some use.
  private func validateHoles() throws(TableError) {
    let tableTop = Rectangle(x: 0, y: 0, width: surface.width, height: surface.height)
    for (index, hole) in holes.pattern.enumerated() {
      if turnRate == 0,
        let ball = start.first(where: {
          hole.takes($0, radius: surface.ballRadius, rule: holes.rule)
        })
      {
        throw TableError(
          "hole", index: index,
          found: "a hole that takes the ball at the start "
            + Measured.millimetres.text(of: ball.position),
          expected: "one of them elsewhere")
      }
      let turns = turnRate != 0 || turnStep != 0
      if !turns, !tableTop.overlaps(discAt: hole.centre, radius: hole.radius) {
        throw TableError(
          "hole", index: index, found: "a hole beside the table",
          expected: "a part of it on the table, since the holes don't turn")
      }
    }
  }

  private func validateTurning() throws(TableError) {
    try Self.check("turn-rate", rate: turnRate)
    try Self.check("turn-step", rate: turnStep)
    if holes.pattern.isEmpty, turnRate != 0 || turnStep != 0 {
      throw TableError("turn-rate", found: "no holes that could turn", expected: "a hole")
    }
  }

  private func validateRules() throws(TableError) {
    switch rules {
    case .marble, .bounce:
      if flag != nil {
        throw TableError(
          "flag", found: "a flag in the game `\(rules.rawValue)`",
          expected: "one only in `maze` and `holes`")
      }
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
    let length = Measured.millimetres
    let isOnTable =
      flag.x >= 0 && flag.y >= 0 && flag.width > 0 && flag.height > 0
      && flag.x + flag.width <= surface.width * (1 + Self.slack)
      && flag.y + flag.height <= surface.height * (1 + Self.slack)
    guard isOnTable else {
      throw TableError(
        "flag",
        found: "\(length.text(flag.width)) by \(length.text(flag.height)) at "
          + length.text(of: Vector2(flag.x, flag.y)),
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

  private static func check(_ key: String, rate: Double) throws(TableError) {
    if !turnRates.contains(rate) {
      let measured = Measured.radiansPerSecond
      throw TableError(
        key, found: measured.text(rate, outside: turnRates), expected: measured.text(of: turnRates))
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

extension Hole {
  /// Whether it takes a ball that starts so, however the table is held.
  fileprivate func takes(_ ball: Ball, radius ballRadius: Double, rule: CaptureRule) -> Bool {
    let (x, y) = (ball.position.x - centre.x, ball.position.y - centre.y)
    guard x * x + y * y < radius * radius else { return false }
    switch rule {
    case .centre, .pull: return true
    // A fast ball flies over, and a hole that isn't larger than the ball takes none.
    case .speed: return radius > ballRadius && ball.velocity == .zero
    }
  }
}
