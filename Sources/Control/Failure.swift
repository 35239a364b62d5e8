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
  var code: ErrorReport.Code?

  init(exitCode: Int32, message: String, hint: String? = nil) {
    self.exitCode = exitCode
    self.message = message
    self.hint = hint
  }

  private init() { exitCode = 0 }

  /// The reader of the output has gone, as `head` does: no error.
  static let outputClosed = Failure()

  /// What balld answered.
  init(_ report: ErrorReport) {
    exitCode = report.code == .notPermitted ? 77 : 70
    message = report.message
    hint = report.hint
    code = report.code
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
}
