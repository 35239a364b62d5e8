// SPDX-License-Identifier: MIT

import Posix
import Store
import Testing

/// A job of a test's own: a number, and how much it weighs.
private struct Job: WriterJob {
  var number: Int
  var size = 1
}

/// A gate that a test shuts in front of the thread, as a disk that doesn't answer.
private final class Gate: Sendable {
  private let isShut = Lock(false)
  private let bell: EventCounter
  private let knock: EventCounter

  init() throws {
    bell = try EventCounter()
    knock = try EventCounter()
  }

  func shut() { isShut.withLock { $0 = true } }

  func open() {
    isShut.withLock { $0 = false }
    bell.ring()
  }

  /// The thread's: stands in front of the gate for as long as it is shut, 20 s at the most.
  func pass() {
    knock.ring()
    let deadline = monotonicNow() + 20_000_000_000
    while isShut.withLock({ $0 }), monotonicNow() < deadline {
      var awaited = [Awaited(bell.number)]
      try? poll(&awaited, until: deadline)
      bell.silence()
    }
  }

  /// The test's: waits until the thread stands there.
  func waitForKnock() throws {
    var awaited = [Awaited(knock.number)]
    try poll(&awaited, until: monotonicNow() + 20_000_000_000)
    try #require(awaited[0].isReadable, "the thread never came to the gate")
    knock.silence()
  }
}

/// Tells each job's number, and where it settled and closed.
private struct Scripted: WriterWork {
  enum Outcome: Equatable, Sendable {
    case done(Int)
    case settled
    case closed
  }

  struct Setup: Sendable {
    var gate: Gate
    var deadline: Int64?
  }

  private let gate: Gate
  var deadline: Int64?
  var health = StorageHealth()

  init(_ setup: Setup) {
    gate = setup.gate
    deadline = setup.deadline
  }

  mutating func carryOut(_ job: Job, outcomes: inout [Outcome]) {
    gate.pass()
    outcomes.append(.done(job.number))
  }

  mutating func settle(outcomes: inout [Outcome]) {
    deadline = nil
    health.lastSync = (health.lastSync ?? 0) + 1
    outcomes.append(.settled)
  }

  mutating func close(outcomes: inout [Outcome]) { outcomes.append(.closed) }
}

@Suite("A writer")
struct WriterTests {
  private let gate: Gate

  init() throws { gate = try Gate() }

  private func writer(
    limit: WriterLimit = .usual, deadline: Int64? = nil
  ) throws -> Writer<Scripted> {
    try Writer("test-writer", Scripted.Setup(gate: gate, deadline: deadline), limit: limit)
  }

  /// Waits for outcomes until there are so many.
  private func outcomes(
    _ count: Int, of writer: Writer<Scripted>
  ) throws -> [Scripted.Outcome] {
    var all: [Scripted.Outcome] = []
    let deadline = monotonicNow() + 20_000_000_000
    while all.count < count {
      var awaited = [Awaited(writer.descriptor)]
      try poll(&awaited, until: deadline)
      try #require(awaited[0].isReadable, "only \(all) came")
      all += writer.takeOutcomes()
    }
    return all
  }

  @Test("jobs that came while the disk was slow are carried out in order and settled together")
  func batches() throws {
    let writer = try writer()
    gate.shut()
    #expect(writer.submit(Job(number: 0)))
    try gate.waitForKnock()
    for number in 1...3 { #expect(writer.submit(Job(number: number))) }
    gate.open()
    #expect(
      try outcomes(6, of: writer)
        == [.done(0), .settled, .done(1), .done(2), .done(3), .settled])
    #expect(writer.health.lastSync == 2)
    #expect(writer.close(within: 20_000_000_000))
  }

  @Test(
    "a full queue refuses at once, and takes again when there is room",
    arguments: [(WriterLimit(jobs: 2, bytes: 100), 1), (WriterLimit(jobs: 100, bytes: 21), 10)])
  func bound(limit: WriterLimit, size: Int) throws {
    let writer = try writer(limit: limit)
    gate.shut()
    #expect(writer.submit(Job(number: 0, size: size)))
    try gate.waitForKnock()
    // The one under way has left the queue.
    #expect(writer.submit(Job(number: 1, size: size)))
    #expect(writer.submit(Job(number: 2, size: size)))
    let before = monotonicNow()
    #expect(!writer.submit(Job(number: 3, size: size)))
    #expect(monotonicNow() - before < 1_000_000_000)
    gate.open()
    #expect(
      try outcomes(5, of: writer) == [.done(0), .settled, .done(1), .done(2), .settled])
    #expect(writer.submit(Job(number: 4, size: size)))
    #expect(try outcomes(2, of: writer) == [.done(4), .settled])
  }

  @Test("a job of more bytes than may ever wait is refused, and no size overflows")
  func hugeJob() throws {
    let writer = try writer(limit: WriterLimit(jobs: 10, bytes: 100))
    #expect(!writer.submit(Job(number: 1, size: 101)))
    #expect(!writer.submit(Job(number: 1, size: .max)))
    #expect(writer.submit(Job(number: 2, size: 100)))
    #expect(try outcomes(2, of: writer) == [.done(2), .settled])
  }

  @Test("closing carries out what waits, and takes nothing more")
  func closing() throws {
    let writer = try writer()
    gate.shut()
    #expect(writer.submit(Job(number: 0)))
    try gate.waitForKnock()
    #expect(writer.submit(Job(number: 1)))
    #expect(!writer.close(within: 0))
    #expect(!writer.submit(Job(number: 2)))
    gate.open()
    #expect(writer.close(within: 20_000_000_000))
    #expect(writer.takeOutcomes() == [.done(0), .settled, .done(1), .settled, .closed])
  }

  @Test("a disk that hangs holds up closing no longer than was said")
  func hangingDisk() throws {
    let writer = try writer()
    gate.shut()
    #expect(writer.submit(Job(number: 0)))
    try gate.waitForKnock()
    let before = monotonicNow()
    #expect(!writer.close(within: 20_000_000))
    let waited = monotonicNow() - before
    #expect(waited >= 20_000_000)
    #expect(waited < 10_000_000_000)
    gate.open()
  }

  @Test("work that has a deadline is settled by then without a job, once")
  func deadline() throws {
    let writer = try writer(deadline: monotonicNow() + 1_000_000)
    #expect(try outcomes(1, of: writer) == [.settled])
    #expect(writer.close(within: 20_000_000_000))
    #expect(writer.takeOutcomes() == [.closed])
  }
}
