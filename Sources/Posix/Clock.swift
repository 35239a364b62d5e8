// SPDX-License-Identifier: MIT

internal import Glibc

/// CLOCK_MONOTONIC in nanoseconds: the time on which everything in balld is measured.
public func monotonicNow() -> Int64 { now(CLOCK_MONOTONIC) }

/// CLOCK_REALTIME in nanoseconds since 1970: for people, and never for a difference.
public func realtimeNow() -> Int64 { now(CLOCK_REALTIME) }

private func now(_ clock: clockid_t) -> Int64 {
  var time = timespec()
  // Fails for an unknown clock or a bad pointer only: neither can be here.
  clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
