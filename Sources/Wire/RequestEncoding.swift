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
    case .restart, .pause, .resume, .release, .clear, .next, .previous, .tables: break
    }
    writer.member("id", id)
    writer.close()
    return writer.finish()
  }
}
