// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Wire

/// A daemon in which calls fail, and what a test asks of it.
final class FaultDaemon {
  let attempt: FaultAttempt
  let program: Program
  var control: String { "\(attempt.directory.path)/run/\(RuntimeDirectory.controlSocket)" }

  init(
    _ attempt: FaultAttempt, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws {
    self.attempt = attempt
    let path = attempt.directory.path
    let source = arguments.contains("--source") ? [] : ["--source", "client"]
    program = try Program.start(
      "balld",
      ["--runtime-dir", "\(path)/run", "--state-dir", "\(path)/state"] + source + arguments,
      environment: attempt.orders.environment(environment))
  }

  /// Waits until it listens; false when it has ended instead.
  func isUp() throws -> Bool {
    if try program.waitForError(containing: "listening ", seconds: 5) { return true }
    // The line itself may have been lost.
    return program.isRunning && answers()
  }

  /// Whether somebody who connects gets a greeting, and an answer.
  func answers() -> Bool {
    for _ in 0..<100 where program.isRunning {
      do {
        try TestClient(path: control).hear(.release)
        return true
      } catch {
        pause()
      }
    }
    return false
  }

  /// Sees that it serves and holds no more than `before`, unless it has ended.
  ///
  /// But for so many descriptors, which what it does by now may need besides.
  func judge(_ before: Holdings, but more: Int = 0) {
    guard program.isRunning else { return }
    if !answers() {
      if program.isRunning { attempt.complain("it doesn't answer any more") }
      return
    }
    var now = Holdings(of: program.identifier)
    for _ in 0..<150
    where now.descriptors > before.descriptors + more || now.threads > before.threads {
      pause()
      now = Holdings(of: program.identifier)
    }
    if now.descriptors > before.descriptors + more || now.threads > before.threads {
      let links = Holdings.links(of: program.identifier).joined(separator: ", ")
      attempt.complain("it holds \(now), before \(before): \(links)")
    }
  }

  /// What it holds once that doesn't change any more.
  func holdings() throws -> Holdings {
    // The answer comes from the thread that has the database: it is open by then.
    let client = try TestClient(path: control)
    try client.send(.runs(table: nil, best: false, limit: 1))
    try client.first { message -> Void? in if case .runs = message { () } else { nil } }
    var last = Holdings(of: program.identifier)
    for _ in 0..<50 {
      for _ in 0..<5 { pause() }
      let now = Holdings(of: program.identifier)
      if now == last { break }
      last = now
    }
    attempt.usual = last
    return last
  }

  /// Ends it, and judges the end and what is left.
  func end() throws {
    program.send(.terminate)
    try attempt.judge(try program.finish(seconds: 10), of: "balld")
    try attempt.judgeLeftovers()
  }

  /// 20 ms, while it does something of which nothing can be waited for.
  private func pause() {
    idle(until: monotonicNow() + 20_000_000)
  }
}

extension TestClient {
  /// Sends a command and waits for what comes of it: nil if it is done, or the error.
  @discardableResult
  func hear(_ command: Request.Command) throws -> ErrorReport? {
    // Commands are carried out in their order: the confirmation of the second says that the first is over.
    try send(command, id: 1)
    try send(.watch(rate: 10), id: 2)
    var report: ErrorReport?
    try first { message -> Void? in
      switch message {
      case .ok(let confirmation): return confirmation.id == 2 ? () : nil
      case .error(let error):
        report = error
        // For want of memory a line may not be understood: the answer doesn't say then whose it is.
        return error.id == 1 ? nil : ()
      default: return nil
      }
    }
    return report
  }
}
