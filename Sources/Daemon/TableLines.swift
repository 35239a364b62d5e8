// SPDX-License-Identifier: MIT

/// What is told of tables, encoded once for all who ask.
struct TableLines {
  /// The `table` message of what lies there now; nil until somebody needs it.
  var current: [UInt8]?
  /// The `tables` message, and when it was made (ns of CLOCK_MONOTONIC).
  var list: (line: [UInt8], time: Int64)?
  /// What was last logged of tables that can't be listed.
  var warnings: [String] = []

  /// Lets both be made anew.
  mutating func forget() {
    current = nil
    list = nil
  }
}
