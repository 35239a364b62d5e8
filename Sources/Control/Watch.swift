// SPDX-License-Identifier: MIT

internal import Wire

extension ControlProgram {
  /// Prints what balld sends, a line each, until it goes or the output does.
  func watch(_ session: Session, on output: Output, rate: Double?) throws(Failure) {
    try session.send(Request(.watch(rate: rate)))
    while true {
      for received in try session.receive(until: nil, for: output) {
        // What is refused is told as every command tells it.
        if case .error(let report) = received.message { throw Failure(report) }
        try output.tell(line: received.line)
        if let text = received.message.flatMap(readable) { try output.tell(text + "\n") }
      }
    }
  }

  private func readable(_ message: Message) -> String? {
    switch message {
    case .hello(let hello): "server  \(hello.readable)"
    case .sensor(let sensor): "sensor  \(sensor.readable)"
    case .table(let table): "table   \(table.readable)"
    case .state(let state): state.readable
    case .event(let event): event.readable
    case .tables, .runs, .status, .error, .ok, .record: nil
    }
  }
}
