// SPDX-License-Identifier: MIT

import Options

@testable internal import Daemon

/// Reads what a fuzzer or a test made up as a configuration file.
public enum ConfigurationProbe {
  /// Reads settings from a file that may hold anything.
  ///
  /// Traps where a promise isn't kept: what is refused is said in one line; and what `--print-config`
  /// prints of settings that were accepted reads back to the same.
  ///
  /// - Returns: whether the settings were accepted.
  @discardableResult
  public static func read(_ bytes: [UInt8]) -> Bool {
    var configuration = Configuration()
    do throws(Failure) {
      try configuration.read(bytes, file: "a")
      _ = try configuration.prepared()
    } catch {
      precondition(error.code == .configuration && !error.description.contains("\n"))
      return false
    }
    precondition(!configuration.warnings.contains { $0.contains("\n") })
    _ = ClientLimits(configuration.settings, owner: 0)
    let printed = configuration.text
    var again = Configuration()
    do throws(Failure) {
      try again.read(Array(printed.utf8), file: "b")
      _ = try again.prepared()
    } catch {
      preconditionFailure("what was printed can't be read: \(error)")
    }
    precondition(again.settings == configuration.settings && again.warnings.isEmpty)
    return true
  }
}
