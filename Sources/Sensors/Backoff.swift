// SPDX-License-Identifier: MIT

/// How long to wait before the next try: twice as long after each that fails, up to a bound.
struct Backoff: Equatable {
  /// The first wait, ns.
  static let shortest: Int64 = 250_000_000
  /// The longest wait, ns.
  let longest: Int64

  private var wait = shortest

  /// Waits of a quarter of a second up to `longest`, ns.
  init(longest: Int64 = 8_000_000_000) { self.longest = longest }

  /// How long to wait now, ns.
  mutating func next() -> Int64 {
    defer { wait = min(2 * wait, longest) }
    return wait
  }

  /// Begins anew: something succeeded, or something was plugged in.
  mutating func reset() { wait = Self.shortest }
}
