// SPDX-License-Identifier: MIT

/// What a table is played for, in a line for those who have never seen it.
struct GoalText {
  let table: Scene.Table
  /// How many balls there are.
  let balls: Int
  /// Whether flags are counted.
  let countsFlags: Bool

  /// What to do, and within which time.
  var sentence: String {
    guard table.flag != nil else {
      let holes = table.holes.isEmpty ? "" : ", and keep it out of the holes"
      return balls > 1 ? "roll the balls about\(holes)" : "roll the ball about\(holes)"
    }
    let limit = RunText.limit(of: table).map { " within \($0) s" } ?? ""
    let holes = table.holes.isEmpty ? "" : ", past the holes"
    return "\(way)\(holes)\(limit)"
  }

  /// The same in eleven characters at the most.
  var short: String { table.flag == nil ? "just roll" : "to the flag" }

  private var way: String {
    if let goal = table.goal, goal > 1 { return "reach the flag \(goal) times" }
    if table.goal == nil, countsFlags { return "reach the flag as often as you can" }
    return balls > 1 ? "roll all balls to the flag" : "roll the ball to the flag"
  }
}

extension Scene {
  /// What its table is played for; nil before that is known.
  var goal: GoalText? {
    table.map { GoalText(table: $0, balls: balls.count, countsFlags: score != nil) }
  }
}
