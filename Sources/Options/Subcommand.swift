// SPDX-License-Identifier: MIT

/// What a program can be told to do, as the first of its operands.
public struct Subcommand: Hashable, Sendable {
  /// The word.
  public let name: String
  /// What stands for what it needs, such as `NAME`.
  public let operands: [String]
  /// What it does: a phrase without a full stop.
  public let meaning: String

  /// Declares a command that stands alone.
  public init(_ name: String, _ meaning: String) { self.init(name, [], meaning) }

  /// Declares a command with its operands.
  public init(_ name: String, _ operands: [String], _ meaning: String) {
    self.name = name
    self.operands = operands
    self.meaning = meaning
  }

  /// The command as it is typed, such as `table NAME`.
  public var synopsis: String { ([name] + operands).joined(separator: " ") }
}

/// What a program's end tells whoever started it.
public struct ExitStatus: Hashable, Sendable {
  /// The number, by sysexits.h where there is one.
  public let code: Int32
  /// What it says: a phrase without a full stop.
  public let meaning: String

  /// Declares an exit status.
  public init(_ code: Int32, _ meaning: String) {
    self.code = code
    self.meaning = meaning
  }
}
