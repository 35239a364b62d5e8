// SPDX-License-Identifier: MIT

internal import KeyValue
internal import Physics

/// A property that a table can't have.
public struct TableError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Its key in a table file, such as `flag`.
  public let key: String
  /// Which of the balls or holes it is about, for the keys `start` and `hole`.
  public let index: Int?
  /// What was found.
  public let found: String
  /// What was expected.
  public let expected: String

  init(_ key: String, index: Int? = nil, found: String, expected: String) {
    self.key = key
    self.index = index
    self.found = found
    self.expected = expected
  }

  /// What physics refused, in the words of a table file.
  init(_ error: OutOfRange) {
    let (key, index) = Self.place(of: error.field)
    self.key = key
    self.index = index
    found = "\(error.field) = \(error.value)"
    expected =
      "\(error.allowed.lowerBound) to \(error.allowed.upperBound), in metres, seconds and radians"
  }

  /// "flag: found …, expected …".
  public var description: String {
    "\(key): \(ValueError(found: found, expected: expected))"
  }

  /// The key of a table file that a field of physics comes from, and which ball or hole it is about.
  private static func place(of field: String) -> (key: String, index: Int?) {
    let index = field.split(separator: "[").dropFirst().first.flatMap {
      Int($0.prefix { $0 != "]" })
    }
    if field.hasPrefix("balls") { return ("start", index) }
    if field.hasPrefix("holes") { return ("hole", index) }
    if field.hasPrefix("pivot") { return ("pivot", nil) }
    switch field {
    case "ballRadius": return ("ball-radius", nil)
    case "accelerationFactor": return ("acceleration", nil)
    case "columns", "rows": return ("map", nil)
    case "rule.atRim": return ("pull", nil)
    case "rule.brake": return ("brake", nil)
    default: return (field, nil)
    }
  }
}
