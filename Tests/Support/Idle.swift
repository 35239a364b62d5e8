// SPDX-License-Identifier: MIT

internal import Posix

/// Does nothing until `due` (ns of CLOCK_MONOTONIC): where a test is about time itself, or about something
/// that nothing tells of.
public func idle(until due: Int64) {
  var nothing: [Awaited] = []
  try? poll(&nothing, until: due)
}
