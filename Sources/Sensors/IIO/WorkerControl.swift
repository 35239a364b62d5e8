// SPDX-License-Identifier: MIT

internal import Posix

/// What the event loop tells a sensor's thread: to look again, or to end.
final class WorkerControl: Sendable {
  private struct State: Sendable {
    var isStopped = false
    var shallBeginAnew = false
    var shallLook = false
    var mayChange = true
    var cancellation: IIOBuffer.Cancellation?
  }

  private let state = Lock(State())
  private let bell: EventCounter

  init() throws(Errno) { bell = try EventCounter() }

  /// The thread waits on it besides its sensor.
  var descriptor: Int32 { bell.number }

  /// Whether the thread is to leave its sensor, to end or to begin anew.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Whether the thread may leave a sensor that it reads for a better one.
  var mayChange: Bool {
    get { state.withLock { $0.mayChange } }
    set { state.withLock { $0.mayChange = newValue } }
  }

  /// Ends the thread, in whatever wait it is that can be ended.
  func stop() { interrupt(toBeginAnew: false) }

  /// Lets the thread leave its sensor and begin anew, like one that has just started.
  func beginAnew() { interrupt(toBeginAnew: true) }

  /// Whether the thread that has left its sensor is to begin anew, asked once; else it ends.
  func takeNewBeginning() -> Bool {
    state.withLock { state in
      guard state.shallBeginAnew else { return false }
      (state.isStopped, state.shallBeginAnew) = (false, false)
      return true
    }
  }

  private func interrupt(toBeginAnew shallBeginAnew: Bool) {
    let cancellation = state.withLock { state in
      // Who is to end doesn't begin anew.
      state.shallBeginAnew = shallBeginAnew && (!state.isStopped || state.shallBeginAnew)
      state.isStopped = true
      return state.cancellation
    }
    cancellation?.cancel()
    bell.ring()
  }

  /// Lets the thread look at what is there: for a sensor, if it has none, else for a better one.
  func lookAgain() {
    state.withLock { $0.shallLook = true }
    bell.ring()
  }

  /// What `stop` cancels from now on; nil for nothing.
  func setCancellation(_ cancellation: IIOBuffer.Cancellation?) {
    let isLate = state.withLock { state in
      state.cancellation = cancellation
      return state.isStopped
    }
    if isLate { cancellation?.cancel() }
  }

  /// Waits in the thread until `deadline` (CLOCK_MONOTONIC, ns), or until it is to look or to end.
  ///
  /// Returns whether it is to look again.
  func wait(until deadline: Int64) -> Bool {
    var awaited = Awaited(descriptor)
    // Fails for no reason but a lack of memory; then the wait is a short one.
    try? poll(&awaited, until: deadline)
    return takeRequest()
  }

  /// Whether to look again, asked once.
  func takeRequest() -> Bool {
    bell.silence()
    return state.withLock { state in
      defer { state.shallLook = false }
      return state.shallLook
    }
  }
}
