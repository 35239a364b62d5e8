// SPDX-License-Identifier: MIT

internal import Glibc

/// Durations, ns, and what can be said of them.
struct Distribution {
  private var values: [Int64] = []

  mutating func add(_ value: Int64) { values.append(value) }

  mutating func add(_ other: Distribution) { values += other.values }

  var count: Int { values.count }

  /// The smallest value that at least this part of them doesn't exceed, ms; NaN for none.
  func quantile(_ part: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let rank = Int((part * Double(sorted.count)).rounded(.up))
    return Double(sorted[max(0, min(sorted.count, rank) - 1)]) / 1e6
  }
}

/// Prints a line at once, into a file too.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
