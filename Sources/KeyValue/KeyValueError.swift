// SPDX-License-Identifier: MIT

/// A value that isn't what was expected, wherever it came from.
public struct ValueError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What stands there, quoted or described.
  public let found: String
  /// What should stand there.
  public let expected: String

  /// An error that reads "found …, expected …".
  public init(found: String, expected: String) {
    self.found = found
    self.expected = expected
  }

  /// "found …, expected …".
  public var description: String { "found \(found), expected \(expected)" }
}

/// A line of a file that isn't what was expected.
public struct KeyValueError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's name, as the user gave it.
  public let file: String
  /// The line; the first is 1.
  public let line: Int
  /// What was found there and what was expected.
  public let reason: ValueError

  /// An error at `file`:`line`.
  public init(file: String, line: Int, reason: ValueError) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  /// "FILE:LINE: found …, expected …".
  public var description: String { "\(file):\(line): \(reason)" }
}

/// A text as an error quotes it: in backquotes, cut short, what can't be printed as `?`; of an
/// empty one "nothing".
public func quoted(_ text: some StringProtocol) -> String {
  // Between quotes that have nothing in them nobody sees anything.
  if text.isEmpty { return "nothing" }
  let limit = 60
  var shown = ""
  var count = 0
  for scalar in text.unicodeScalars {
    if count == limit { return "`\(shown)…`" }
    // Control characters (C0, DEL, C1) would move the cursor of a terminal that shows the error.
    let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    shown.unicodeScalars.append(isControl ? "?" : scalar)
    count += 1
  }
  return "`\(shown)`"
}
