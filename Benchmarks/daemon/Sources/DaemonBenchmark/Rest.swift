// SPDX-License-Identifier: MIT

internal import Posix
internal import Support

/// How often a daemon that has nothing to do wakes up, and what memory one has that works.
enum Rest {
  private static let seconds: Int64 = 20
  /// Wake-ups a second beyond those for samples.
  private static let bar = 5.0
  /// KiB.
  private static let memoryBar = 2048

  /// Whether the bars are reached.
  static func measure() throws(Errno) -> Bool {
    let isCalm = try measureWakeUps()
    let isSmall = try measureMemory()
    return isCalm && isSmall
  }

  private static func measureWakeUps() throws(Errno) -> Bool {
    say("wake-ups a second, no client, \(seconds) s")
    let waiting = try wakeUps(Balld(hasSensor: false), samples: 0)
    show("waiting for clients", waiting)
    let still = try wakeUps(Balld(), samples: 100)
    show("a still board, 100 samples a second", still)
    // A sample wakes the thread that reads it, and that hands it to the one that plays.
    let beyond = still.map { $0 - 100 }.filter { $0 > 0 }.reduce(0, +)
    let isReached = waiting.reduce(0, +) <= bar && beyond <= bar
    say(
      "  beyond one a sample and thread: \(rounded(beyond))"
        + (isReached ? "   reached (5)" : "   MISSED (5)"))
    return isReached
  }

  private static func show(_ name: String, _ wakeUps: [Double]) {
    let each = wakeUps.map { rounded($0) }.joined(separator: ", ")
    say(padded("  \(name)", -40) + "\(rounded(wakeUps.reduce(0, +)))  by thread: \(each)")
  }

  private static func wakeUps(_ balld: Balld, samples: Int64) throws(Errno) -> [Double] {
    func pass(_ seconds: Int64) {
      var due = monotonicNow()
      let end = due + seconds * 1_000_000_000
      while due < end {
        if samples > 0 { balld.feed(0, isStill: true) }
        due += samples > 0 ? 1_000_000_000 / samples : end
        wait(until: min(due, end))
      }
    }
    // Until it has found everything out.
    pass(5)
    let before = try ProcessFacts.sleeps(of: balld.process)
    pass(seconds)
    let after = try ProcessFacts.sleeps(of: balld.process)
    try balld.stop()
    return after.sorted { $0.key < $1.key }.map { thread, count in
      Double(count - (before[thread] ?? 0)) / Double(seconds)
    }
  }

  private static func measureMemory() throws(Errno) -> Bool {
    say("Anonymous, KiB, one client, 100 samples a second, after 5 and 15 s")
    let gpsd = try memory(Gpsd())
    let balld = try memory(Balld())
    let isReached = balld.last <= memoryBar && balld.last - balld.first <= 32
    say(padded("  gpsd", -32) + "\(gpsd.first) → \(gpsd.last)")
    say(
      padded("  balld", -32) + "\(balld.first) → \(balld.last)"
        + (isReached ? "   reached (2048, flat)" : "   MISSED (2048, flat)"))
    return isReached
  }

  private static func memory(_ daemon: any Measured) throws(Errno) -> (first: Int, last: Int) {
    let reader = try daemon.connect()
    var index = 0
    func pass(_ seconds: Int64) throws(Errno) -> Int {
      let end = monotonicNow() + seconds * 1_000_000_000
      while monotonicNow() < end {
        daemon.feed(index)
        index += 1
        wait(until: monotonicNow() + 10_000_000)
        _ = reader.read()
      }
      return try ProcessFacts.anonymousMemory(of: daemon.process)
    }
    let first = try pass(5)
    let last = try pass(10)
    try daemon.stop()
    return (first, last)
  }
}
