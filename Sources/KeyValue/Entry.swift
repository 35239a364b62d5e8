// SPDX-License-Identifier: MIT

/// One `key = value` line.
public struct Entry: Equatable, Sendable {
  /// The file's name, as the user gave it.
  public let file: String
  /// The line; the first is 1.
  public let line: Int
  /// The `[section]` above it; empty before the first one.
  public let section: String
  /// The key.
  public let key: String
  /// The value, without the space around it, quotes and comment.
  public let value: String

  /// The error that says that this entry's value isn't what was `expected`.
  public func error(expected: String) -> KeyValueError {
    error(ValueError(found: quoted(value), expected: expected))
  }

  /// An error about this entry's value, with its place put before it.
  public func error(_ reason: ValueError) -> KeyValueError {
    KeyValueError(file: file, line: line, reason: reason)
  }

  /// The value as a number in `unit`, which may be written behind it.
  public func quantity(in unit: UnitOfMeasure) throws(KeyValueError) -> Double {
    do throws(ValueError) {
      return try parseQuantity(value, in: unit)
    } catch {
      throw self.error(error)
    }
  }
}
