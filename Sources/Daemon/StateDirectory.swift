// SPDX-License-Identifier: MIT

internal import Posix

/// The directory in which balld keeps what outlives it.
///
/// It is made when there is something to keep, with the mode 0700.
struct StateDirectory: Equatable, Sendable {
  /// Its path.
  let path: String

  /// Chooses the directory, without looking whether it is there.
  ///
  /// What `--state-dir` names; else what systemd has made ($STATE_DIRECTORY); else balld/ in
  /// $XDG_STATE_HOME or ~/.local/state. Nil where none of these is set.
  init?(named given: String?, environment: (String) -> String? = Process.environment) {
    func absolute(_ variable: String) -> String? {
      // As the XDG Base Directory Specification has it: a relative path is to be ignored.
      environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    // A unit may have several, with colons between.
    let ofService = environment("STATE_DIRECTORY")?.split(separator: ":").first.map(String.init)
    let byHand =
      absolute("XDG_STATE_HOME").map { "\($0)/balld" }
      ?? absolute("HOME").map { "\($0)/.local/state/balld" }
    guard let path = given ?? ofService ?? byHand, !path.isEmpty else { return nil }
    self.path = path
  }

  /// Where the sensors' memories are.
  var sensors: String { "\(path)/sensors" }
}
