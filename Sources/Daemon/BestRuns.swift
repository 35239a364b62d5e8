// SPDX-License-Identifier: MIT

internal import Store

/// The best run on each table, by the table's hash.
///
/// Known at once, whatever the disk does: a new best is told at the flag, not when it is stored.
struct BestRuns {
  /// The most tables that are known: random mazes have no end.
  static let limit = 2000

  private struct Best {
    var run: RunRecord
    /// Counts up, so that the oldest can go first.
    var age: Int
  }

  private var known: [String: Best] = [:]
  private var newest = 0
  /// Whether the stored ones are known: before that nothing can be said of a run.
  private var isComplete = false

  /// The best run on the table of this hash.
  subscript(hash: String) -> RunRecord? { known[hash]?.run }

  /// Takes the best runs that are stored, the newest first.
  mutating func take(stored: [RunRecord]) {
    isComplete = true
    for run in stored.reversed() { keep(run) }
  }

  /// Takes a run that is over.
  ///
  /// - Returns: whether it is known to be the best on its table so far.
  mutating func take(_ run: RunRecord) -> Bool { keep(run) && isComplete }

  @discardableResult
  private mutating func keep(_ run: RunRecord) -> Bool {
    guard run.counts else { return false }
    if let former = known[run.hash]?.run, !run.isBetter(than: former) { return false }
    newest += 1
    known[run.hash] = Best(run: run, age: newest)
    if known.count > Self.limit, let oldest = known.min(by: { $0.value.age < $1.value.age }) {
      known[oldest.key] = nil
    }
    return true
  }
}
