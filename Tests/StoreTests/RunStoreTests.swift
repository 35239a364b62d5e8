// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing

@testable import Store

/// A store in a directory of a test's own, used on the test's own thread.
private struct Bench {
  let directory = TemporaryDirectory()
  var path: String { "\(directory.path)/state/runs.db" }

  /// Begins anew, as the daemon at its start.
  func work(limit: Int64 = 100) -> StoreWork {
    StoreWork(StoreWork.Setup(directory: "\(directory.path)/state", runLimit: limit))
  }

  func write(_ bytes: [UInt8], to path: String) throws {
    try Directory.makeAll("\(directory.path)/state", mode: 0o700)
    let file = try Descriptor.open(path, .replacing(mode: 0o600))
    try bytes.withUnsafeBytes { try file.writeAll($0) }
  }

  func read(_ path: String) throws -> [UInt8] {
    try Descriptor.open(path, .reading).readAll(atMost: 1 << 24)
  }
}

extension StoreWork {
  fileprivate mutating func add(_ records: [RunRecord]) -> [Outcome] {
    var outcomes: [Outcome] = []
    for record in records { carryOut(.run(record), outcomes: &outcomes) }
    settle(outcomes: &outcomes)
    return outcomes
  }

  fileprivate mutating func list(_ query: RunQuery = RunQuery(limit: 1000)) -> RunList? {
    var outcomes: [Outcome] = []
    carryOut(.list(query, ticket: 7), outcomes: &outcomes)
    for case .runs(let list, ticket: 7) in outcomes { return list }
    return nil
  }
}

private func won(
  _ milliseconds: Int64, on table: String = "labyrinth", hash: String? = nil,
  isOriginal: Bool = true
) -> RunRecord {
  RunRecord(
    table: table, hash: hash ?? "hash of \(table)", game: "maze", outcome: .won,
    milliseconds: milliseconds, impacts: 3, source: "iio", isOriginal: isOriginal)
}

@Suite("Runs that are stored")
struct RunStoreTests {
  private let bench = Bench()

  @Test("a run is read back as it was, by the next start as well")
  func roundTrip() {
    let full = RunRecord(
      table: "grüße", hash: "0123456789abcdef", game: "holes", outcome: .lost,
      milliseconds: .max, score: 12, impacts: 99, source: "client", isOriginal: false,
      ended: 1_800_000_000)
    let bare = RunRecord(
      table: "x'; DROP TABLE runs; --", hash: "", game: "", outcome: .left, milliseconds: 0,
      impacts: 0, source: "")
    do {
      var work = bench.work()
      #expect(work.add([full, bare]) == [.opened(bests: [])])
      #expect(work.health.lastSync ?? 0 > 0)
      #expect(work.health.freeBytes ?? 0 > 0)
      #expect(work.health.fault == nil)
    }
    var work = bench.work()
    let list = work.list()
    #expect(list?.runs.map(\.record) == [bare, full])
    #expect(list?.runs.map(\.number) == [2, 1])
    #expect(list?.stored == 2)
  }

  @Test("the best of each table is known, and a table that was changed has its own")
  func bests() {
    let runs = [
      won(900), won(800), won(850), won(700, isOriginal: false), won(5000, hash: "changed"),
      won(100, on: "other"),
    ]
    var first = bench.work()
    _ = first.add(runs)
    #expect(first.list()?.runs.map(\.isBest) == [true, true, false, false, true, false])
    let bests = [runs[5], runs[4], runs[1]]
    #expect(
      first.list(RunQuery(isForBests: true, limit: 10))?.runs.map(\.record) == bests)
    #expect(
      first.list(RunQuery(table: "labyrinth", isForBests: true, limit: 1))?.runs.map(\.record)
        == [runs[4]])
    var second = bench.work()
    #expect(second.add([]) == [.opened(bests: bests)])
  }

  @Test("runs of one table can be asked for, as many as are wanted")
  func queries() {
    var work = bench.work()
    _ = work.add([won(1), won(2, on: "other"), won(3), won(4)])
    func times(_ query: RunQuery) -> [Int64]? {
      work.list(query)?.runs.map(\.record.milliseconds)
    }
    #expect(times(RunQuery(table: "labyrinth", limit: 2)) == [4, 3])
    #expect(times(RunQuery(table: "other", limit: 2)) == [2])
    #expect(times(RunQuery(table: "none", limit: 2)) == [])
    #expect(times(RunQuery(limit: 0)) == [])
    #expect(times(RunQuery(limit: -1)) == [])
  }

  @Test("of more runs than are kept the oldest go, but never the best of a table")
  func limit() {
    var work = bench.work(limit: 3)
    _ = work.add([won(100)] + (1...10).map { won(1000 + $0) })
    #expect(work.list()?.runs.map(\.record.milliseconds) == [1010, 1009, 1008, 100])
    _ = work.add([won(50)])
    #expect(work.list()?.runs.map(\.record.milliseconds) == [50, 1010, 1009])
    #expect(work.list()?.runs.map(\.number) == [12, 11, 10])
  }

  @Test("random mazes without end don't fill the disk with their best times")
  func manyTables() {
    var work = bench.work(limit: 10)
    let count = Int(RunDatabase.bestsLimit) + 50
    _ = work.add((1...count).map { won(1, on: "maze:\($0)") })
    #expect(work.list()?.stored == RunDatabase.bestsLimit)
  }

  // MARK: Damage

  @Test(
    "what is no database is set aside and a new one begun",
    arguments: ["garbage", "half", "foreign", "journal"])
  func damage(kind: String) throws {
    do {
      var work = bench.work()
      _ = work.add((1...200).map { won($0) })
    }
    let sound = try bench.read(bench.path)
    var bytes = sound
    switch kind {
    case "garbage": bytes = Array("This is not a database. ".utf8) + Array(repeating: 7, count: 999)
    case "half": bytes = Array(sound.prefix(sound.count / 2))
    case "foreign":
      try Directory.rename(bench.path, to: "\(bench.path).old")
      try SQLite(path: bench.path).execute("CREATE TABLE recipes (cake TEXT)")
      bytes = try bench.read(bench.path)
    default:
      bytes = Array("no database either".utf8) + Array(repeating: 0, count: 1000)
      try bench.write(Array("its journal".utf8), to: "\(bench.path)-journal")
    }
    try bench.write(bytes, to: bench.path)

    var work = bench.work()
    let outcomes = work.add([won(77)])
    guard case .setAside(bench.path, _, let place) = outcomes.first else {
      Issue.record("expected it set aside, got \(outcomes)")
      return
    }
    #expect(place == "\(bench.path).damaged-1")
    #expect(outcomes.dropFirst() == [.opened(bests: [])])
    #expect(try bench.read(place) == bytes)
    #expect(!exists("\(bench.path)-journal"))
    #expect(work.list()?.runs.map(\.record.milliseconds) == [77])
    #expect(work.health.fault == nil)
    var next = bench.work()
    #expect(next.add([]) == [.opened(bests: [won(77)])])
  }

  @Test("an empty file is a database that has yet to be filled")
  func empty() throws {
    try bench.write([], to: bench.path)
    var work = bench.work()
    #expect(work.add([won(1)]) == [.opened(bests: [])])
    #expect(work.list()?.stored == 1)
  }

  @Test("whichever bytes are wrong, runs are stored and read afterwards")
  func flippedBytes() throws {
    do {
      var work = bench.work()
      _ = work.add((1...60).map { won($0, on: "table \($0 % 7)") })
    }
    let sound = try bench.read(bench.path)
    var random = SeededRandom(state: 42)
    for _ in 0..<100 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] ^= UInt8.random(
          in: 1...255, using: &random)
      }
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0...5000, using: &random)) }
      try bench.write(bytes, to: bench.path)
      var work = bench.work()
      _ = work.add([won(4242)])
      // A changed version number alone makes it another's.
      let isOurs = work.health.fault?.contains("newer balld") != true
      if isOurs {
        #expect(work.list()?.runs.first?.record == won(4242), "\(work.health)")
      }
    }
  }

  @Test("a database that is damaged under the running daemon is set aside, and the run isn't lost")
  func damageWhileOpen() throws {
    var work = bench.work()
    _ = work.add((1...200).map { won($0) })
    let file = try Descriptor.open(bench.path, .readingAndWriting)
    try [UInt8](repeating: 0xff, count: 30_000).withUnsafeBytes { try file.writeAll($0) }
    let outcomes = work.add([won(5)])
    guard case .setAside = outcomes.first else {
      Issue.record("expected it set aside, got \(outcomes)")
      return
    }
    #expect(work.list()?.runs.map(\.record) == [won(5)])
  }

  @Test("a database that somebody removes is begun anew")
  func removed() throws {
    var work = bench.work()
    _ = work.add([won(1)])
    try Directory.rename(bench.path, to: "\(bench.path).away")
    #expect(work.add([won(2)]) == [.opened(bests: [])])
    #expect(work.list()?.runs.map(\.record) == [won(2)])
  }

  @Test("a newer balld's database is left alone, said once")
  func newer() throws {
    do {
      var work = bench.work()
      _ = work.add([won(1)])
    }
    try SQLite(path: bench.path).execute("PRAGMA user_version = 2")
    let bytes = try bench.read(bench.path)
    var work = bench.work()
    guard case .failing(let reason) = work.add([won(2)]).first else {
      Issue.record("expected a failure")
      return
    }
    #expect(reason.contains("made by a newer balld") && reason.contains("--state-dir"))
    #expect(work.add([won(3)]) == [])
    #expect(try bench.read(bench.path) == bytes)
    #expect(work.list()?.runs.map(\.record.milliseconds) == [3, 2])
  }

  @Test("rows that somebody has put in by hand are passed over where they make no sense")
  func oddRows() throws {
    var work = bench.work()
    _ = work.add([won(1)])
    let other = try SQLite(path: bench.path)
    for values in [
      "'a', 'b', 'c', 'flown', 1, 1, 1, 's', 1, 1", "'a', 'b', 'c', 'won', -1, 1, 1, 's', 1, 1",
      "'a', 'b', 'c', 'won', 1, 1, 1, hex(zeroblob(33)), 1, 1",
      "'a', x'ff', 'c', 'won', 'soon', 'many', 1e300, 's', 'yes', 'noon'",
    ] {
      try other.execute(
        "INSERT INTO runs (name, hash, game, outcome, milliseconds, score, impacts, source,"
          + " original, ended) VALUES (\(values))")
    }
    let runs = work.list()?.runs.map(\.record)
    #expect(runs?.count == 2)
    #expect(runs?.first?.milliseconds == 0)
    #expect(runs?.last == won(1))
  }

  // MARK: A disk that can't be written

  @Test("what can't be stored is said once, waits, and is stored when it can be")
  func recovery() throws {
    // A file where the directory should be: nobody, not even root, can write into that.
    let obstacle = "\(bench.directory.path)/state"
    _ = try Descriptor.open(obstacle, .replacing(mode: 0o600))
    var work = bench.work()
    guard case .failing(let reason) = work.add([won(1)]).first else {
      Issue.record("expected a failure")
      return
    }
    #expect(reason.contains(bench.path) && reason.contains("--state-dir"))
    #expect(work.health.fault == reason)
    #expect(work.add([won(2)]) == [])
    #expect(work.list()?.runs.map(\.record.milliseconds) == [2, 1])
    #expect(work.list()?.stored == nil)
    let deadline = try #require(work.deadline)
    #expect(deadline > monotonicNow() + RunStore.retryInterval / 2)

    try Directory.rename(obstacle, to: "\(obstacle).away")
    #expect(work.add([]) == [.opened(bests: []), .recovered])
    #expect(work.deadline == nil)
    #expect(work.health.fault == nil)
    #expect(work.list()?.runs.map(\.number) == [2, 1])
  }

  @Test("of runs that wait the oldest are given up past the bound")
  func pendingBound() throws {
    _ = try Descriptor.open("\(bench.directory.path)/state", .replacing(mode: 0o600))
    var work = bench.work()
    _ = work.add((0..<Int64(RunStore.pendingLimit) + 5).map { won($0) })
    let runs = work.list(RunQuery(limit: 5000))?.runs
    #expect(runs?.count == RunStore.pendingLimit)
    #expect(runs?.last?.record.milliseconds == 5)
  }

  @Test("a database that another program holds is tried again")
  func locked() throws {
    var work = bench.work()
    _ = work.add([won(1)])
    let other = try SQLite(path: bench.path)
    try other.execute("BEGIN EXCLUSIVE")
    guard case .failing(let reason) = work.add([won(2)]).first else {
      Issue.record("expected a failure")
      return
    }
    #expect(reason.contains("another program holds it"))
    try other.execute("ROLLBACK")
    #expect(work.add([won(3)]) == [.recovered])
    #expect(work.list()?.runs.map(\.record.milliseconds) == [3, 2, 1])
  }

  @Test("who asks while another program holds the database is told so, and soon")
  func lockedQuestion() throws {
    var work = bench.work()
    _ = work.add([won(1)])
    let other = try SQLite(path: bench.path)
    try other.execute("BEGIN EXCLUSIVE")
    let begin = monotonicNow()
    _ = work.add([won(2)])
    // What waits, and when nothing does.
    for waiting in [[2], []] as [[Int64]] {
      let answer = work.list()
      let list = try #require(answer)
      #expect(list.runs.map(\.record.milliseconds) == waiting)
      #expect(list.stored == nil)
      #expect(list.health.fault?.contains("another program holds it") == true)
      try other.execute("ROLLBACK")
      _ = work.add([])
      try other.execute("BEGIN EXCLUSIVE")
    }
    // Three waits; a client gives up after 5 s.
    #expect(monotonicNow() - begin < 4_500_000_000)
    try other.execute("ROLLBACK")
    let answer = work.list()
    #expect(answer?.health.fault == nil)
    #expect(answer?.stored == 2)
  }

  @Test("links that lead in a circle are refused, not followed", arguments: ["runs.db", ""])
  func linksInACircle(name: String) throws {
    let directory = "\(bench.directory.path)/state"
    let link = name.isEmpty ? directory : "\(directory)/\(name)"
    if !name.isEmpty { try Directory.makeAll(directory, mode: 0o700) }
    #expect(symlink(link, link) == 0)
    var work = bench.work()
    guard case .failing(let reason) = work.add([won(1)]).first else {
      Issue.record("expected a failure")
      return
    }
    #expect(reason.contains("\(Errno.tooManyLinks)"))
    let answer = work.list()
    #expect(answer?.runs.count == 1)
  }

  @Test("without a directory runs are known until the end, and it is said how to get one")
  func nowhere() {
    var work = StoreWork(StoreWork.Setup(directory: nil, runLimit: 10))
    guard case .failing(let reason) = work.add([won(1)]).first else {
      Issue.record("expected a failure")
      return
    }
    #expect(reason.contains("--state-dir"))
    #expect(work.deadline == nil)
    #expect(work.list()?.runs.map(\.record) == [won(1)])
  }
}

/// xorshift64 (Marsaglia 2003): the same damage in every run.
private struct SeededRandom: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
