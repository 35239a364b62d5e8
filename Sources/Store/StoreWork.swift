// SPDX-License-Identifier: MIT

/// All that balld stores by its writer's thread.
public struct StoreWork: WriterWork {
  /// Where things are stored.
  public struct Setup: Sendable {
    /// The directory, or nil if none is known; it is made where it is missing.
    public var directory: String?
    /// How many runs are kept beside the best ones.
    public var runLimit: Int64

    /// Makes a setup.
    public init(directory: String?, runLimit: Int64) {
      self.directory = directory
      self.runLimit = runLimit
    }
  }

  /// What can be asked.
  public enum Job: WriterJob {
    /// Keep a run.
    case run(RunRecord)
    /// Tell of runs; the ticket comes back with the answer.
    case list(RunQuery, ticket: Int)

    /// A run holds a few short texts.
    public var size: Int { 512 }
  }

  /// What is told.
  public enum Outcome: Equatable, Sendable {
    /// The answer to a question.
    case runs(RunList, ticket: Int)
    /// The database is read: these are the best runs that it holds.
    case opened(bests: [RunRecord])
    /// The database was damaged, for this reason, and was renamed; a new one is begun.
    case setAside(path: String, reason: String, renamedTo: String)
    /// Runs can't be stored for now: why, and what to do about it. They wait in memory.
    case failing(String)
    /// Runs are stored again.
    case recovered
  }

  private var runs: RunStore

  /// Begins; the database is opened at the first settling.
  public init(_ setup: Setup) {
    runs = RunStore(directory: setup.directory, limit: setup.runLimit)
  }

  /// Takes a run, or answers a question.
  public mutating func carryOut(_ job: Job, outcomes: inout [Outcome]) {
    switch job {
    case .run(let record): runs.add(record)
    case .list(let query, let ticket):
      let list = runs.list(query) { outcomes.append($0) }
      outcomes.append(.runs(list, ticket: ticket))
    }
  }

  /// Stores all runs that have come.
  public mutating func settle(outcomes: inout [Outcome]) {
    runs.settle { outcomes.append($0) }
  }

  /// Stores all runs that have come; the database closes with this value.
  public mutating func close(outcomes: inout [Outcome]) { settle(outcomes: &outcomes) }

  /// When to try again what couldn't be stored.
  public var deadline: Int64? { runs.deadline }

  /// How the database and its disk are.
  public var health: StorageHealth { runs.health }
}
