// SPDX-License-Identifier: MIT

internal import Options
internal import Wire

/// Why a run ends early: its exit code, and what a person is told.
struct Failure: Error, Equatable {
  /// An `ExitCode`, or 0 or 1 where nothing has failed.
  var exitCode: Int32
  /// nil if there is nothing to say.
  var message: String?
  var hint: String?
  /// What balld answered, for programs; nil if it isn't balld that refused.
  private var answer: ErrorReport?

  init(exitCode: ExitCode, message: String, hint: String? = nil) {
    self.exitCode = exitCode.rawValue
    self.message = message
    self.hint = hint
  }

  /// What ends a run although nothing has failed; `message` tells two such apart.
  init(endingWith exitCode: Int32, message: String? = nil) {
    self.exitCode = exitCode
    self.message = message
  }

  /// The reader of the output has gone, as `head` does: no error.
  static let outputClosed = Failure(endingWith: 0)
  /// What was printed says that something needs somebody.
  static let notWell = Failure(endingWith: 1)

  /// What balld answered.
  init(_ report: ErrorReport) {
    exitCode = (report.code == .notPermitted ? ExitCode.permission : .internal).rawValue
    message = report.message
    // What the protocol is told by a program that opens sockets is of no use to a person.
    hint =
      report.code == .notPermitted
      ? "who belongs to the group balld may command it: `sudo adduser USER balld`, and log in anew"
      : report.hint
    answer = report
  }

  init(_ error: UsageError) {
    exitCode = UsageError.exitCode
    message = error.description
  }

  init(_ error: ConnectionError) {
    let code: ExitCode =
      switch error {
      case _ where error.isOfPermission: .permission
      case .malformed: .internal
      default: .unavailable
      }
    exitCode = code.rawValue
    message = error.description
  }

  /// What balld answered, as a stable word; nil if it isn't balld that refused.
  var code: ErrorReport.Code? { answer?.code }

  /// The error as programs get it; nil if there is nothing to say.
  ///
  /// What balld didn't answer has a word of ballctl's own, by its exit code.
  var report: ErrorReport? {
    if let answer { return answer }
    guard let message else { return nil }
    let word =
      switch ExitCode(rawValue: exitCode) {
      case .notUnderstood: "bad-input"
      case .unavailable: "unreachable"
      case .cannotCreate: "cannot-create"
      case .inputOutput: "input-output"
      case .permission: "not-permitted"
      case .usage: "usage"
      default: "not-understood"
      }
    return ErrorReport(code: ErrorReport.Code(rawValue: word), message: message, hint: hint)
  }
}
