// SPDX-License-Identifier: MIT

internal import KeyValue

/// Where the samples come from, as `--source` names it.
enum SourceSpecification: Equatable, Sendable {
  /// `client`: only what clients send.
  case client
  /// `log:FILE`: a recording.
  case recording(path: String)

  /// Reads `--source`'s value.
  init(_ text: String) throws(ValueError) {
    if text == "client" {
      self = .client
    } else if text.hasPrefix("log:"), text.count > 4 {
      self = .recording(path: String(text.dropFirst(4)))
    } else {
      throw ValueError(found: quoted(text), expected: "`client`, or `log:` and a recording's path")
    }
  }
}
