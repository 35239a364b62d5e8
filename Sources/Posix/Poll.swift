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

  fileprivate var question: pollfd {
    pollfd(
      fd: number, events: Int16((reading ? POLLIN : 0) | (writing ? POLLOUT : 0)), revents: 0)
  }

  fileprivate mutating func take(_ answer: pollfd) {
    let events = Int32(answer.revents)
    hasEnded = events & (POLLHUP | POLLERR | POLLNVAL) != 0
    isReadable = events & POLLIN != 0 || hasEnded
    isWritable = events & POLLOUT != 0
  }
}

/// Waits until one of `awaited` is ready, or until `deadline` (CLOCK_MONOTONIC, ns; nil for ever).
///
/// An interrupting signal starts the wait again with what is left of the time: poll(2). Costs no
/// memory.
public func poll(_ awaited: inout [Awaited], until deadline: Int64?) throws(Errno) {
  let outcome = withUnsafeTemporaryAllocation(of: pollfd.self, capacity: awaited.count) { set in
    for index in awaited.indices {
      set.initializeElement(at: index, to: awaited[index].question)
    }
    let outcome = Result { () throws(Errno) in try wait(set, until: deadline) }
    for index in awaited.indices { awaited[index].take(set[index]) }
    return outcome
  }
  try outcome.get()
}

/// Waits for one descriptor, as for several.
public func poll(_ awaited: inout Awaited, until deadline: Int64?) throws(Errno) {
  var question = awaited.question
  let outcome = withUnsafeMutablePointer(to: &question) { pointer in
    let set = UnsafeMutableBufferPointer(start: pointer, count: 1)
    return Result { () throws(Errno) in try wait(set, until: deadline) }
  }
  awaited.take(question)
  try outcome.get()
}

private func wait(
  _ set: UnsafeMutableBufferPointer<pollfd>, until deadline: Int64?
) throws(Errno) {
  while true {
    var timeout: Int32 = -1
    if let deadline {
      // Rounded up: waking a fraction of a millisecond early would only turn once more.
      let milliseconds = (max(0, deadline - monotonicNow()) + 999_999) / 1_000_000
      timeout = Int32(clamping: milliseconds)
    }
    if Glibc.poll(set.baseAddress, nfds_t(set.count), timeout) >= 0 { return }
    let error = Errno.current
    if error != .interrupted { throw error }
  }
}
