// SPDX-License-Identifier: MIT

internal import Posix

/// What runs on a thread, without its type: that of some `WriterWork` isn't known to be Sendable.
protocol ThreadBody: Sendable {
  func run()
}

/// What a writer and its thread share: the queue, and what is told back.
final class WriterChannel<Work: WriterWork>: ThreadBody {
  private struct State: Sendable {
    var jobs: [Work.Job] = []
    var bytes = 0
    var outcomes: [Work.Outcome] = []
    var health = StorageHealth()
    var isClosing = false
  }

  private let state = Lock(State())
  private let setup: Work.Setup
  private let limit: WriterLimit
  /// Wakes the thread.
  private let alarm: EventCounter
  /// Wakes whoever wants to hear the outcomes.
  let bell: EventCounter
  /// Rings once, when the thread has ended.
  private let end: EventCounter

  init(_ setup: Work.Setup, limit: WriterLimit) throws(Errno) {
    self.setup = setup
    self.limit = limit
    alarm = try EventCounter()
    bell = try EventCounter()
    end = try EventCounter()
  }

  // MARK: The loop's side

  func submit(_ job: Work.Job) -> Bool {
    let size = max(0, job.size)
    let isTaken = state.withLock { state in
      guard !state.isClosing, state.jobs.count < limit.jobs, size <= limit.bytes - state.bytes
      else { return false }
      state.jobs.append(job)
      state.bytes += size
      return true
    }
    if isTaken { alarm.ring() }
    return isTaken
  }

  func takeOutcomes() -> [Work.Outcome] {
    bell.silence()
    return state.withLock { state in
      defer { state.outcomes.removeAll() }
      return state.outcomes
    }
  }

  var health: StorageHealth { state.withLock { $0.health } }

  func beginClosing() {
    state.withLock { $0.isClosing = true }
    alarm.ring()
  }

  func close(within duration: Int64) -> Bool {
    beginClosing()
    let (deadline, overflow) = monotonicNow().addingReportingOverflow(max(0, duration))
    var awaited = [Awaited(end.number)]
    // Fails for a lack of memory only; then nothing is known of the end.
    try? poll(&awaited, until: overflow ? nil : deadline)
    return awaited[0].isReadable
  }

  // MARK: The thread's side

  func run() {
    var work = Work(setup)
    tell([], work.health)
    while true {
      let (jobs, isClosing) = takeJobs()
      if jobs.isEmpty && isClosing { break }
      if jobs.isEmpty && !isDue(work) {
        wait(until: work.deadline)
        continue
      }
      var outcomes: [Work.Outcome] = []
      for job in jobs { work.carryOut(job, outcomes: &outcomes) }
      // Answers needn't wait for what is stored after them.
      tell(outcomes, work.health)
      outcomes.removeAll()
      work.settle(outcomes: &outcomes)
      tell(outcomes, work.health)
    }
    var outcomes: [Work.Outcome] = []
    work.close(outcomes: &outcomes)
    tell(outcomes, work.health)
    end.ring()
  }

  private func takeJobs() -> (jobs: [Work.Job], isClosing: Bool) {
    state.withLock { state in
      defer {
        state.jobs.removeAll(keepingCapacity: false)
        state.bytes = 0
      }
      return (state.jobs, state.isClosing)
    }
  }

  private func isDue(_ work: Work) -> Bool {
    work.deadline.map { $0 <= monotonicNow() } ?? false
  }

  private func wait(until deadline: Int64?) {
    var awaited = [Awaited(alarm.number)]
    // Fails for a lack of memory only, and is tried again.
    try? poll(&awaited, until: deadline)
    alarm.silence()
  }

  private func tell(_ outcomes: [Work.Outcome], _ health: StorageHealth) {
    state.withLock { state in
      state.outcomes += outcomes
      state.health = health
    }
    if !outcomes.isEmpty { bell.ring() }
  }
}
