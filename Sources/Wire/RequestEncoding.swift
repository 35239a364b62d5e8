// SPDX-License-Identifier: MIT

extension Request {
  /// The request as one line of JSON, with its `\n`.
  ///
  /// A required number that isn't finite traps; an optional one is left out. Whether the numbers are
  /// within the limits is the daemon's to judge.
  public var line: [UInt8] {
    var writer = LineWriter(appendingTo: [])
    writer.open()
    writer.member("do", command.name)
    switch command {
    case .watch(let rate): writer.member("rate", rate)
    case .tilt(let tilt):
      writer.member("x", tilt.x)
      writer.member("y", tilt.y)
    case .sample(let sample):
      writer.member("acceleration", sample.acceleration)
      if let angularVelocity = sample.angularVelocity {
        writer.member("angularVelocity", angularVelocity)
      }
      writer.member("t", sample.t)
    case .toggle(let column, let row):
      writer.member("column", Int64(column))
      writer.member("row", Int64(row))
    case .table(let name): writer.member("name", name.description)
    case .runs(let table, let best, let limit):
      writer.member("table", table?.description)
      if best { writer.member("best", true) }
      writer.member("limit", limit.map(Int64.init))
    case .level(let isReset): if isReset { writer.member("reset", true) }
    case .calibrate(let step): writer.member("step", step.rawValue)
    case .menu(let isOpen): writer.member("open", isOpen)
    case .restart, .pause, .resume, .release, .clear, .next, .previous, .tables, .status, .record:
      break
    }
    writer.member("id", id)
    writer.close()
    return writer.finish()
  }
}
