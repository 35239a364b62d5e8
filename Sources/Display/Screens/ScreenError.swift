// SPDX-License-Identifier: MIT

internal import Options
internal import Posix

/// Why a screen can't be drawn on.
enum ScreenError: Error, Hashable, CustomStringConvertible {
  /// It isn't there, or no longer; it may come.
  case absent(String)
  /// The system refused.
  case failed(path: String, doing: String, Errno)
  /// Its driver sleeps, and so takes no pixels.
  case asleep(path: String)
  /// It has become another one: another size, or other pixels.
  case changed(path: String)
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
    case .asleep(let path): "cannot write to \(path): its driver sleeps"
    case .changed(let path): "\(path) has another size or other pixels now"
    case .unfit(let path, let reason): "cannot draw on \(path): \(reason)"
    }
  }

  /// Whether waiting may help.
  var isTemporary: Bool {
    switch self {
    case .absent, .asleep, .changed: true
    case .failed(_, _, let error):
      [.noSuchDevice, .noSuchAddress, .noSuchFile, .inputOutput, .busy].contains(error)
    case .unfit: false
    }
  }

  /// Whether the right to open it was lacking: in the moment in which a node appears nobody has it yet.
  var isRefusal: Bool {
    switch self {
    case .failed(_, "open", .permissionDenied), .failed(_, "open", .notPermitted): true
    default: false
    }
  }

  /// The exit code where waiting doesn't help.
  var exitCode: ExitCode {
    switch self {
    case .failed(_, _, .permissionDenied), .failed(_, _, .notPermitted): .permission
    case .absent, .asleep, .changed, .unfit: .unavailable
    case .failed: .inputOutput
    }
  }
}
