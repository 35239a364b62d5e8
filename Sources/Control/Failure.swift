// SPDX-License-Identifier: MIT

internal import Options
internal import Wire

/// Why a run ends early: its exit code (sysexits.h), and what a person is told.
struct Failure: Error, Equatable {
  var exitCode: Int32
  /// nil if there is nothing to say.
  var message: String?
  var hint: String?
  /// What balld answered, for programs; nil if it isn't balld that refused.
  private var answer: ErrorReport?

  init(exitCode: Int32, message: String, hint: String? = nil) {
    self.exitCode = exitCode
    self.message = message
    self.hint = hint
  }

  private init(silentWith exitCode: Int32) { self.exitCode = exitCode }

  /// The reader of the output has gone, as `head` does: no error.
  static let outputClosed = Failure(silentWith: 0)
  /// What was printed says that something needs somebody.
  static let notWell = Failure(silentWith: 1)

  /// What balld answered.
  init(_ report: ErrorReport) {
    exitCode = report.code == .notPermitted ? 77 : 70
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
    switch error {
    case .nobodyListens, .closed, .failed, .notReading, .cannotConnect: exitCode = 69
    case .notPermitted, .untrusted: exitCode = 77
    case .malformed: exitCode = 70
    }
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
      switch exitCode {
      case 65: "bad-input"
      case 69: "unreachable"
      case 73: "cannot-create"
      case 74: "input-output"
      case 77: "not-permitted"
      case UsageError.exitCode: "usage"
      default: "not-understood"
      }
    return ErrorReport(code: ErrorReport.Code(rawValue: word), message: message, hint: hint)
  }
}
