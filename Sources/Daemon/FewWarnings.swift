// SPDX-License-Identifier: MIT

/// Warnings of one kind, of which a file or a directory may give any number: the first ones are said,
/// and how many more there were.
struct FewWarnings {
  private let log: Log
  private var count = 0

  /// So many are said.
  static let limit = 10

  /// Says them in `log`.
  init(log: Log) { self.log = log }

  /// Says one, if it is among the first.
  mutating func add(_ text: String) {
    count += 1
    if count <= Self.limit { log(.warning, text) }
  }

  /// Says how many further ones there were, if there were any; what they are about is `subject`.
  func finish(_ subject: String) {
    if count > Self.limit { log(.warning, "\(subject): and \(count - Self.limit) more of these") }
  }
}
