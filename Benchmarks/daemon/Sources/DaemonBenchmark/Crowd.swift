// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix
internal import Support

/// 256 clients at 60 states a second, first all of them well, then with one that is stopped and one that
/// reads a byte a second.
enum Crowd {
  private static let size = 256
  private static let rate = 60

  private struct Run {
    var distances = Distribution()
    /// KiB, after a tenth of the time and at its end.
    var memory = (first: 0, last: 0)
    /// The part of a processor.
    var load = 0.0
    var ended = 0
  }

  /// Whether the bars are reached.
  static func measure(seconds: Int64) throws(Errno) -> Bool {
    say(
      "\(size) clients at \(rate) Hz, \(seconds) s   p50      p99 ms   memory KiB     processor")
    let well = try run(seconds: seconds, bad: 0)
    show("all read", well)
    let ill = try run(seconds: seconds, bad: 2)
    show("one stopped, one at 1 byte/s", ill)
    let bar = 1.2 * well.distances.quantile(0.99) + 1
    let isReached =
      ill.distances.quantile(0.99) <= bar && well.ended + ill.ended == 0
      && ill.memory.last - ill.memory.first <= 64
    say(
      "  the others' p99 may be \(rounded(bar)) ms, and memory no more than 64 KiB higher: "
        + (isReached ? "reached" : "MISSED"))
    return isReached
  }

  private static func show(_ name: String, _ run: Run) {
    say(
      padded("  \(name)", -32) + padded(rounded(run.distances.quantile(0.5)), 8)
        + padded(rounded(run.distances.quantile(0.99)), 9)
        + "      \(run.memory.first) → \(run.memory.last)"
        + padded(rounded(100 * run.load), 9) + " %" + (run.ended == 0 ? "" : "  \(run.ended) ENDED")
    )
  }

  private static func run(seconds: Int64, bad: Int) throws(Errno) -> Run {
    let balld = try Balld(["--set", "clients.limit=\(size + 2)"])
    let others = size - bad
    var readers: [Reader] = []
    var bads: [Reader] = []
    for index in 0..<size {
      let reader = try balld.connect(rate: rate)
      if index < bad { bads.append(reader) } else { readers.append(reader) }
    }
    var run = Run()
    var latest = [Int64](repeating: 0, count: others)
    var awaited = readers.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    let begin = monotonicNow()
    // The first two seconds don't count: greetings, and memory that is asked for once.
    let counted = begin + 2_000_000_000
    let end = counted + seconds * 1_000_000_000
    var due = begin
    var index = 0
    var nextByte = begin
    var load = 0.0
    while monotonicNow() < end {
      let now = monotonicNow()
      if now >= due {
        balld.feed(index)
        index += 1
        due += 10_000_000
      }
      if now >= nextByte, bads.count > 1 {
        nextByte += 1_000_000_000
        var byte: UInt8 = 0
        _ = recv(bads[1].number, &byte, 1, Int32(MSG_DONTWAIT))
      }
      if run.memory.first == 0, now >= counted + seconds * 100_000_000 {
        run.memory.first = try ProcessFacts.anonymousMemory(of: balld.process)
        load = try ProcessFacts.processorTime(of: balld.process)
      }
      let left = Int32(max(0, (due - monotonicNow()) / 1_000_000))
      _ = try systemCall { Glibc.poll(&awaited, nfds_t(others), left) }
      let time = monotonicNow()
      for place in readers.indices where awaited[place].revents != 0 {
        guard readers[place].read() > 0 else { continue }
        if time >= counted, latest[place] > 0 { run.distances.add(time - latest[place]) }
        latest[place] = time
      }
    }
    run.memory.last = try ProcessFacts.anonymousMemory(of: balld.process)
    run.load =
      (try ProcessFacts.processorTime(of: balld.process) - load) / (0.9 * Double(seconds))
    run.ended = readers.count { $0.hasEnded }
    try balld.stop()
    return run
  }
}
