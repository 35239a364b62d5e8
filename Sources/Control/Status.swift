// SPDX-License-Identifier: MIT

internal import Options
internal import Posix
internal import Wire

extension ControlProgram {
  /// Prints the first message of each class that tells how balld is.
  func status(of session: Session, on output: Output, json: Bool) throws(Failure) {
    let overview = try overview(of: session)
    if json {
      for line in overview.lines { try output.write(line: line) }
    } else {
      try output.write(overview.readable)
    }
  }

  private func overview(of session: Session) throws(Failure) -> Overview {
    try session.send(Request(.watch(rate: nil)))
    let deadline = monotonicNow() + Session.patience
    var overview = Overview()
    while !overview.isComplete {
      let received = try session.receive(until: deadline)
      if received.isEmpty { throw session.unanswered }
      for item in received { try overview.take(item) }
    }
    return overview
  }
}

/// What `status` prints.
private struct Overview {
  private(set) var lines: [[UInt8]] = []
  private var hello: Hello?
  private var sensor: SensorReport?
  private var table: TableReport?
  private var state: State?

  var isComplete: Bool { hello != nil && sensor != nil && table != nil && state != nil }

  mutating func take(_ received: Session.Received) throws(Failure) {
    switch received.message {
    case .hello(let message) where hello == nil: hello = message
    case .sensor(let message) where sensor == nil: sensor = message
    case .table(let message) where table == nil: table = message
    case .state(let message) where state == nil: state = message
    case .error(let report): throw Failure(report)
    default: return
    }
    lines.append(received.line)
  }

  var readable: String {
    var text = ""
    if let hello { text += "server  \(hello.readable)\n" }
    if let sensor { text += "sensor  \(sensor.readable)\n" }
    if let table { text += "table   \(table.readable)\n" }
    if let state {
      text += "phase   \(plainText(state.phase.rawValue))\ntime    \(fixed(state.t, 3)) s\n"
      if let time = state.time { text += "run     \(fixed(time, 3)) s\n" }
      if let score = state.score { text += "score   \(score)\n" }
      if let ballsLeft = state.ballsLeft { text += "left    \(ballsLeft) balls\n" }
      for ball in state.balls { text += "ball    \(ball.readable)\n" }
    }
    return text
  }
}
