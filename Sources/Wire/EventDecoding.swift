// SPDX-License-Identifier: MIT

extension MessageFields {
  func event() throws(MessageError) -> Event {
    let event = try required("event", \.string)
    let kind: Event.Kind =
      switch event {
      case "impact":
        .impact(
          Event.Impact(
            ball: try index("ball"), x: try required("x", \.number), y: try required("y", \.number),
            speed: try required("speed", \.number)))
      case "paused": .paused
      case "resumed": .resumed
      case "restarted": .restarted
      case "finished": .finished
      case "takeover": .takeover(by: try required("by", \.string))
      case "released": .released(by: try required("by", \.string))
      case "captured":
        .captured(
          Event.Capture(
            ball: try index("ball"), hole: try index("hole"), x: try required("x", \.number),
            y: try required("y", \.number)))
      case "flag":
        .flag(
          Event.Flag(
            ball: try optional("ball", \.integer).map { Int(clamping: $0) },
            time: try optional("time", \.number), score: try optional("score", \.integer)))
      case "won": .won
      case "lost": .lost(Event.Loss(rawValue: try required("reason", \.string)))
      case "block":
        .block(
          column: try index("column"), row: try index("row"),
          isBlock: try required("block", \.boolean))
      case "cleared": .cleared
      case "table": .table(name: try required("name", \.string))
      case "best":
        .best(
          table: try required("table", \.string),
          BestRun(
            time: try required("time", \.number), score: try optional("score", \.integer)))
      case "button":
        .button(
          Event.Button(
            name: try required("button", \.string), action: try optional("action", \.string)))
      case "demo": .demo(isOver: try required("over", \.boolean))
      default: .other(event)
      }
    return Event(t: try required("t", \.number), kind)
  }

  private func index(_ field: String) throws(MessageError) -> Int {
    Int(clamping: try required(field, \.integer))
  }
}
