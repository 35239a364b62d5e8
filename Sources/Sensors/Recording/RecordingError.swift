// SPDX-License-Identifier: MIT

/// Why a recording can't be played.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is, which decides the exit code of a program that ends with it.
  public enum Kind: Sendable {
    /// The content can't be understood (EX_DATAERR, 65).
    case notUnderstood
    /// There is no such recording (EX_NOINPUT, 66).
    case missing
    /// Reading failed (EX_IOERR, 74).
    case inputOutput
    /// Reading isn't allowed (EX_NOPERM, 77).
    case permission
  }

  /// What kind of trouble it is.
  public let kind: Kind
  /// The file's name, as the user gave it.
  public let file: String
  /// The line that is to blame, the first being 1; nil when it is none in particular.
  public let line: Int?
  /// What is wrong, as a sentence without its end.
  public let reason: String

  /// Makes an error of these parts.
  public init(kind: Kind, file: String, line: Int?, reason: String) {
    self.kind = kind
    self.file = file
    self.line = line
    self.reason = reason
  }

  /// "FILE:LINE: reason", or "FILE: reason" without a line.
  public var description: String {
    line.map { "\(file):\($0): \(reason)" } ?? "\(file): \(reason)"
  }
}
