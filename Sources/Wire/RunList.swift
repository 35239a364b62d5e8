// SPDX-License-Identifier: MIT

/// The best that was ever reached on a table.
public struct BestRun: Hashable, Sendable {
  /// How long the run took, in s.
  public var time: Double
  /// The points, in a game with points.
  public var score: Int64?

  /// Makes a best run.
  public init(time: Double, score: Int64? = nil) {
    self.time = time
    self.score = score
  }
}

/// `{"class":"runs",…}`: runs that are over, the newest first.
///
/// The answer to the request `runs`; it comes before that request's `ok`.
public struct RunList: Hashable, Sendable {
  /// The runs that were asked for.
  public var runs: [Entry]
  /// How the place is where runs are kept.
  public var storage: Storage

  /// Makes a list.
  public init(runs: [Entry], storage: Storage = Storage()) {
    self.runs = runs
    self.storage = storage
  }

  /// A run that is over.
  public struct Entry: Hashable, Sendable {
    /// Counts the runs that were stored, from 1; nil while the run waits for that.
    public var number: Int64?
    /// The table's name.
    public var table: String
    /// The table's hash, as in its `table` message: after a change it is another table.
    public var hash: String
    /// The rules, such as `maze`.
    public var game: String
    /// How it ended: `won`, `lost` or `left`; a newer server may know more.
    public var outcome: String
    /// How long it took, in s.
    public var time: Double
    /// The points, in a game with points.
    public var score: Int64?
    /// How often a ball hit something.
    public var impacts: Int64
    /// What tilted the table, such as `iio` or `client`.
    public var source: String
    /// Whether blocks were put down or taken away: such a run is never the best.
    public var isChanged: Bool
    /// Whether it is the best of its table.
    public var isBest: Bool
    /// When it ended, in s since 1970 (UTC), if the daemon's clock was right.
    public var ended: Int64?

    /// Makes an entry.
    public init(
      number: Int64? = nil, table: String, hash: String, game: String, outcome: String,
      time: Double, score: Int64? = nil, impacts: Int64, source: String, isChanged: Bool = false,
      isBest: Bool = false, ended: Int64? = nil
    ) {
      self.number = number
      self.table = table
      self.hash = hash
      self.game = game
      self.outcome = outcome
      self.time = time
      self.score = score
      self.impacts = impacts
      self.source = source
      self.isChanged = isChanged
      self.isBest = isBest
      self.ended = ended
    }
  }

  /// How the place is where runs are kept; what isn't known is nil.
  public struct Storage: Hashable, Sendable {
    /// The directory.
    public var directory: String?
    /// How many runs are stored.
    public var runs: Int64?
    /// How many bytes are free on the disk.
    public var free: Int64?
    /// How long the disk took, the last time, until something was safely on it, in s.
    public var lastSync: Double?
    /// How long ago that was, in s.
    public var syncAge: Double?
    /// Why runs aren't stored, and what to do about it; nil if they are.
    public var fault: String?

    /// Makes a report of the storage.
    public init(
      directory: String? = nil, runs: Int64? = nil, free: Int64? = nil, lastSync: Double? = nil,
      syncAge: Double? = nil, fault: String? = nil
    ) {
      self.directory = directory
      self.runs = runs
      self.free = free
      self.lastSync = lastSync
      self.syncAge = syncAge
      self.fault = fault
    }
  }
}
