// SPDX-License-Identifier: MIT

/// Warnings of one kind, of which a file or a directory may give any number: the first ones are said,
/// and how many more there were.
struct FewWarnings {
  private let log: Log
  private var texts = FirstFew<String>()

  /// Says them in `log`.
  init(log: Log) { self.log = log }

  /// Says one, if it is among the first.
  mutating func add(_ text: String) {
    if texts.add(text) { log(.warning, text) }
  }

  /// Says how many further ones there were, if there were any; what they are about is `subject`.
  func finish(_ subject: String) {
    if texts.further > 0 { log(.warning, "\(subject): and \(texts.further) more of these") }
  }
}
