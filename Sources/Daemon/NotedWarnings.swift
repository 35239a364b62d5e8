// SPDX-License-Identifier: MIT

internal import Posix

/// Warnings that are said in a log, and kept for what is told later.
final class NotedWarnings: Sendable {
  /// Where to say them.
  let log: Log
  private let kept: Lock<[String]>

  /// Keeps what is said in a log like `log`.
  init(_ log: Log) {
    let kept = Lock([String]())
    self.kept = kept
    self.log = log.noting { text in kept.withLock { $0.append(text) } }
  }

  /// What was said so far.
  var texts: [String] { kept.withLock { $0 } }
}
