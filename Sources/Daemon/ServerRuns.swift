// SPDX-License-Identifier: MIT

internal import Game
internal import Posix
internal import Store
internal import Wire

/// Runs: what is kept of them, told of them, and asked.
extension Server {
  /// How many runs are sent to a client that doesn't say.
  private static let usualCount = 20

  /// Keeps the runs that are over in `directory`, or for as long as it lives if none is known.
  func keepRuns(in directory: String?, limit: Int64) throws(Errno) {
    runs = try RunKeeper(
      in: directory, limit: limit, on: loop, log: log,
      onBests: { [unowned self] in storedBestsAreKnown() },
      onAnswer: { [unowned self] question, list in answer(question, list) },
      onSilence: { [unowned self] question, reason in refuse(question, reason) })
  }

  /// Keeps a run that is over, and tells whether it was the best so far.
  ///
  /// A recording's isn't kept: it would be the same again and again.
  func keep(_ result: RunResult, at time: Double) {
    guard let runs, !(source.isRecording && result.wasDrivenBySource) else { return }
    let record = Report.record(of: result, source: sensor.source, clock: .now)
    guard let best = runs.keep(record) else { return }
    tableLines.forget()
    broadcast(Message.event(Wire.Event(t: time, .best(table: result.table, best))).line)
  }

  /// Asks the thread that stores for runs; its answer confirms the request.
  func ask(
    table: TableName?, best: Bool, limit: Int?, of client: Client, in request: Request
  ) throws(ErrorReport) {
    let query = RunQuery(
      table: table?.description, isForBests: best, limit: limit ?? Self.usualCount)
    let question = RunKeeper.Question(client: client.number, id: request.id)
    if let reason = runs?.ask(query, question, now: monotonicNow()) {
      throw Self.refusal(of: question, reason)
    }
  }

  private static func refusal(of question: RunKeeper.Question, _ reason: String) -> ErrorReport {
    ErrorReport(
      code: .refused, field: "do", message: reason, hint: "ask again in a moment", id: question.id)
  }

  /// The disk has kept somebody waiting for too long.
  ///
  /// Of the daemon's own questions `StatusDesk` knows
  /// that by itself.
  private func refuse(_ question: RunKeeper.Question, _ reason: String) {
    guard let client = clients[question.client] else { return }
    send(.error(Self.refusal(of: question, reason)), to: client)
  }

  private func storedBestsAreKnown() {
    tableLines.forget()
    if bestOfTable != nil { broadcast(currentTableLine()) }
  }

  private func answer(_ question: RunKeeper.Question, _ list: Store.RunList) {
    if question.client == Self.ownQuestions { return takeLook(list) }
    guard let client = clients[question.client] else { return }
    send(.runs(Report.runs(list, now: monotonicNow())), to: client)
    if let id = question.id { send(.ok(Confirmation(command: "runs", id: id)), to: client) }
  }
}
