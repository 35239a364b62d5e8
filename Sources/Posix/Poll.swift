// SPDX-License-Identifier: MIT

internal import Glibc

/// One descriptor to wait for, and what came of it: a `pollfd`.
public struct Awaited: Sendable {
  /// The descriptor.
  ///
  /// Negative ones are skipped, as poll(2) does.
  public var number: Int32
  /// Wait until it can be read.
  public var reading: Bool
  /// Wait until it can be written.
  public var writing: Bool
  /// It can be read, or it has ended: a read tells which.
  public internal(set) var isReadable = false
  /// It can be written.
  public internal(set) var isWritable = false
  /// The other side is gone, or the descriptor is bad: POLLHUP, POLLERR, POLLNVAL.
  public internal(set) var hasEnded = false

  /// Waits for `number`.
  public init(_ number: Int32, reading: Bool = true, writing: Bool = false) {
    self.number = number
    self.reading = reading
    self.writing = writing
  }
}

/// Waits until one of `awaited` is ready, or until `deadline` (CLOCK_MONOTONIC, ns; nil for ever).
///
/// An interrupting signal starts the wait again with what is left of the time: poll(2).
public func poll(_ awaited: inout [Awaited], until deadline: Int64?) throws(Errno) {
  var set = awaited.map { item in
    pollfd(
      fd: item.number,
      events: Int16((item.reading ? POLLIN : 0) | (item.writing ? POLLOUT : 0)), revents: 0)
  }
  while true {
    var timeout: Int32 = -1
    if let deadline {
      // Rounded up: waking a fraction of a millisecond early would only turn once more.
      let milliseconds = (max(0, deadline - monotonicNow()) + 999_999) / 1_000_000
      timeout = Int32(clamping: milliseconds)
    }
    do {
      _ = try once(&set, timeout: timeout)
      break
    } catch .interrupted {
      continue
    }
  }
  for index in awaited.indices {
    let events = Int32(set[index].revents)
    awaited[index].hasEnded = events & (POLLHUP | POLLERR | POLLNVAL) != 0
    awaited[index].isReadable = events & POLLIN != 0 || awaited[index].hasEnded
    awaited[index].isWritable = events & POLLOUT != 0
  }
}

private func once(_ set: inout [pollfd], timeout: Int32) throws(Errno) -> Int32 {
  let count = nfds_t(set.count)
  let ready = set.withUnsafeMutableBufferPointer { Glibc.poll($0.baseAddress, count, timeout) }
  if ready < 0 { throw Errno.current }
  return ready
}
