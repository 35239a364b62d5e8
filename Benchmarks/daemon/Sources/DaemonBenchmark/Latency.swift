// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix
internal import Support

/// From the moment in which a sample is written to that in which a client has read what came of it.
///
/// A hundred samples a second; each client's own time counts. Both daemons take turns, five rounds; what is
/// printed are medians of the rounds.
enum Latency {
  private static let rounds = 5
  private static let samples = 300
  /// 100 Hz, ns.
  private static let period: Int64 = 10_000_000

  private struct Figure {
    var half: [Double] = []
    var most: [Double] = []
    var answered: [Double] = []
  }

  /// Whether the bars are reached.
  static func measure() throws(Errno) -> Bool {
    say("sample → line at a client, ms     p50      p99   answered in time")
    var isReached = true
    for clients in [1, 50] {
      var balld = Figure()
      var gpsd = Figure()
      var relay = Figure()
      for _ in 0..<rounds {
        try add(Gpsd(), clients: clients, to: &gpsd)
        try add(Balld(), clients: clients, to: &balld)
        try add(Relay(), clients: clients, to: &relay)
      }
      for (name, figure) in [("bare relay", relay), ("gpsd", gpsd), ("balld", balld)] {
        say(
          padded("  \(name), \(clients) client\(clients == 1 ? "" : "s")", -30)
            + padded(rounded(median(figure.half)), 8)
            + padded(rounded(median(figure.most)), 9)
            + padded(rounded(100 * median(figure.answered)), 10) + " %")
      }
      let half = median(zip(balld.half, gpsd.half).map { $0 / $1 })
      let most = median(zip(balld.most, gpsd.most).map { $0 / $1 })
      let isGood = half <= 0.5 && most <= 1.5 && median(balld.answered) > 0.99
      say(
        padded("  balld / gpsd", -30) + padded(rounded(half), 8) + padded(rounded(most), 9)
          + (isGood ? "   reached (0.5, 1.5)" : "   MISSED (0.5, 1.5)"))
      isReached = isReached && isGood
    }
    return isReached
  }

  private static func add(
    _ daemon: any Measured, clients: Int, to figure: inout Figure
  ) throws(Errno) {
    var readers: [Reader] = []
    for _ in 0..<clients { readers.append(try daemon.connect()) }
    var index = 0
    // So that greetings are read, and gpsd has learnt which sentence ends an epoch.
    var ignored = Distribution()
    _ = try run(daemon, readers, from: &index, count: 100, into: &ignored)
    var times = Distribution()
    let answered = try run(daemon, readers, from: &index, count: samples, into: &times)
    try daemon.stop()
    figure.half.append(times.quantile(0.5))
    figure.most.append(times.quantile(0.99))
    figure.answered.append(Double(answered) / Double(samples * clients))
  }

  /// - Returns: how many lines came before the next sample was due.
  private static func run(
    _ daemon: any Measured, _ readers: [Reader], from index: inout Int, count: Int,
    into times: inout Distribution
  ) throws(Errno) -> Int {
    var answered = 0
    var due = monotonicNow()
    var awaited = readers.map { Awaited($0.number) }
    for _ in 0..<count {
      // What came of earlier ones is no answer.
      for reader in readers { _ = reader.read() }
      let begin = monotonicNow()
      daemon.feed(index)
      index += 1
      due = max(due + period, begin)
      for place in readers.indices { awaited[place] = Awaited(readers[place].number) }
      var missing = readers.count
      while monotonicNow() < due {
        try poll(&awaited, until: due)
        guard missing > 0 else { continue }
        for place in readers.indices where awaited[place].isReadable {
          guard readers[place].read() > 0 else { continue }
          times.add(monotonicNow() - begin)
          // Not asked any more until the next sample.
          awaited[place] = Awaited(-1)
          missing -= 1
        }
      }
      answered += readers.count - missing
    }
    return answered
  }
}
