// SPDX-License-Identifier: MIT

/// A run as it is kept: one attempt at a table, and how it ended.
public struct RunRecord: Equatable, Sendable {
  /// How a run ended.
  public enum Outcome: String, Equatable, Sendable {
    /// The flag was reached, as often as the table asks for.
    case won
    /// The balls were lost, or the time was up.
    case lost
    /// Somebody began another, or laid out another table.
    case left
  }

  /// The most bytes of each text; a row of the database with longer ones is passed over.
  public static let textLimit = 64

  /// The table's name.
  public var table: String
  /// The table's hash: a table that was changed is another one.
  public var hash: String
  /// The rules, such as `maze`.
  public var game: String
  /// How it ended.
  public var outcome: Outcome
  /// What its clock showed at the end, ms.
  public var milliseconds: Int64
  /// The points; nil in a game without points.
  public var score: Int64?
  /// How often a ball hit something.
  public var impacts: Int64
  /// What tilted the table, such as `iio` or `client`.
  public var source: String
  /// Whether it was played on the table's own blocks from its beginning.
  public var isOriginal: Bool
  /// When it ended, s since 1970 (UTC); nil if the clock wasn't known to be right.
  public var ended: Int64?

  /// Makes a record.
  public init(
    table: String, hash: String, game: String, outcome: Outcome, milliseconds: Int64,
    score: Int64? = nil, impacts: Int64, source: String, isOriginal: Bool = true,
    ended: Int64? = nil
  ) {
    self.table = table
    self.hash = hash
    self.game = game
    self.outcome = outcome
    self.milliseconds = milliseconds
    self.score = score
    self.impacts = impacts
    self.source = source
    self.isOriginal = isOriginal
    self.ended = ended
  }

  /// Whether it can be the best of its table: played to its end on the table's own blocks, and won,
  /// or with points.
  public var counts: Bool {
    isOriginal && outcome != .left && (outcome == .won || (score ?? 0) > 0)
  }

  /// Whether it is the better one of two that count: won goes before lost, then more points, then
  /// less time.
  public func isBetter(than other: RunRecord) -> Bool {
    if (outcome == .won) != (other.outcome == .won) { return outcome == .won }
    if (score ?? 0) != (other.score ?? 0) { return (score ?? 0) > (other.score ?? 0) }
    return milliseconds < other.milliseconds
  }
}

/// A run with what only the database knows of it.
public struct KeptRun: Equatable, Sendable {
  /// Counted from 1 in the order in which runs were stored; nil while it waits for that.
  public var number: Int64?
  /// The run.
  public var record: RunRecord
  /// Whether it is the best of its table.
  public var isBest: Bool

  /// Makes a kept run.
  public init(number: Int64?, record: RunRecord, isBest: Bool) {
    self.number = number
    self.record = record
    self.isBest = isBest
  }
}

/// What somebody wants to know of the runs.
public struct RunQuery: Equatable, Sendable {
  /// The name of the table whose runs are meant; nil for all.
  public var table: String?
  /// Whether only the best of each table are meant.
  public var isForBests: Bool
  /// How many at the most.
  public var limit: Int

  /// Asks for the newest runs, the newest first.
  public init(table: String? = nil, isForBests: Bool = false, limit: Int) {
    self.table = table
    self.isForBests = isForBests
    self.limit = limit
  }
}

/// The answer to a `RunQuery`.
public struct RunList: Equatable, Sendable {
  /// The runs that were asked for, the newest first.
  public var runs: [KeptRun]
  /// How many runs are stored altogether; nil if the database can't be read.
  public var stored: Int64?
  /// How the storage is.
  public var health: StorageHealth

  /// Makes an answer.
  public init(runs: [KeptRun], stored: Int64?, health: StorageHealth) {
    self.runs = runs
    self.stored = stored
    self.health = health
  }
}
