// SPDX-License-Identifier: MIT

internal import Options
internal import Wire

// What people read: lengths in mm, speeds in mm/s, the rest in SI.

extension Hello {
  var readable: String { "\(plainText(server)), protocol \(plainText(protocolVersion))" }
}

extension SensorReport {
  var readable: String {
    summary(rate: rate.map { "\(fixed($0, 1)) Hz" })
  }
}

extension TableReport {
  var readable: String {
    let size = "\(fixed(width * 1000, 0)) x \(fixed(height * 1000, 0)) mm"
    var parts = ["\(plainText(name)) (\(plainText(game)))", size]
    if let title, !title.isEmpty { parts[0] = "\(plainText(title)): \(parts[0])" }
    if let blocks { parts.append("\(blocks.columns) x \(blocks.rows) cells") }
    if let holes, !holes.isEmpty {
      parts.append(holes.count == 1 ? "1 hole" : "\(holes.count) holes")
    }
    if flag != nil { parts.append("a flag") }
    if let goal { parts.append(goal == 1 ? "1 point wins" : "\(goal) points win") }
    if let balls { parts.append(balls == 1 ? "1 ball" : "\(balls) balls") }
    if let time { parts.append("time \(fixed(time, 0)) s") }
    return parts.joined(separator: ", ")
  }
}

extension TableList {
  /// A line a table: its name, its game, its title, its best run, its file unless it came with balld;
  /// behind them the files that can't be played, with the reason.
  var readable: String {
    let names = tables.map { plainText($0.name) }
    let games = tables.map { plainText($0.game) }
    // Once, not for each line anew: a server may send very many.
    let (nameWidth, gameWidth) = (names.widest, games.widest)
    return tables.indices.map { index in
      let best = tables[index].best.map { "best \($0.readable)" }
      let file = tables[index].file.map { "from \(plainText($0))" }
      let rest = [tables[index].title.map(plainText), best, file].compactMap { $0 }
        .filter { !$0.isEmpty }
      let start = "\(names[index].padded(to: nameWidth))  "
      return
        (rest.isEmpty
        ? start + games[index]
        : "\(start)\(games[index].padded(to: gameWidth))  \(rest.joined(separator: ", "))") + "\n"
    }.joined()
      + broken.map { "\(plainText($0.name)) can't be played: \(plainText($0.message))\n" }.joined()
  }
}

extension [String] {
  /// The width of the widest.
  fileprivate var widest: Int { reduce(0) { Swift.max($0, $1.count) } }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: width - count)
  }
}

extension State.Ball {
  var readable: String {
    if isOff { return "off the table" }
    let speed = (vx * vx + vy * vy).squareRoot()
    return "x \(fixed(x * 1000, 1, width: 6)) mm  y \(fixed(y * 1000, 1, width: 6)) mm"
      + "  \(fixed(speed * 1000, 0, width: 4)) mm/s"
  }
}

extension State {
  /// One line with all of it.
  var readable: String {
    var parts = ["\(fixed(t, 3, width: 9)) s", (isDemo ? "demo " : "") + phase.words]
    parts += balls.map(\.readable)
    if let score { parts.append("score \(score)") }
    if let ballsLeft { parts.append("balls left \(ballsLeft)") }
    if let time { parts.append("run \(RunTime.running(time) ?? "-") s") }
    parts.append("tilt \(fixed(tilt.x, 2, width: 5)) \(fixed(tilt.y, 2, width: 5)) m/s²")
    if let skipped, skipped > 0 { parts.append("\(skipped) skipped") }
    return parts.joined(separator: "  ")
  }
}

extension Event {
  var readable: String {
    let what =
      switch kind {
      case .impact(let impact):
        "impact of ball \(impact.ball) at x \(fixed(impact.x * 1000, 1)) mm"
          + " y \(fixed(impact.y * 1000, 1)) mm with \(fixed(impact.speed * 1000, 0)) mm/s"
      case .captured(let capture):
        "hole \(capture.hole) took ball \(capture.ball) at x \(fixed(capture.x * 1000, 1)) mm"
          + " y \(fixed(capture.y * 1000, 1)) mm"
      case .flag(let flag): flag.readable
      case .lost(let loss): "lost: \(loss.readable)"
      case .block(let column, let row, let isBlock):
        "block at column \(column) row \(row) \(isBlock ? "put down" : "taken away")"
      case .cleared: "all blocks taken away"
      case .table(let name): "table \(plainText(name))"
      case .best(let table, let best): "the best on \(plainText(table)) so far: \(best.readable)"
      case .takeover(let by): "takeover by \(plainText(by))"
      case .released(let by): "released by \(plainText(by))"
      case .button(let button):
        "button \(plainText(button.name))\(button.action.map { ": \(plainText($0))" } ?? "")"
      case .demo(let isOver): isOver ? "the demo is over" : "a demo begins: nobody plays"
      case .paused, .resumed, .restarted, .finished, .won, .other: plainText(kind.name)
      }
    return "\(fixed(t, 3, width: 9)) s  \(what)"
  }
}

extension Event.Flag {
  fileprivate var readable: String {
    var text = ball.map { "ball \($0) reached the flag" } ?? "the flag was reached"
    if let time { text += " after \(RunTime.result(time) ?? "-") s" }
    if let score { text += ", score \(score)" }
    return text
  }
}

extension BestRun {
  /// `12.34 s`, with the points before if the game has them.
  var readable: String {
    (score.map { $0 == 1 ? "1 point, " : "\($0) points, " } ?? "")
      + "\(RunTime.result(time) ?? "-") s"
  }
}

extension Event.Loss {
  fileprivate var readable: String {
    switch self {
    case .noBallsLeft: "no ball is left"
    case .outOfTime: "the time is over"
    default: plainText(rawValue)
    }
  }
}

extension ErrorReport {
  var readable: String {
    [plainText(message), hint.map(plainText)].compactMap(\.self).joined(separator: "; ")
  }
}
