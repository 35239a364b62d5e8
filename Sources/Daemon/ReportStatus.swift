// SPDX-License-Identifier: MIT

internal import Game
internal import Store
internal import Wire

/// How the daemon is: what of it the session and the store tell.
extension Report {
  /// The session's part of a status.
  static func status(of engine: Engine, sensor: SensorReport, driver: Int?) -> StatusReport {
    let snapshot = engine.session.snapshot
    let table = engine.session.table
    return StatusReport(
      server: hello(session: nil).server, sensor: sensor, quality: engine.quality.flatMap(quality),
      phase: Wire.Phase(rawValue: snapshot.phase.rawValue),
      table: StatusReport.Table(
        name: table.name, title: table.title.isEmpty ? nil : table.title,
        game: table.rules.rawValue),
      time: snapshot.runTime, score: snapshot.score.map(Int64.init),
      ballsLeft: snapshot.ballsLeft.map(Int64.init), isDemo: snapshot.isDemo,
      driver: driver.map(name(ofClient:)))
  }

  /// How the place is where runs are kept, `now` (ns of CLOCK_MONOTONIC).
  static func storage(_ list: Store.RunList, now: Int64) -> Wire.RunList.Storage {
    let health = list.health
    return Wire.RunList.Storage(
      directory: health.directory, runs: list.stored.map(bounded),
      free: health.freeBytes.map(bounded), lastSync: health.lastSync.map { Double($0) / 1e9 },
      syncAge: health.lastSyncTime.map { Double(max(0, now - $0)) / 1e9 }, fault: health.fault)
  }
}
