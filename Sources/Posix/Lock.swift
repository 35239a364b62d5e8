// SPDX-License-Identifier: MIT

internal import Glibc

/// A value that one thread at a time may touch: the one lock type of the house.
///
/// A pthread mutex, because the thread sanitizer understands it and `Synchronization.Mutex`,
/// whose code it can't see, gives false reports under it.
public final class Lock<State>: Sendable where State: Sendable {
  // Reason for nonisolated(unsafe): every access is inside `withLock`, which holds the mutex.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // Reason for nonisolated(unsafe): as above.
  private nonisolated(unsafe) var state: State

  /// Makes an open lock around `state`.
  public init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with the lock held.
  ///
  /// Not recursive.
  public func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }
}
