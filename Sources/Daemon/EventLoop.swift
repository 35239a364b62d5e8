// SPDX-License-Identifier: MIT

internal import CSystemd
internal import Glibc
internal import Posix

/// The daemon's one event loop: sd-event(3).
///
/// Not for use from a second thread.
///
/// Callbacks never fail: sd-event would switch off a source whose callback returns an error, and
/// say nothing.
final class EventLoop {
  /// For what waits in this loop beside descriptors, timers and signals.
  let event: OpaquePointer

  init() throws(Errno) {
    var event: OpaquePointer?
    try check(sd_event_new(&event))
    guard let event else { throw Errno.invalidArgument }
    self.event = event
  }

  deinit { sd_event_unref(event) }

  /// Runs until somebody calls `stop`.
  func run() throws(Errno) { try check(sd_event_loop(event)) }

  /// Lets `run` return after the present callback.
  func stop() { sd_event_exit(event, 0) }

  /// Calls `handler` when `descriptor` can be read, or has ended.
  ///
  /// The caller keeps the descriptor open, and drops the returned registration before closing it.
  func onReadable(
    _ descriptor: Int32, _ handler: @escaping (Readiness) -> Void
  ) throws(Errno) -> Registration {
    let registration = Registration { handler(Readiness(events: $0)) }
    try check(
      sd_event_add_io(
        event, &registration.source, descriptor, Readiness.reading | Readiness.shutDown,
        { _, _, events, userData in Registration.dispatch(userData, events) },
        registration.userData))
    return registration
  }

  /// A timer that is off until it is set.
  func onTime(_ handler: @escaping () -> Void) throws(Errno) -> Registration {
    let registration = Registration { _ in handler() }
    // Slack 1 µs, the least: a state's time depends on it, and on an idle loop sd-event wakes as
    // late as it is allowed to, always. (0 would mean 250 ms.) The other timers go off about once a
    // second, beside states that go sixty times: a slack of their own would save nothing.
    try check(
      sd_event_add_time(
        event, &registration.source, CLOCK_MONOTONIC, UInt64.max, 1,
        { _, _, userData in Registration.dispatch(userData, 0) }, registration.userData))
    return registration
  }

  /// Calls `handler` once after the present callback, before any other, when it is set due.
  func afterTurn(_ handler: @escaping () -> Void) throws(Errno) -> Registration {
    let registration = Registration { _ in handler() }
    try check(
      sd_event_add_defer(
        event, &registration.source,
        { _, userData in Registration.dispatch(userData, 0) }, registration.userData))
    try check(
      sd_event_source_set_priority(registration.source, Int64(SD_EVENT_PRIORITY_IMPORTANT)))
    try check(sd_event_source_set_enabled(registration.source, Int32(SD_EVENT_OFF)))
    return registration
  }

  /// Calls `handler` when `signal` comes, which has been blocked before.
  func onSignal(
    _ signal: Signal, _ handler: @escaping () -> Void
  ) throws(Errno) -> Registration {
    let registration = Registration { _ in handler() }
    try check(
      sd_event_add_signal(
        event, &registration.source, signal.rawValue,
        { _, _, userData in Registration.dispatch(userData, 0) }, registration.userData))
    return registration
  }

  /// What a descriptor is ready for.
  struct Readiness {
    fileprivate static let reading = UInt32(EPOLLIN.rawValue)
    fileprivate static let writing = UInt32(EPOLLOUT.rawValue)
    fileprivate static let shutDown = UInt32(EPOLLRDHUP.rawValue)
    private static let ended = UInt32(EPOLLHUP.rawValue | EPOLLERR.rawValue)

    fileprivate let events: UInt32

    /// It can be read, or it has ended: a read tells which.
    var canRead: Bool { events & (Self.reading | Self.ended) != 0 }
    /// Nothing comes here any more but what has come already.
    var isShutDown: Bool { events & (Self.shutDown | Self.ended) != 0 }
    /// It can be written.
    var canWrite: Bool { events & Self.writing != 0 }
  }

  /// A callback in the loop, for as long as this object lives.
  final class Registration {
    fileprivate var source: OpaquePointer?
    private let handler: (UInt32) -> Void

    fileprivate init(_ handler: @escaping (UInt32) -> Void) { self.handler = handler }

    deinit { sd_event_source_disable_unref(source) }

    fileprivate var userData: UnsafeMutableRawPointer {
      Unmanaged.passUnretained(self).toOpaque()
    }

    fileprivate static func dispatch(_ userData: UnsafeMutableRawPointer?, _ events: UInt32)
      -> Int32
    {
      guard let userData else { return 0 }
      // Retained for the call: the handler may drop the last reference to its own registration.
      Unmanaged<Registration>.fromOpaque(userData).takeUnretainedValue().handler(events)
      return 0
    }

    /// A descriptor's: waits for something to read, or for room to write, or for both; for neither it is
    /// not even told of the end.
    ///
    /// After an error nobody may hear of it any more.
    func setWaits(forInput: Bool, forRoom: Bool) throws(Errno) {
      try check(
        sd_event_source_set_io_events(
          source, (forInput ? Readiness.reading : 0) | (forRoom ? Readiness.writing : 0)))
      try check(
        sd_event_source_set_enabled(
          source, Int32(forInput || forRoom ? SD_EVENT_ON : SD_EVENT_OFF)))
    }

    /// That of `afterTurn`: goes off once, now.
    func setDue() { sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT)) }

    /// A timer's: goes off once, after all that was due before it.
    ///
    /// A deferred source would go off before that, each time: for sd-event it has been due since it was made.
    func setDueInTurn() { setTime(0) }

    /// A timer's: goes off once at this CLOCK_MONOTONIC time (ns), or not at all.
    func setTime(_ time: Int64?) {
      guard let time else {
        sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
        return
      }
      // Up to the next microsecond: a step that is due at `time` is due when it goes off.
      sd_event_source_set_time(source, UInt64(max(0, time)) / 1000 + 1)
      sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
    }
  }
}

/// libsystemd's calls return a negative errno.
func check(_ result: Int32) throws(Errno) {
  if result < 0 { throw Errno(rawValue: -result) }
}
