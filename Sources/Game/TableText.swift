// SPDX-License-Identifier: MIT

internal import KeyValue
internal import Physics

/// Writes a table as the text of a table file.
extension Table {
  /// The whole table as a text that `parse` reads back to an equal one.
  ///
  /// Each number in the unit in which the house calculates, so that it is exact to the bit; what
  /// has a default is written all the same, so that the text means the same when defaults change.
  public var text: String {
    (title.isEmpty ? "" : "title = \(formatValue(title))\n") + playedText
  }

  /// The text but for the title.
  var playedText: String {
    var text = "game = \(rules.rawValue)\n"
    text += "width = \(surface.width) m\nheight = \(surface.height) m\n"
    text += "ball-radius = \(surface.ballRadius) m\nrestitution = \(surface.restitution)\n"
    text += "rebound = \(surface.rebound.rawValue)\nresistance = \(surface.resistance)\n"
    text += "acceleration = \(surface.accelerationFactor) g\n"
    if !holes.pattern.isEmpty { text += holesText }
    for ball in start {
      text += "start = \(ball.position.x) \(ball.position.y) m"
      let isMoving = ball.velocity.x != 0 || ball.velocity.y != 0
      text += isMoving ? " \(ball.velocity.x) \(ball.velocity.y) m/s\n" : "\n"
    }
    if let flag { text += "flag = \(flag.x) \(flag.y) \(flag.width) \(flag.height) m\n" }
    if let ballLimit { text += "balls = \(ballLimit)\n" }
    if let timeLimit { text += "time = \(timeLimit) ms\n" }
    if let goal { text += "goal = \(goal)\n" }
    if blocks.columns > 1 || blocks.rows > 1 || blocks.count > 0 { text += mapText }
    return text
  }

  private var holesText: String {
    var text = ""
    switch holes.rule {
    case .centre: text += "capture = centre\n"
    case .speed: text += "capture = speed\n"
    case .pull(let atRim, let brake):
      text += "capture = pull\npull = \(atRim) m/s²\nbrake = \(brake) 1/s\n"
    }
    for hole in holes.pattern {
      text += "hole = \(hole.centre.x) \(hole.centre.y) \(hole.radius) m\n"
    }
    text += "pivot = \(holes.pivot.x) \(holes.pivot.y) m\n"
    text += "turn-rate = \(turnRate) rad/s\n"
    if rules == .holes { text += "turn-step = \(turnStep) rad/s\n" }
    return text
  }

  private var mapText: String {
    var text = "[map]\n"
    text.reserveCapacity(blocks.rows * (blocks.columns + 1) + 6)
    for row in 0..<blocks.rows {
      for column in 0..<blocks.columns { text += blocks[column, row] ? "#" : "." }
      text += "\n"
    }
    return text
  }
}
