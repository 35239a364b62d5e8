// SPDX-License-Identifier: MIT

internal import Foundation
internal import Glibc
internal import Posix
internal import Wire

/// How long balld takes for an hour of a recording at 100 Hz.
struct HourResult: Encodable {
  /// What was waited for.
  let name: String
  /// Seconds from the program's start.
  let time: Spread
  /// Seconds that the program computed, whatever else the machine did.
  let processor: Spread
  let bar: Double
  let isPassed: Bool

  private static let rounds = 5
  private static let snapshotBar = 1.0
  private static let printBar = 2.0

  /// Runs the program `balld` over a made hour, which repeats the recording at `path`.
  static func measure(balld: String, repeating path: String) throws -> [HourResult] {
    try withTemporaryDirectory { directory in
      let hour = "\(directory)/hour.recording"
      try makeHour(of: path, at: hour)
      var snapshot: [Timing] = []
      var print: [Timing] = []
      for round in 0...rounds {
        let first = try timeToLastSnapshot(balld, hour, in: "\(directory)/sockets-\(round)")
        let second = try timeToPrint(balld, hour)
        // The first round warms the file's pages up.
        if round > 0 {
          snapshot.append(first)
          print.append(second)
        }
      }
      return [
        result("to the last snapshot at a client", snapshot, bar: snapshotBar),
        result("--print to /dev/null", print, bar: printBar),
      ]
    }
  }

  private static func result(_ name: String, _ timings: [Timing], bar: Double) -> HourResult {
    let spread = Spread(timings.map(\.clock))
    return HourResult(
      name: name, time: spread, processor: Spread(timings.map(\.processor)), bar: bar,
      isPassed: spread.median <= bar)
  }

  /// Seconds by the clock, and those that the program computed.
  private typealias Timing = (clock: Double, processor: Double)

  /// Writes an hour that repeats a recording: its samples again and again, 10 ms apart at the joints.
  private static func makeHour(of path: String, at target: String) throws {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let begin = text.range(of: "[samples]\n")
    else { throw Failure("cannot read the recording \(path)") }
    var hour = String(text[..<begin.upperBound])
    // Says of itself that it is made; a second comment would be one too many for the format.
    if let comment = hour.range(of: "comment = ") {
      hour.insert(contentsOf: "One recording, repeated for an hour. ", at: comment.upperBound)
    }
    let samples = text[begin.upperBound...].split(separator: "\n").compactMap { line in
      line.firstIndex(of: " ").flatMap { space in
        Double(line[..<space]).map { (microseconds: Int($0 * 1e6 + 0.5), rest: line[space...]) }
      }
    }
    guard let last = samples.last, last.microseconds > 0 else {
      throw Failure("no samples in the recording \(path)")
    }
    let period = last.microseconds + 10_000
    var offset = 0
    while offset < 3_600_000_000 {
      for sample in samples where offset + sample.microseconds <= 3_600_000_000 {
        let time = offset + sample.microseconds
        let digits = String(time % 1_000_000)
        hour += "\(time / 1_000_000).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
        hour += sample.rest
        hour += "\n"
      }
      offset += period
    }
    do {
      try Data(hour.utf8).write(to: URL(fileURLWithPath: target))
    } catch {
      throw Failure("cannot write \(target): \(error)")
    }
  }

  private static func timeToPrint(_ balld: String, _ hour: String) throws -> Timing {
    let begin = monotonicNow()
    let child = try Child(
      balld, ["--source", "log:\(hour)", "--speed", "max", "--print"], isQuiet: true)
    let processor = try child.finish(named: "balld --print")
    return (Double(monotonicNow() - begin) * 1e-9, processor)
  }

  private static func timeToLastSnapshot(
    _ balld: String, _ hour: String, in sockets: String
  ) throws -> Timing {
    guard mkdir(sockets, 0o700) == 0 else {
      throw Failure("cannot make \(sockets): \(Errno.current)")
    }
    let begin = monotonicNow()
    let child = try Child(
      balld, ["--source", "log:\(hour)", "--speed", "max", "--runtime-dir", sockets], isQuiet: true)
    let clock: Double
    do {
      clock = try waitForLastSnapshot(in: sockets, since: begin)
    } catch {
      child.end()
      throw error
    }
    return (clock, child.end())
  }

  /// Seconds since `begin` when the state arrives in which the recording has ended.
  private static func waitForLastSnapshot(in sockets: String, since begin: Int64) throws -> Double {
    let deadline = begin + 60_000_000_000
    let connection = try connect(to: sockets, until: deadline)
    try connection.send(line: Array("{\"do\":\"watch\"}\n".utf8))
    while monotonicNow() < deadline {
      var awaited = [Awaited(connection.descriptor)]
      try poll(&awaited, until: deadline)
      for case .state(let state) in try connection.nextMessages() where state.phase == .finished {
        guard state.t > 3599 else {
          throw Failure("balld ended the hour after \(state.t) s")
        }
        return Double(monotonicNow() - begin) * 1e-9
      }
    }
    throw Failure("balld gave no last snapshot within a minute")
  }

  /// Connects as soon as there is a socket.
  private static func connect(to sockets: String, until deadline: Int64) throws -> Connection {
    while monotonicNow() < deadline {
      do {
        return try Connection.open(directory: sockets)
      } catch ConnectionError.nobodyListens {
        var nothing: [Awaited] = []
        try poll(&nothing, until: monotonicNow() + 1_000_000)
      }
    }
    throw Failure("balld made no socket within a minute")
  }
}
