// SPDX-License-Identifier: MIT

internal import Posix
internal import Store
internal import Wire

/// Keeps the runs that are over: hands them to the thread that stores, knows the best ones, and
/// answers questions.
final class RunKeeper {
  /// Who asked for runs.
  struct Question {
    /// The number of the client.
    var client: Int
    /// The request's id, if it had one.
    var id: Int64?
  }

  private let writer: Writer<StoreWork>
  private let log: Log
  private let onBests: () -> Void
  private let onAnswer: (Question, Store.RunList) -> Void
  private var registration: EventLoop.Registration?
  private var bests = BestRuns()
  /// The questions that wait for an answer, by ticket.
  private var questions: [Int: Question] = [:]
  private var newestTicket = 0
  /// Whether the last run found no room in the queue.
  private var isQueueFull = false

  /// Begins to keep runs in `directory`; nil if none is known.
  ///
  /// - Parameters:
  ///   - directory: where the database lies; nil if no place is known.
  ///   - limit: how many runs are kept beside the best ones.
  ///   - loop: the loop in which answers come.
  ///   - log: told of each change.
  ///   - onBests: called when the stored best runs are known.
  ///   - onAnswer: called with the answer to a question.
  /// - Throws: when there is no thread or no descriptor left.
  init(
    in directory: String?, limit: Int64, on loop: EventLoop, log: Log,
    onBests: @escaping () -> Void, onAnswer: @escaping (Question, Store.RunList) -> Void
  ) throws(Errno) {
    self.log = log
    self.onBests = onBests
    self.onAnswer = onAnswer
    writer = try Writer("balld-store", StoreWork.Setup(directory: directory, runLimit: limit))
    registration = try loop.onReadable(writer.descriptor) { [unowned self] _ in hear() }
  }

  /// The best run on the table of this hash.
  func best(of hash: String) -> BestRun? { bests[hash].map(Report.best) }

  /// Takes a run that is over.
  ///
  /// - Returns: what to tell if it is the best on its table so far; else nil.
  func keep(_ run: RunRecord) -> BestRun? {
    let isTaken = writer.submit(.run(run))
    if !isTaken && !isQueueFull {
      log(.warning, "the disk doesn't answer and much waits for it: runs are lost")
    }
    isQueueFull = !isTaken
    return bests.take(run) ? Report.best(run) : nil
  }

  /// Asks for runs.
  ///
  /// - Returns: why that can't be: the client waits for an answer already, or the disk doesn't answer.
  func ask(_ query: RunQuery, _ question: Question) -> String? {
    if questions.values.contains(where: { $0.client == question.client }) {
      return "the answer to the last 'runs' has yet to come"
    }
    newestTicket += 1
    guard writer.submit(.list(query, ticket: newestTicket)) else {
      return "the disk doesn't answer and much waits for it"
    }
    questions[newestTicket] = question
    return nil
  }

  /// Stores what waits, at the daemon's end, until `deadline` (ns of CLOCK_MONOTONIC) at the most.
  func close(until deadline: Int64) {
    if writer.close(within: max(0, deadline - monotonicNow())) {
      hear()
    } else {
      log(.warning, "the disk doesn't answer: the last runs may be lost")
    }
  }

  private func hear() {
    for outcome in writer.takeOutcomes() {
      switch outcome {
      case .runs(let list, let ticket):
        if let question = questions.removeValue(forKey: ticket) { onAnswer(question, list) }
      case .opened(let stored):
        bests.take(stored: stored)
        onBests()
      case .setAside(let path, let reason, let place):
        log(
          .warning,
          "the runs in \(path) can't be read (\(reason)): renamed to \(place), beginning anew")
      case .failing(let reason): log(.warning, "runs can't be stored for now: \(reason)")
      case .recovered: log(.info, "runs are stored again")
      }
    }
  }
}
