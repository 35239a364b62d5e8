// SPDX-License-Identifier: MIT

internal import Posix

/// Measures what the first word says, or everything.
@main
struct Main {
  static func main() {
    Process.prepare()
    let part = CommandLine.arguments.dropFirst().first ?? "all"
    let seconds = Process.environment("SECONDS").flatMap { Int64($0) } ?? 60
    let words = CommandLine.arguments
    do throws(Errno) {
      if part == "relay", words.count == 4 { try Relay.run(from: words[2], to: words[3]) }
      var isReached = true
      switch part {
      case "latency": isReached = try Latency.measure()
      case "crowd": isReached = try Crowd.measure(seconds: seconds)
      case "start": isReached = try Start.measure()
      case "rest": isReached = try Rest.measure()
      case "all":
        let parts = [
          try Latency.measure(), try Crowd.measure(seconds: seconds), try Start.measure(),
          try Rest.measure(),
        ]
        isReached = parts.allSatisfy { $0 }
      default:
        say("run: latency, crowd, start, rest or nothing; not \(part)")
        Process.exit(64)
      }
      Process.exit(isReached ? 0 : 1)
    } catch {
      say("run: \(error)")
      Process.exit(71)
    }
  }
}
