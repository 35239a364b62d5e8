// SPDX-License-Identifier: MIT

internal import Options
internal import Posix

/// One line a change to standard error, for the person who looks after the daemon.
struct Log: Sendable {
  /// How much a line matters: the syslog(3) priorities that balld uses.
  enum Level: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6

    var name: String {
      switch self {
      case .error: "error"
      case .warning: "warning"
      case .notice: "notice"
      case .info: "info"
      }
    }
  }

  private let isJournal: Bool
  private let sink: @Sendable (String) -> Void
  private var note: (@Sendable (String) -> Void)?

  /// Hands each line, without its end, to `sink`.
  ///
  /// The journal knows the program, and takes the level as a number.
  init(isJournal: Bool = false, sink: @escaping @Sendable (String) -> Void) {
    self.isJournal = isJournal
    self.sink = sink
  }

  /// `balld: LEVEL: TEXT` on standard error.
  ///
  /// That it can't be written is nothing to end for.
  static let standardError = Log(isJournal: Process.isJournal(2)) {
    try? writeAll($0 + "\n", to: 2)
  }

  /// The same log, of whose warnings `note` gets the text as well.
  func noting(_ note: @escaping @Sendable (String) -> Void) -> Log {
    var log = self
    log.note = note
    return log
  }

  /// Writes a line; what in it comes from elsewhere, a device's name say, can't break it.
  func callAsFunction(_ level: Level, _ text: String) {
    // The journal takes the priority away: sd-daemon(3).
    let prefix = isJournal ? "<\(level.rawValue)>" : "balld: \(level.name): "
    sink(prefix + plainText(text))
    if level == .warning { note?(text) }
  }
}
