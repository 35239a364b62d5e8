// SPDX-License-Identifier: MIT

internal import Posix

/// The runs and the best of each table in an SQLite file.
///
/// With a rollback journal: a database in WAL mode can't even be read where nothing can be written.
/// Synchronous EXTRA: once a transaction is over, a pulled plug takes nothing of it back.
final class RunDatabase {
  /// Why a database can't be used, as whoever keeps the runs has to tell it apart.
  enum Problem: Error, Equatable {
    /// The file is no database of balld's (any more), for this reason.
    case damaged(String)
    /// A newer balld has made it, with this version of the schema.
    case newer(Int64)
    /// SQLite refused, for a reason that may go away.
    case refused(SQLite.Refusal)
  }

  /// The version of the schema that is made and understood.
  static let version: Int64 = 1
  /// The most tables whose best run is kept: random mazes have no end.
  static let bestsLimit: Int64 = 1000

  private let sqlite: SQLite
  /// How many runs are kept beside the best ones.
  private let limit: Int64
  private let insertion: SQLite.Statement
  private let best: SQLite.Statement
  private let newBest: SQLite.Statement
  /// How long the last commit took until it was on the disk, ns; nil before the first one.
  private(set) var lastSync: Int64?
  /// When that was, ns of CLOCK_MONOTONIC.
  private(set) var lastSyncTime: Int64?

  /// Opens the file, which is made where it is missing.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: how many runs are kept beside the best ones.
  /// - Throws: why it can't be used.
  init(path: String, limit: Int64) throws(Problem) {
    self.limit = limit
    sqlite = try Self.asking { () throws(SQLite.Refusal) in try Self.open(path) }
    try Self.verify(sqlite)
    (insertion, best, newBest) = try Self.prepare(sqlite)
  }

  /// Whether the file was renamed or removed since it was opened.
  var hasMoved: Bool { sqlite.hasMoved }

  // MARK: Opening

  private static func open(_ path: String) throws(SQLite.Refusal) -> SQLite {
    let sqlite = try SQLite(path: path)
    try sqlite.execute(
      """
      PRAGMA cache_size = 8;
      PRAGMA temp_store = MEMORY;
      PRAGMA synchronous = EXTRA;
      PRAGMA trusted_schema = OFF;
      """)
    // Somebody else may have set another one. Where nothing can be written it stays.
    _ = try sqlite.text("PRAGMA journal_mode = DELETE")
    return sqlite
  }

  /// Makes sure that the file holds what balld puts there, and makes that in an empty one.
  private static func verify(_ sqlite: SQLite) throws(Problem) {
    let version = try asking { () throws(SQLite.Refusal) in
      try sqlite.number("PRAGMA user_version") ?? 0
    }
    if version > Self.version { throw .newer(version) }
    let verdict = try asking { () throws(SQLite.Refusal) in
      try sqlite.text("PRAGMA quick_check(1)") ?? "nothing can be read"
    }
    if verdict != "ok" { throw .damaged(verdict) }
    if version == Self.version { return }
    let others = try asking { () throws(SQLite.Refusal) in
      try sqlite.number("SELECT count(*) FROM sqlite_master")
    }
    if others != 0 { throw .damaged("it holds something else than runs") }
    try asking { () throws(SQLite.Refusal) in try sqlite.execute(schema) }
  }

  private static func prepare(
    _ sqlite: SQLite
  ) throws(Problem) -> (SQLite.Statement, SQLite.Statement, SQLite.Statement) {
    try asking { () throws(SQLite.Refusal) in
      (
        try sqlite.prepare(
          """
          INSERT INTO runs
            (name, hash, game, outcome, milliseconds, score, impacts, source, original, ended)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
          """),
        try sqlite.prepare(
          "SELECT \(columns) FROM bests JOIN runs ON number = run WHERE bests.hash = ?1"),
        try sqlite.prepare("INSERT OR REPLACE INTO bests (hash, run) VALUES (?1, ?2)")
      )
    }
  }

  private static func asking<Value>(
    _ body: () throws(SQLite.Refusal) -> Value
  ) throws(Problem) -> Value {
    do throws(SQLite.Refusal) {
      return try body()
    } catch {
      throw error.isDamage ? .damaged(error.message) : .refused(error)
    }
  }

  private static let schema = """
    BEGIN IMMEDIATE;
    CREATE TABLE runs (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      hash TEXT NOT NULL,
      game TEXT NOT NULL,
      outcome TEXT NOT NULL,
      milliseconds INTEGER NOT NULL,
      score INTEGER,
      impacts INTEGER NOT NULL,
      source TEXT NOT NULL,
      original INTEGER NOT NULL,
      ended INTEGER
    );
    CREATE TABLE bests (hash TEXT PRIMARY KEY, run INTEGER NOT NULL) WITHOUT ROWID;
    PRAGMA user_version = \(version);
    COMMIT;
    """

  /// Gives back the memory that isn't needed between two uses.
  func releaseMemory() { sqlite.releaseMemory() }

  // MARK: Writing

  /// Adds runs in one transaction, and drops the oldest past the limit: all of it or nothing.
  func add(_ records: [RunRecord]) throws(Problem) {
    defer { if sqlite.isInTransaction { try? sqlite.execute("ROLLBACK") } }
    try Self.asking { () throws(SQLite.Refusal) in
      try sqlite.execute("BEGIN IMMEDIATE")
      for record in records { try insert(record) }
      try sqlite.execute(
        """
        DELETE FROM bests WHERE hash NOT IN
          (SELECT hash FROM bests ORDER BY run DESC LIMIT \(Self.bestsLimit));
        DELETE FROM runs WHERE number <= (SELECT max(number) FROM runs) - \(limit)
          AND number NOT IN (SELECT run FROM bests);
        """)
      let begin = monotonicNow()
      try sqlite.execute("COMMIT")
      let end = monotonicNow()
      (lastSync, lastSyncTime) = (end - begin, end)
    }
  }

  private func insert(_ record: RunRecord) throws(SQLite.Refusal) {
    try insertion.bind(record.table, at: 1)
    try insertion.bind(record.hash, at: 2)
    try insertion.bind(record.game, at: 3)
    try insertion.bind(record.outcome.rawValue, at: 4)
    try insertion.bind(record.milliseconds, at: 5)
    try insertion.bind(record.score, at: 6)
    try insertion.bind(record.impacts, at: 7)
    try insertion.bind(record.source, at: 8)
    try insertion.bind(record.isOriginal ? 1 : 0 as Int64, at: 9)
    try insertion.bind(record.ended, at: 10)
    try insertion.run()
    guard record.counts else { return }
    let number = sqlite.lastRow
    if let former = try bestRun(of: record.hash), !record.isBetter(than: former) { return }
    try newBest.bind(record.hash, at: 1)
    try newBest.bind(number, at: 2)
    try newBest.run()
  }

  private func bestRun(of hash: String) throws(SQLite.Refusal) -> RunRecord? {
    try best.bind(hash, at: 1)
    defer { best.reset() }
    return try best.step() ? Self.kept(best)?.record : nil
  }

  // MARK: Reading

  /// How many runs are stored.
  func count() throws(Problem) -> Int64 {
    try Self.asking { () throws(SQLite.Refusal) in
      try sqlite.number("SELECT count(*) FROM runs") ?? 0
    }
  }

  /// The runs that are asked for, the newest first.
  func runs(_ query: RunQuery) throws(Problem) -> [KeptRun] {
    let conditions = [
      query.table == nil ? nil : "name = ?1", query.isForBests ? "run IS NOT NULL" : nil,
    ].compactMap { $0 }
    return try Self.asking { () throws(SQLite.Refusal) in
      let statement = try sqlite.prepare(
        """
        SELECT \(Self.columns) FROM runs LEFT JOIN bests ON run = number
        \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
        ORDER BY number DESC LIMIT \(max(0, query.limit))
        """)
      if let table = query.table { try statement.bind(table, at: 1) }
      var runs: [KeptRun] = []
      // A row that says nothing sensible, since somebody has changed it, is passed over.
      while try statement.step() { if let run = Self.kept(statement) { runs.append(run) } }
      return runs
    }
  }

  private static let columns =
    "number, name, runs.hash, game, outcome, milliseconds, score, impacts, source, original, ended,"
    + " run"

  private static func kept(_ row: SQLite.Statement) -> KeptRun? {
    guard let number = row.integer(0), let table = row.text(1), let hash = row.text(2),
      let game = row.text(3), let word = row.text(4),
      let outcome = RunRecord.Outcome(rawValue: word),
      let milliseconds = row.integer(5), milliseconds >= 0, let impacts = row.integer(7),
      let source = row.text(8),
      [table, hash, game, source].allSatisfy({ $0.utf8.count <= RunRecord.textLimit })
    else { return nil }
    return KeptRun(
      number: number,
      record: RunRecord(
        table: table, hash: hash, game: game, outcome: outcome, milliseconds: milliseconds,
        score: row.integer(6), impacts: impacts, source: source, isOriginal: row.integer(9) != 0,
        ended: row.integer(10)),
      isBest: row.integer(11) != nil)
  }
}
