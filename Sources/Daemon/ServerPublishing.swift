// SPDX-License-Identifier: MIT

internal import Game
internal import Posix
internal import Wire

/// What those who watch are told.
extension Server {
  /// Tells what happened, and the state to those who lack it.
  func publish() {
    if !events.isEmpty {
      // Handed over first: what is sent below can end a client's connection, which is an event.
      let happened = events
      events.removeAll(keepingCapacity: true)
      for event in happened { announce(event) }
      // A live source tells its health by itself.
      var report = sensor
      if !hasLiveSource { report.health = Report.health(of: engine.session) }
      tell(of: report)
    }

    guard doesSomebodyWatch else { return }
    let snapshot = engine.session.snapshot
    let attendance = attendance
    var line: [UInt8] = []
    for client in clients.values
    where client.subscription?.wants(snapshot, attendance) ?? false {
      if line.isEmpty {
        sequence += 1
        line =
          Message.state(
            Report.state(snapshot, of: engine, sequence: sequence, menu: attendance.menu)
          ).line
      }
      attempt(client) { client throws(Client.End) in try client.offer(line) }
    }
  }

  /// Which clients are at the table now.
  var attendance: Attendance {
    Attendance(driver: engine.session.drivingClient, menu: menus.first)
  }

  private func announce(_ event: Game.Event) {
    switch event.kind {
    case .tableChanged:
      tableLines.current = nil
      broadcast(currentTableLine())
      followStatus()
    case .block, .cleared: tableLines.current = nil
    case .runOver(let result): keep(result, at: event.time)
    default: break
    }
    for event in Report.events(event, table: engine.session.table) {
      let line = Message.event(event).line
      broadcast(line)
      if case .takeover = event.kind { tellLoser(line) }
    }
    switch event.kind {
    case .takeover(let client): driver = client
    case .released: driver = nil
    default: break
    }
  }

  /// Tells a client that it no longer drives, although it watches nothing.
  private func tellLoser(_ line: [UInt8]) {
    guard let driver, let client = clients[driver], client.subscription == nil else { return }
    send(line, to: client)
  }

  /// The table as it lies there, encoded once for all.
  func currentTableLine() -> [UInt8] {
    if let line = tableLines.current { return line }
    let line = Message.table(Report.table(of: engine.session, best: bestOfTable)).line
    tableLines.current = line
    return line
  }

  /// The best run so far on the table that lies there; nil where there is nothing to reach.
  var bestOfTable: BestRun? {
    let table = engine.session.table
    return table.flag == nil ? nil : runs?.best(of: table.hash)
  }

  /// The list of tables, read anew once a second at the most: a client that asks without end must
  /// not keep the table waiting.
  func currentTableList() -> [UInt8] {
    let now = monotonicNow()
    if let (line, time) = tableLines.list, now - time < 1_000_000_000 { return line }
    let found = NotedWarnings(Log { _ in })
    let list = library.list(log: found.log) { [runs] hash in runs?.best(of: hash) }
    let warnings = found.texts
    if warnings != tableLines.warnings {
      // Not each time anew: who asks decides how often.
      for warning in warnings { log(.warning, warning) }
      tableLines.warnings = warnings
    }
    let line = Message.tables(list).line
    // The time after the reading, which may have taken long.
    tableLines.list = (line, monotonicNow())
    return line
  }

  /// Sends a line to all who watch.
  func broadcast(_ line: [UInt8]) {
    announcements += 1
    for client in clients.values where client.subscription != nil {
      attempt(client) { client throws(Client.End) in try client.queue(line) }
    }
  }

  func send(_ message: Message, to client: Client) { send(message.line, to: client) }

  func send(_ line: [UInt8], to client: Client) {
    attempt(client) { client throws(Client.End) in try client.queue(line) }
  }
}
