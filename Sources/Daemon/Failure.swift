// SPDX-License-Identifier: MIT

public import Options

/// Why the program can't go on: one line for people, and the exit code for programs.
public struct Failure: Error, Equatable, CustomStringConvertible {
  /// The exit codes of balld(8).
  public typealias Code = ExitCode

  /// What kind of failure it is.
  public let code: Code
  /// What was being done to what, what went wrong, and what to do about it.
  public let description: String

  /// What to do when no descriptor is left.
  static let moreOpenFiles =
    "raise the limit on open files (`ulimit -n`, or LimitNOFILE= of the service)"

  /// Makes a failure.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
