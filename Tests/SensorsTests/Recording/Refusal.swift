// SPDX-License-Identifier: MIT

import Testing

/// A file that is refused, and what the error says.
struct Refusal: Sendable, CustomTestStringConvertible {
  var text: String
  var message: String

  init(_ text: String, _ message: String...) {
    self.text = text
    self.message = message.joined()
  }

  var testDescription: String { message }
}
