// SPDX-License-Identifier: MIT

internal import Posix
internal import Support

/// From the start of the process to the first state at a client that has been trying to connect since.
enum Start {
  private static let starts = 21
  /// ms.
  private static let bar = 30.0

  /// Whether the bar is reached.
  static func measure() throws(Errno) -> Bool {
    say("start → first line at a client, ms   p50      worst")
    var balld = Distribution()
    var gpsd = Distribution()
    for _ in 0..<starts {
      try add(to: &gpsd) { () throws(Errno) in try Gpsd() }
      try add(to: &balld) { () throws(Errno) in try Balld(hasSensor: false) }
    }
    let isReached = balld.quantile(0.5) <= bar
    say(
      padded("  gpsd, its greeting", -32) + padded(rounded(gpsd.quantile(0.5)), 9)
        + padded(rounded(gpsd.quantile(1)), 11))
    say(
      padded("  balld, its first state", -32) + padded(rounded(balld.quantile(0.5)), 9)
        + padded(rounded(balld.quantile(1)), 11)
        + (isReached ? "   reached (30)" : "   MISSED (30)"))
    return isReached
  }

  private static func add(
    to times: inout Distribution, _ start: () throws(Errno) -> any Measured
  ) throws(Errno) {
    let begin = monotonicNow()
    let daemon = try start()
    let reader = try daemon.connect()
    let isGreeting = daemon.name == "gpsd"
    var awaited = [Awaited(reader.number)]
    repeat {
      try poll(&awaited, until: begin + 10_000_000_000)
    } while !isGreeting && reader.read() == 0
    times.add(monotonicNow() - begin)
    try daemon.stop()
  }
}
