// SPDX-License-Identifier: MIT

import Sensors
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

  /// That it is refused with this message when it is read as a recording in `file`.
  func check(in file: String, sourceLocation: SourceLocation = #_sourceLocation) {
    do throws(RecordingError) {
      _ = try Recording.load(bytes: Array(text.utf8), file: file)
      Issue.record("read: \(text.prefix(200))", sourceLocation: sourceLocation)
    } catch {
      #expect(error.description == message, sourceLocation: sourceLocation)
      #expect(error.kind == .notUnderstood, sourceLocation: sourceLocation)
    }
  }
}
