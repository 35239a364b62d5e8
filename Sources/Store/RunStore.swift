// SPDX-License-Identifier: MIT

internal import Posix

/// Keeps runs in a database for as long as that can be written, and in memory for as long as it can't.
///
/// Whatever is wrong with the disk is said once, and once more when it is over.
struct RunStore {
  /// The most runs that wait in memory; of more the oldest are given up.
  static let pendingLimit = 1000
  /// How long to wait before it is tried again by itself, ns.
  static let retryInterval: Int64 = 60_000_000_000

  /// The directory, or nil if none is known.
  private let directory: String?
  /// How many runs are kept beside the best ones.
  private let limit: Int64
  private var database: RunDatabase?
  private var pending: [RunRecord] = []
  /// Why the last try failed; nil if it didn't.
  private var failure: String?
  /// When to try next without being asked; nil for not at all.
  private(set) var deadline: Int64?

  /// A store that opens its database when it settles for the first time.
  init(directory: String?, limit: Int64) {
    self.directory = directory
    self.limit = limit
    deadline = monotonicNow()
  }

  /// How the storage is.
  var health: StorageHealth {
    StorageHealth(
      lastSync: database?.lastSync, lastSyncTime: database?.lastSyncTime,
      freeBytes: directory.flatMap(freeBytes(at:)), directory: directory, fault: failure)
  }

  /// Takes a run, to be stored at the next settling.
  mutating func add(_ record: RunRecord) {
    if pending.count == Self.pendingLimit { pending.removeFirst() }
    pending.append(record)
  }

  /// Stores what waits, or says why it can't be.
  mutating func settle(_ tell: (StoreWork.Outcome) -> Void) {
    deadline = nil
    defer { database?.releaseMemory() }
    do throws(Failing) {
      try store(tell)
      if failure != nil { tell(.recovered) }
      failure = nil
    } catch {
      if failure == nil { tell(.failing(error.description)) }
      failure = error.description
      deadline = error.isFinal ? nil : monotonicNow() + Self.retryInterval
    }
  }

  /// The runs that are asked for, those that wait included.
  mutating func list(_ query: RunQuery, _ tell: (StoreWork.Outcome) -> Void) -> RunList {
    settle(tell)
    let waiting = pending.reversed().filter {
      !query.isForBests && (query.table == nil || query.table == $0.table)
    }.map { KeptRun(number: nil, record: $0, isBest: false) }
    var health = health
    var stored: (runs: [KeptRun], count: Int64)?
    do throws(RunDatabase.Problem) {
      stored = try database.map { database throws(RunDatabase.Problem) in
        (try database.runs(query), try database.count())
      }
    } catch {
      // Nothing was to be stored, and so the settling found nothing wrong.
      if let directory, health.fault == nil {
        health.fault = error.sentence(path: "\(directory)/\(Self.file)", directory: directory)
      }
    }
    let runs = waiting + (stored?.runs ?? [])
    return RunList(
      runs: Array(runs.prefix(max(0, query.limit))), stored: stored?.count, health: health)
  }

  // MARK: The database

  /// Why runs can't be stored for now.
  private struct Failing: Error {
    var description: String
    /// Whether trying again is of no use.
    var isFinal = false
  }

  /// Opens the database if it isn't open, and puts in all that waits.
  private mutating func store(_ tell: (StoreWork.Outcome) -> Void) throws(Failing) {
    guard let directory else {
      throw Failing(
        description: "no directory is known for them; name one with --state-dir", isFinal: true)
    }
    let path = "\(directory)/\(Self.file)"
    // A second time for a file that was set aside, and for one that was removed under our hands.
    for isLast in [false, true] {
      do throws(RunDatabase.Problem) {
        try writePending(path, directory, tell)
        return
      } catch {
        let problem = error
        database = problem.leavesItUsable ? database : nil
        guard case .damaged(let reason) = problem, !isLast else {
          throw Failing(description: problem.sentence(path: path, directory: directory))
        }
        let place = try setAside(path)
        tell(.setAside(path: path, reason: reason, renamedTo: place))
      }
    }
  }

  private mutating func writePending(
    _ path: String, _ directory: String, _ tell: (StoreWork.Outcome) -> Void
  ) throws(RunDatabase.Problem) {
    if database?.hasMoved ?? false { database = nil }
    if database == nil {
      // Where it fails the opening does as well, and says more.
      try? Directory.makeAll(directory, mode: 0o700)
      let opened = try RunDatabase(path: path, limit: limit)
      let bests = try opened.runs(RunQuery(isForBests: true, limit: Int(RunDatabase.bestsLimit)))
      database = opened
      tell(.opened(bests: bests.map(\.record)))
    }
    if pending.isEmpty { return }
    try database?.add(pending)
    pending.removeAll()
  }

  /// Renames the database.
  ///
  /// A journal beside it needs no care: SQLite has rolled it back, or drops it with the next file.
  private func setAside(_ path: String) throws(Failing) -> String {
    let number = (1..<9).first { !exists("\(path).damaged-\($0)") } ?? 9
    let place = "\(path).damaged-\(number)"
    do throws(Errno) {
      try Directory.rename(path, to: place)
    } catch {
      throw Failing(
        description: "\(path) is damaged, and can't be renamed: \(error); remove it by hand")
    }
    return place
  }

  private static let file = "runs.db"
}

extension RunDatabase.Problem {
  /// Whether the connection is still good for reading.
  fileprivate var leavesItUsable: Bool {
    guard case .refused = self else { return false }
    return true
  }

  /// What is wrong with the database at `path`, and what to do about it.
  fileprivate func sentence(path: String, directory: String) -> String {
    switch self {
    case .damaged(let reason): "\(path) is damaged again at once: \(reason); look at the disk"
    case .newer(let version):
      "\(path) was made by a newer balld (version \(version) of its tables, this balld knows"
        + " \(RunDatabase.version)); name another directory with --state-dir"
    case .refused(let refusal):
      if refusal.isFull {
        "\(path): \(refusal.message); make room on its disk"
      } else if refusal.isProtected {
        "\(path): \(refusal.message); \(directory) must be a directory that balld may write, or"
          + " name another one with --state-dir"
      } else if refusal.isLocked {
        "\(path): \(refusal.message); another program holds it"
      } else {
        "\(path): \(refusal.message); look at its disk"
      }
    }
  }
}
