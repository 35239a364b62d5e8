// SPDX-License-Identifier: MIT

internal import Game
internal import Posix
internal import Store
internal import Wire

/// How the daemon is: asked, and told.
extension Server {
  /// Asks the thread that stores for the disk; its answer, or its silence, confirms the request.
  func askStatus(of client: Client, in request: Request) throws(ErrorReport) {
    let question = StatusDesk.Question(client: client.number, id: request.id)
    switch status.take(question, now: monotonicNow()) {
    case nil:
      throw ErrorReport(
        code: .refused, field: "do", message: "the answer to the last 'status' has yet to come",
        hint: "ask again in a moment", id: request.id)
    case .wait: return
    case .look where lookAtDisk(): return
    case .look, .answer: tellStatus()
    }
  }

  /// Lets the thread that stores look; false if it can't be asked.
  private func lookAtDisk() -> Bool {
    do throws(Errno) {
      if status.timer == nil {
        status.timer = try loop.onTime { [unowned self] in tellStatus() }
      }
    } catch {
      return false
    }
    let question = RunKeeper.Question(client: Self.ownQuestions)
    guard let runs else { return false }
    if let reason = runs.ask(RunQuery(limit: 0), question, now: monotonicNow()) {
      status.giveUpLook(because: reason)
      return false
    }
    status.beginLook(now: monotonicNow())
    return true
  }

  /// The daemon's own number where those who ask have one: clients are counted from 1.
  static let ownQuestions = 0

  /// The thread that stores has looked at its disk.
  func takeLook(_ list: Store.RunList) {
    status.endLook(Report.storage(list, now: monotonicNow()))
    tellStatus()
  }

  /// Tells all who have asked.
  private func tellStatus() {
    let questions = status.takeQuestions()
    if questions.isEmpty { return }
    let line = Message.status(statusReport.judged).line
    for question in questions {
      guard let client = clients[question.client] else { continue }
      send(line, to: client)
      if let id = question.id {
        send(.ok(Confirmation(command: "status", id: id)), to: client)
      }
    }
  }

  private var statusReport: StatusReport {
    let now = monotonicNow()
    var report = Report.status(of: engine, sensor: sensor, driver: engine.session.drivingClient)
    report.uptime = Double(now - status.begin) / 1e9
    report.clients = StatusReport.Clients(
      connected: Int64(clients.count), limit: Int64(limits.all))
    report.storage = status.storage(now: now)
    report.recording = StatusReport.Recording(
      file: recorder.path, clients: Int64(recorder.clients.count), fault: recorder.fault)
    report.configuration = StatusReport.Configuration(
      warnings: remarks + passedOver, file: configuration.file, fault: rereading.fault)
    return report
  }
}
