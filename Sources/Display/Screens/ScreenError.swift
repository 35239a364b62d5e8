// SPDX-License-Identifier: MIT

internal import Posix

/// Why a screen can't be drawn on.
enum ScreenError: Error, Hashable, CustomStringConvertible {
  /// It isn't there, or no longer; it may come.
  case absent(String)
  /// The system refused.
  case failed(path: String, doing: String, Errno)
  /// It is there, and of a kind that can't be drawn on.
  case unfit(path: String, String)

  var description: String {
    switch self {
    case .absent(let what): what
    case .failed(let path, let doing, .permissionDenied),
      .failed(let path, let doing, .notPermitted):
      "cannot \(doing) \(path): permission denied; add this user to the group that owns it"
        + " (usually video)"
    case .failed(let path, let doing, let error): "cannot \(doing) \(path): \(error)"
    case .unfit(let path, let reason): "cannot draw on \(path): \(reason)"
    }
  }

  /// Whether waiting may help.
  var isTemporary: Bool {
    switch self {
    case .absent: true
    case .failed(_, _, let error):
      [.noSuchDevice, .noSuchAddress, .noSuchFile, .inputOutput, .busy].contains(error)
    case .unfit: false
    }
  }

  /// The exit code where waiting doesn't help.
  var exitCode: Int32 {
    switch self {
    case .failed(_, _, .permissionDenied), .failed(_, _, .notPermitted): ExitCode.noPermission
    case .absent, .unfit: ExitCode.unavailable
    case .failed: ExitCode.inputOutput
    }
  }
}
