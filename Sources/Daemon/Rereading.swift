// SPDX-License-Identifier: MIT

/// How the settings are read anew, and what came of it the last time.
struct Rereading {
  /// Reads them, in whatever thread; nil where they never change.
  var read: (@Sendable () throws(Failure) -> Configuration)?
  /// Reads them in a thread of its own; made for the first reading.
  var reader: SettingsReader?
  /// Whether they are to be read once more when they have been read.
  var isWanted = false
  /// Why they couldn't be read anew; nil if they could.
  var fault: String?
}
