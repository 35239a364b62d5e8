// SPDX-License-Identifier: MIT

internal import Game
internal import Posix
internal import Sensors
internal import Store
internal import Wire

/// Runs that are over: from the game to the store, and from there to the wire.
extension Report {
  /// What is stored of a run that a source of this kind, or clients, have tilted.
  static func record(of result: RunResult, source: String, clock: WallClock) -> RunRecord {
    RunRecord(
      table: result.table, hash: result.hash, game: result.rules.rawValue,
      outcome: outcome(of: result.ending), milliseconds: result.steps,
      score: result.score.map(Int64.init), impacts: Int64(result.impacts),
      source: result.wasDrivenByClient ? SourceKind.client.rawValue : source,
      isOriginal: result.isOriginal, ended: clock.believed)
  }

  /// The best run on a table.
  static func best(_ record: RunRecord) -> BestRun {
    BestRun(time: seconds(record.milliseconds), score: record.score.map(bounded))
  }

  /// The answer to the request `runs`.
  static func runs(_ list: Store.RunList, now: Int64) -> Wire.RunList {
    Wire.RunList(
      runs: list.runs.map { kept in
        let run = kept.record
        return Wire.RunList.Entry(
          number: kept.number.map(bounded), table: run.table, hash: run.hash,
          game: run.game, outcome: run.outcome.rawValue, time: seconds(run.milliseconds),
          score: run.score.map(bounded), impacts: bounded(run.impacts), source: run.source,
          isChanged: !run.isOriginal, isBest: kept.isBest, ended: run.ended.map(bounded))
      },
      storage: storage(list, now: now))
  }

  private static func outcome(of ending: RunResult.Ending) -> RunRecord.Outcome {
    switch ending {
    case .won: .won
    case .lost: .lost
    case .left: .left
    }
  }

  private static func seconds(_ milliseconds: Int64) -> Double { Double(milliseconds) / 1000 }

  /// A number that every reader of JSON takes exactly: somebody may have changed the database.
  static func bounded(_ number: Int64) -> Int64 {
    min(max(number, -Limits.integer), Limits.integer)
  }
}
