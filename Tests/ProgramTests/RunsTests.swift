// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

extension TestClient {
  fileprivate func best() throws -> BestRun {
    try first { message in
      if case .event(let event) = message, case .best(_, let best) = event.kind {
        best
      } else {
        nil
      }
    }
  }

  fileprivate func table() throws -> TableReport {
    try first { if case .table(let table) = $0 { table } else { nil } }
  }
}

@Suite("runs that are over", .serialized)
struct RunsTests {
  private static let isSoak = Process.environment("BALLD_SOAK") != nil

  private func lane(_ daemon: RunningDaemon) throws -> Lane {
    let client = try daemon.connect()
    try client.send(.watch(rate: 1000))
    return Lane(client: client)
  }

  /// A daemon whose disk takes so many ms for a sync from now on.
  private func syncing(in delay: Int) throws -> (FakeIIO, RunningDaemon, Lane) {
    let fake = FakeIIO()
    fake.fault("/sync", "")
    let daemon = try start(environment: fake.environment)
    let lane = try lane(daemon)
    _ = try lane.runs()
    fake.fault("/sync", "delay \(delay)\n")
    return (fake, daemon, lane)
  }

  private func start(
    after other: RunningDaemon? = nil, environment: [String: String] = [:],
    within wrapper: [String] = [], _ more: [String] = []
  ) throws -> RunningDaemon {
    let tables = other?.directory ?? TemporaryDirectory()
    let file = tables.file("lane.table", Lane.text)
    return try withExtendedLifetime(tables) {
      try RunningDaemon(
        ["--table", file, "--set", "daemon.tables=\(tables.path)", "--set", "daemon.playlist=none"]
          + more, environment: environment, after: other, within: wrapper)
    }
  }

  @Test("are kept over a restart, and a new best is told to all who watch")
  func kept() throws {
    let first = try start()
    var lane = try lane(first)
    let slow = try lane.win(tilt: 50)
    #expect(try lane.client.best().time == slow)
    let fast = try lane.win(tilt: 100)
    #expect(try lane.client.best().time == fast)
    let middle = try lane.win(tilt: 75)
    // Had it been told as the best, that would have come before the answer.
    var runs = try lane.runs()
    #expect(runs.runs.map(\.time) == [middle, fast, slow])
    #expect(runs.runs.map(\.isBest) == [false, true, false])
    #expect(runs.runs.map(\.number) == [3, 2, 1])
    #expect(runs.runs.allSatisfy { $0.outcome == "won" && $0.source == "client" })
    #expect(runs.runs.allSatisfy { $0.table == "lane" && $0.game == "maze" && !$0.isChanged })
    #expect(runs.storage.runs == 3)
    #expect(runs.storage.fault == nil)
    #expect(runs.storage.free ?? 0 > 0)
    #expect(runs.storage.lastSync ?? 0 > 0)
    #expect(try first.stop().code == 0)

    let second = try start(after: first)
    lane = try self.lane(second)
    runs = try lane.runs(best: true)
    #expect(runs.runs.map(\.time) == [fast])
    #expect(try lane.runs(limit: 0).runs.isEmpty)
    #expect(try lane.runs(table: TableName("other")).runs.isEmpty)
    #expect(try second.connect().table().best?.time == fast)
    try lane.client.send(.tables)
    let tables = try lane.client.first { if case .tables(let list) = $0 { list } else { nil } }
    #expect(tables.tables.first { $0.name == "lane" }?.best?.time == fast)
    let slower = try lane.win(tilt: 60)
    #expect(try lane.runs().runs.map(\.time) == [slower, middle, fast, slow])
    let printed = try Program.run("ballctl", ["--runtime-dir", second.runtime, "runs", "--best"])
    #expect(printed.code == 0)
    #expect(printed.output.contains("lane   won"), "\(printed.output)")
    #expect(printed.output.contains("4 runs are stored"))
  }

  @Test("with a moved block, left before the flag, or by a recording are never the best")
  func whatCounts() throws {
    let daemon = try start()
    let lane = try lane(daemon)
    try lane.client.command(.toggle(column: 3, row: 2))
    let changed = try lane.win(tilt: 200)
    try lane.client.command(.toggle(column: 3, row: 2))
    // Slow enough to be left after a second.
    try lane.begin(tilt: 0.1)
    _ = try lane.client.first { message -> Void? in
      if case .state(let state) = message, state.time ?? 0 > 1 { () } else { nil }
    }
    let whole = try lane.win(tilt: 50)
    #expect(try lane.client.best().time == whole)
    let runs = try lane.runs().runs
    #expect(runs.map(\.outcome) == ["won", "left", "won"])
    #expect(runs.map(\.isChanged) == [false, false, true])
    #expect(runs.map(\.isBest) == [true, false, false])
    #expect(runs.last?.time == changed)
  }

  @Test("that a recording has played aren't kept")
  func recordings() throws {
    // Three seconds to the right edge by 1 m/s² and more.
    let directory = TemporaryDirectory()
    let log = directory.file(
      "right.csv",
      "t_s,ax_m_s2,ay_m_s2,az_m_s2\n"
        + (0..<300).map { "\(Double($0) / 100),-5,0,8.4\n" }.joined())
    let daemon = try start(["--source", "log:\(log)"])
    let lane = try lane(daemon)
    _ = try lane.flag()
    #expect(try lane.runs().runs.isEmpty)
  }

  @Test("are for those who may command")
  func permission() throws {
    let daemon = try start()
    let client = try daemon.connect(control: false)
    try client.send(.runs(table: nil, best: false, limit: nil))
    #expect(try client.nextError().code == .notPermitted)
  }

  // MARK: Disks

  @Test("take no state's time when a sync takes long, nor do questions, nor the end")
  func slowDisk() throws {
    let (fake, daemon, lane) = try syncing(in: 400)
    // A second run whose states come while the first one is being stored.
    _ = try lane.win()
    let begin = monotonicNow()
    try lane.begin(tilt: 0.1)
    try lane.client.send(.runs(table: nil, best: false, limit: nil), id: 5)
    try lane.client.send(.runs(table: nil, best: false, limit: nil), id: 6)
    var last = monotonicNow()
    var longest: Int64 = 0
    var refusal: ErrorReport?
    let list = try lane.client.first { message -> RunList? in
      switch message {
      case .state:
        let now = monotonicNow()
        longest = max(longest, now - last)
        last = now
      case .error(let report): refusal = report
      case .runs(let list): return list
      default: break
      }
      return nil
    }
    let waited = monotonicNow() - begin
    print(
      "figure: slow disk: \(waited / 1_000_000) ms to store, \(longest / 1_000_000) ms between states"
    )
    #expect(waited > 800_000_000, "the disk wasn't slow")
    #expect(longest < 300_000_000)
    #expect(list.runs.count == 1)
    #expect(list.storage.lastSync ?? 0 >= 0.4)
    #expect(refusal?.code == .refused && refusal?.id == 6)

    // At the end it is waited for, but not for ever.
    fake.fault("/sync", "delay 3000\n")
    _ = try lane.win()
    let stopped = monotonicNow()
    let result = try daemon.stop()
    #expect(monotonicNow() - stopped < 4_500_000_000)
    #expect(result.code == 0)
    #expect(result.errors.contains("the disk doesn't answer: the last runs may be lost"))
  }

  @Test("are answered for when the disk doesn't: it is blamed, and not the daemon")
  func hungDisk() throws {
    let (fake, daemon, lane) = try syncing(in: 7000)
    _ = try lane.win()
    let begin = monotonicNow()
    let first = try Program.run("ballctl", ["--runtime-dir", daemon.runtime, "runs"])
    #expect(first.code == 70, "\(first)")
    #expect(first.errors.contains("the disk hasn't answered for "), "\(first)")
    #expect(monotonicNow() - begin < 5_000_000_000)
    // Who asks next needn't find that out anew, and leaves nothing behind that waits.
    let again = monotonicNow()
    try lane.client.send(.runs(table: nil, best: false, limit: nil), id: 5)
    let refusal = try lane.client.nextError()
    #expect(refusal.id == 5 && refusal.message.contains("hasn't answered for "), "\(refusal)")
    #expect(monotonicNow() - again < 1_000_000_000)
    let status = try Program.run("ballctl", ["--runtime-dir", daemon.runtime, "status"])
    #expect(status.output.contains("the disk hasn't answered for "), "\(status)")
    #expect(!status.output.contains("for 0 s"), "\(status)")
    // As soon as it answers, runs are told again.
    fake.fault("/sync", "")
    var list: Wire.RunList?
    let deadline = monotonicNow() + 30_000_000_000
    while list == nil, monotonicNow() < deadline {
      try lane.client.send(.runs(table: nil, best: false, limit: nil), id: 6)
      list = try lane.client.first { message -> Wire.RunList?? in
        switch message {
        case .runs(let list): .some(list)
        case .error: .some(nil)
        default: nil
        }
      }
      if list == nil { _ = try lane.client.nextState() }
    }
    #expect(list?.runs.count == 1)
  }

  /// How a full or a protected disk is made, and what of it is said.
  private static let badDisks: [(String, [String], String)] = [
    (
      "a full disk",
      [
        "/usr/bin/unshare", "-m", "sh", "-c",
        "mkdir -p $STATE && mount -t tmpfs -o size=16k balld-test $STATE && exec \"$@\"", "sh",
      ], "make room on its disk"
    ),
    (
      "a protected disk",
      [
        "/usr/bin/unshare", "-m", "sh", "-c",
        "mkdir -p $STATE && mount -t tmpfs -o ro balld-test $STATE && exec \"$@\"", "sh",
      ], "must be a directory that balld may write"
    ),
  ]

  @Test(
    "that can't be stored hinder nothing, are said once, and are known until the end",
    .enabled(if: Process.user == 0, "such a disk can be made by root alone"),
    arguments: badDisks.indices)
  func badDisk(index: Int) throws {
    let (name, wrapper, hint) = Self.badDisks[index]
    try play(onDisk: name, within: wrapper, hint)
  }

  @Test("that are too large for a limit on files, neither")
  func limitedFiles() throws {
    try play(
      onDisk: "a limit on files", within: ["/bin/sh", "-c", "ulimit -f 1; exec \"$@\"", "sh"],
      "look at its disk")
  }

  private func play(onDisk name: String, within wrapper: [String], _ hint: String) throws {
    let daemon = try start(within: wrapper)
    let lane = try lane(daemon)
    var times: [Double?] = []
    for _ in 0..<3 { times.append(try lane.win()) }
    let list = try lane.runs()
    #expect(list.runs.map(\.time) == times.reversed(), "\(name)")
    #expect(list.runs.allSatisfy { $0.number == nil })
    #expect(list.storage.fault?.contains(hint) ?? false, "\(list.storage)")
    let result = try daemon.stop()
    #expect(result.code == 0)
    let said = result.errors.split(separator: "\n").filter { $0.contains("runs can't be stored") }
    #expect(said.count == 1, "\(name): \(result.errors)")
  }

  @Test(
    "in a database that can only be read are known, and the ball rolls",
    .enabled(if: Process.user == 0, "a read-only mount can be made by root alone"))
  func readOnly() throws {
    let first = try start()
    let best = try lane(first).win()
    #expect(try first.stop().code == 0)
    let second = try start(
      after: first,
      within: [
        "/usr/bin/unshare", "-m", "sh", "-c",
        "mount --bind $STATE $STATE && mount -o remount,bind,ro $STATE && exec \"$@\"", "sh",
      ])
    let lane = try lane(second)
    // Not before the database is read.
    _ = try lane.runs()
    #expect(try second.connect().table().best?.time == best)
    _ = try lane.win(tilt: 50)
    let runs = try lane.runs()
    #expect(runs.runs.map(\.number) == [nil, 1])
    #expect(runs.storage.fault?.contains("readonly") ?? false, "\(runs.storage)")
    #expect(try second.stop().code == 0)
  }

  @Test("that are damaged are set aside at the start, in one line, and the ball rolls")
  func damaged() throws {
    let first = try start()
    _ = try lane(first).win()
    #expect(try first.stop().code == 0)
    _ = first.directory.file("state/runs.db", String(repeating: "rubbish ", count: 1000))
    let second = try start(after: first)
    let lane = try lane(second)
    _ = try lane.win()
    #expect(try lane.runs().runs.count == 1)
    let result = try second.stop()
    #expect(result.errors.contains("renamed to \(first.directory.path)/state/runs.db.damaged-1"))
  }

  // MARK: kill -9

  @Test("are all there after a kill -9 at any moment, but for the one in progress")
  func kill() throws {
    let deaths = Self.isSoak ? 200 : 12
    var random = SplitMix64(seed: 2026)
    var daemon = try start()
    // Runs that an answer has shown as stored; those that were over when the daemon was killed.
    var known: Int64 = 0
    var lost: Int64 = 0
    for death in 0..<deaths {
      let lane = try lane(daemon)
      var over: Int64 = 0
      let before = try #require(try lane.runs(limit: 0).storage.runs)
      #expect(before >= known && before <= known + lost, "at the start after death \(death)")
      known = before
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        _ = try lane.win(tilt: 300)
        over += 1
        if Bool.random(using: &random) {
          let stored = try #require(try lane.runs(limit: 0).storage.runs)
          #expect(stored == before + over)
          known = stored
        }
      }
      // In the middle of a run, or in the first milliseconds after it.
      try lane.begin(tilt: 300)
      var isAfterwards = false
      if Bool.random(using: &random) {
        _ = try lane.flag()
        isAfterwards = true
      }
      let moment = Int64.random(in: 0...(isAfterwards ? 3_000_000 : 60_000_000), using: &random)
      let due = monotonicNow() + moment
      if moment > 1_000_000 { idle(until: due - 1_000_000) }
      while monotonicNow() < due {}
      daemon.program.send(Signal(rawValue: 9))
      #expect(try daemon.program.finish().code == 128 + 9)
      // The run in progress may have come to the flag before the signal did.
      lost = before + over + 1 - known
      daemon = try start(after: daemon)
    }
    let end = try lane(daemon).runs(limit: 64)
    #expect(end.storage.fault == nil)
    let result = try daemon.stop()
    #expect(!result.errors.contains("renamed"))
    print("figure: \(deaths) deaths, \(end.storage.runs ?? 0) runs stored")
  }
}
