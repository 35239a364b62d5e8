// SPDX-License-Identifier: MIT

internal import Posix
internal import Wire

extension ControlProgram {
  /// Says in a few lines whether all is well, and if not, why and what to do about it.
  ///
  /// - Throws: `Failure.notWell` where something needs somebody, when that is printed.
  func status(of session: Session, on output: Output) throws(Failure) {
    let status: StatusReport
    if session.connection.mayControl {
      status = try wholeStatus(of: session, on: output)
    } else {
      status = try visibleStatus(of: session)
      try output.tell(line: Array(Message.status(status).line.dropLast()))
    }
    try output.tell(status.readable)
    if !status.problems.isEmpty { throw .notWell }
  }

  /// What balld itself says.
  private func wholeStatus(of session: Session, on output: Output) throws(Failure) -> StatusReport {
    for received in try session.confirm(.status) {
      guard case .status(let status) = received.message else { continue }
      try output.tell(line: received.line)
      return status
    }
    throw session.unanswered
  }

  /// What can be seen by somebody who may only watch, judged by balld's own rule.
  private func visibleStatus(of session: Session) throws(Failure) -> StatusReport {
    try session.send(Request(.watch(rate: nil)))
    let deadline = monotonicNow() + Session.patience
    var view = View()
    while true {
      let received = try session.receive(until: deadline)
      if received.isEmpty || monotonicNow() > deadline { throw session.unanswered }
      for item in received {
        if case .error(let report) = item.message { throw Failure(report) }
        view.take(item.message)
        if let status = view.status { return status.judged }
      }
    }
  }
}

/// The messages that every client gets.
private struct View {
  private var hello: Hello?
  private var sensor: SensorReport?
  private var table: TableReport?
  private var state: State?

  mutating func take(_ message: Message?) {
    switch message {
    case .hello(let message): hello = message
    case .sensor(let message): sensor = message
    case .table(let message): table = message
    case .state(let message): state = message
    default: break
    }
  }

  /// What they tell; nil until all have come.
  var status: StatusReport? {
    guard let hello, let sensor, let table, let state else { return nil }
    return StatusReport(
      server: hello.server, sensor: sensor, quality: state.quality, phase: state.phase,
      table: StatusReport.Table(name: table.name, title: table.title, game: table.game),
      time: state.time, score: state.score, ballsLeft: state.ballsLeft,
      isDemo: state.isDemo)
  }
}
