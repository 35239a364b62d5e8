// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

/// Plays a lane of 110 mm to the flag, by tilting it as a client.
struct Lane {
  /// A maze of one lane, without resistance; x m/s² accelerate the ball by x/2.
  static let text =
    "game = maze\ncell = 20 mm\nball-radius = 8 mm\nresistance = 0\nacceleration = 0.5 g\n"
    + "restitution = 0\ntime = 60 s\n[map]\nS.....F\n.......\n.......\n"

  let client: TestClient

  /// Rolls the ball from the start to the flag, at this tilt (m/s²), and returns the run's time, s.
  func win(tilt: Double = 100) throws -> Double? {
    try begin(tilt: tilt)
    return try flag()
  }

  /// Puts the ball to the start, and tilts: not before, or it would set out under the last run's tilt.
  func begin(tilt: Double = 100) throws {
    try client.send(.tilt(XY(x: 0, y: 0)))
    try client.command(.restart)
    try client.send(.tilt(XY(x: tilt, y: 0)))
  }

  func flag() throws -> Double? {
    try client.first { message in
      if case .event(let event) = message, case .flag(let flag) = event.kind {
        flag.time
      } else {
        nil
      }
    }
  }

  /// The newest runs.
  func runs(table: TableName? = nil, best: Bool = false, limit: Int? = nil) throws -> RunList {
    try client.send(.runs(table: table, best: best, limit: limit), id: 99)
    let list = try client.first { if case .runs(let list) = $0 { list } else { nil } }
    try client.first { message -> Void? in
      if case .ok(let confirmation) = message, confirmation.id == 99 { () } else { nil }
    }
    return list
  }
}
