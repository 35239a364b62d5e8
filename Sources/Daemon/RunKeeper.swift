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

  private struct Asked {
    var ticket: Int
    /// Who waits; nil if nobody does any more.
    var question: Question?
    /// ns of CLOCK_MONOTONIC.
    var time: Int64
  }

  /// How long an answer may take, ns: a slow disk's, and less than `ballctl` waits.
  private static let patience: Int64 = 3_000_000_000

  private let writer: Writer<StoreWork>
  private let log: Log
  private let onBests: () -> Void
  private let onAnswer: (Question, Store.RunList) -> Void
  private let onSilence: (Question, String) -> Void
  private var registration: EventLoop.Registration?
  private var bests = BestRuns()
  /// The questions that the thread has yet to answer, the oldest first.
  private var asked: [Asked] = []
  private var newestTicket = 0
  /// Goes off when the oldest question has waited for too long.
  private var timer: EventLoop.Registration?
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
  ///   - onSilence: called with why a question gets none.
  /// - Throws: when there is no thread or no descriptor left.
  init(
    in directory: String?, limit: Int64, on loop: EventLoop, log: Log,
    onBests: @escaping () -> Void, onAnswer: @escaping (Question, Store.RunList) -> Void,
    onSilence: @escaping (Question, String) -> Void
  ) throws(Errno) {
    self.log = log
    self.onBests = onBests
    self.onAnswer = onAnswer
    self.onSilence = onSilence
    writer = try Writer("balld-store", StoreWork.Setup(directory: directory, runLimit: limit))
    registration = try loop.onReadable(writer.descriptor) { [unowned self] _ in hear() }
    timer = try loop.onTime { [unowned self] in giveUp(now: monotonicNow()) }
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

  /// Asks for runs, `now` (ns of CLOCK_MONOTONIC).
  ///
  /// - Returns: why that can't be: the client waits for an answer already, or the disk doesn't answer.
  func ask(_ query: RunQuery, _ question: Question, now: Int64) -> String? {
    if asked.contains(where: { $0.question?.client == question.client }) {
      return "the answer to the last 'runs' has yet to come"
    }
    // One question that waits in vain is enough: runs need the room in the queue.
    if let oldest = asked.first, now - oldest.time >= Self.patience {
      return StatusDesk.silence(since: oldest.time, now: now)
    }
    newestTicket += 1
    guard writer.submit(.list(query, ticket: newestTicket)) else {
      return "the disk doesn't answer and much waits for it"
    }
    asked.append(Asked(ticket: newestTicket, question: question, time: now))
    setTimer()
    return nil
  }

  /// Tells those who have waited for too long; the thread's answer comes all the same.
  private func giveUp(now: Int64) {
    for index in asked.indices where now - asked[index].time >= Self.patience {
      guard let question = asked[index].question else { continue }
      asked[index].question = nil
      onSilence(question, StatusDesk.silence(since: asked[index].time, now: now))
    }
    setTimer()
  }

  private func setTimer() {
    timer?.setTime(asked.first { $0.question != nil }.map { $0.time + Self.patience })
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
        guard let index = asked.firstIndex(where: { $0.ticket == ticket }) else { continue }
        let question = asked.remove(at: index).question
        setTimer()
        if let question { onAnswer(question, list) }
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
