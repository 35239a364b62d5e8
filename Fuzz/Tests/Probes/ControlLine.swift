// SPDX-License-Identifier: MIT

internal import Options

@testable internal import Control

/// The command line of ballctl, and a line of what it sends.
enum ControlLine {
  static let table = Command.table

  /// Whether the values ask for something; what is refused is said in one line.
  static func isUnderstood(_ values: Values) -> Bool {
    do throws(UsageError) {
      _ = try Command(values)
      return true
    } catch {
      requirePlain(error.description)
      return false
    }
  }

  /// Reads words as lines of what `send` reads; what is refused is said in one line.
  static func readSamples(_ words: [String]) {
    var pacing = SamplePacing()
    var now: Int64 = 1 << 40
    for word in words {
      do throws(SampleLine.Unreadable) {
        guard case .sample(_, let time) = try SampleLine(Array(word.utf8)) else { continue }
        // Nobody waits for longer than ten seconds.
        precondition(pacing.due(time, now: now) <= now + 10_000_000_000)
        now += 10_000_000_000
      } catch {
        precondition(!error.what.isEmpty)
      }
    }
  }
}
