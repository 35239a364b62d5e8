// SPDX-License-Identifier: MIT

internal import Posix
internal import Wire

/// Those who have asked how the daemon is, until the thread that stores has looked at the disk.
///
/// One look does for all who wait. A disk that doesn't answer keeps nobody waiting for longer than
/// `patience`: then what was last known is told, and that it doesn't answer.
final class StatusDesk {
  /// Who asked.
  struct Question: Equatable {
    /// The number of the client.
    var client: Int
    /// The request's id, if it had one.
    var id: Int64?
  }

  /// The daemon's start, ns of CLOCK_MONOTONIC.
  let begin = monotonicNow()
  /// Those who wait.
  private var questions: [Question] = []
  /// The disk as it was last seen.
  private var known = RunList.Storage()
  /// Since when a look is under way, ns of CLOCK_MONOTONIC.
  private var lookBegin: Int64?
  /// Goes off when a look takes too long; made for the first one.
  var timer: EventLoop.Registration?

  /// How long the disk may take, ns.
  static let patience: Int64 = 500_000_000

  /// What is to be done about a question.
  enum Action: Equatable {
    /// Nothing: it waits for the look that is under way.
    case wait
    /// Look at the disk.
    case look
    /// Answer it at once.
    case answer
  }

  /// Takes a question; nil if the client waits for an answer already.
  func take(_ question: Question, now: Int64) -> Action? {
    if questions.contains(where: { $0.client == question.client }) { return nil }
    questions.append(question)
    guard let lookBegin else { return .look }
    return now - lookBegin < Self.patience ? .wait : .answer
  }

  /// The thread that stores has been asked.
  func beginLook(now: Int64) {
    lookBegin = now
    timer?.setTime(now + Self.patience)
  }

  /// The thread that stores has looked.
  func endLook(_ storage: RunList.Storage) {
    known = storage
    lookBegin = nil
    timer?.setTime(nil)
  }

  /// The thread that stores can't even be asked.
  func giveUpLook(because reason: String) { known.fault = reason }

  /// Those who wait, who are to be answered now.
  func takeQuestions() -> [Question] {
    defer { questions.removeAll() }
    return questions
  }

  /// The disk as far as it is known.
  func storage(now: Int64) -> RunList.Storage {
    guard let lookBegin, now - lookBegin >= Self.patience else { return known }
    var storage = known
    storage.fault = Self.silence(since: lookBegin, now: now)
    return storage
  }

  /// What is said of a disk that was asked at `begin` and hasn't answered until `now`, both ns of
  /// CLOCK_MONOTONIC.
  static func silence(since begin: Int64, now: Int64) -> String {
    let tenths = max(0, now - begin) / 100_000_000
    let seconds = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)"
    return "the disk hasn't answered for \(seconds) s; look at it"
  }
}
