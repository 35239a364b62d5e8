// SPDX-License-Identifier: MIT

import Posix
import Sensors
import Support

@testable import Daemon

/// A server with the first table and no source, on which clients can be welcomed; its library is the
/// directory `tables`, where one is named.
func idleServer(tables: String? = nil, log: Log = Log { _ in }) throws -> Server {
  // The loop wants the signals that it hears to be blocked.
  Process.block(Server.signals)
  var configuration = Configuration()
  try configuration.set("daemon.tables", to: "\(packageRoot)/tables", by: "--set")
  var prepared = try configuration.prepared()
  let (table, _) = try configuration.tables(in: prepared.library, log: log)
  if let tables { prepared.library = TableLibrary(directories: [tables]) }
  return try Server(
    engine: Engine(table: table, pipeline: prepared.pipeline, recording: nil),
    sensor: Report.sensor(SourceStatus(), .iio, pipeline: prepared.pipeline),
    configuration: configuration, prepared: prepared, store: SensorStore(in: nil, log: log),
    speed: .factor(1), recording: nil, log: log)
}
