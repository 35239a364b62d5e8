// SPDX-License-Identifier: MIT

/// Of things of which a file or a directory may give any number the first ten, and how many more there
/// were.
struct FirstFew<Element: Sendable>: Sendable {
  /// The first ones.
  private(set) var kept: [Element] = []
  /// How many came after those.
  private(set) var further = 0

  /// How many are kept.
  private static var limit: Int { 10 }

  /// Takes one more.
  ///
  /// - Returns: whether it is among the first.
  @discardableResult
  mutating func add(_ element: Element) -> Bool {
    guard kept.count < Self.limit else {
      further += 1
      return false
    }
    kept.append(element)
    return true
  }
}
