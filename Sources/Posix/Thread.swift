// SPDX-License-Identifier: MIT

internal import CShims
internal import Glibc

/// Threads of our own, for what can block.
public enum Thread {
  /// Runs `body` on a thread of its own that nobody waits for: pthread_create(3), detached.
  ///
  /// Its name (at most 15 bytes) is what `top -H` shows. Signals are handled elsewhere: the thread
  /// has all of them blocked.
  public static func start(
    _ name: String, _ body: @escaping @Sendable () -> Void
  ) throws(Errno) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // The default of 8 MiB is only reserved, but a small one keeps a limit on memory honest.
    pthread_attr_setstacksize(&attributes, 512 << 10)

    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    let work = Unmanaged.passRetained(Work(name: name, body: body))
    var thread = pthread_t()
    let error = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    if error != 0 {
      work.release()
      throw Errno(rawValue: error)
    }
  }
}

private final class Work: Sendable {
  private let name: String
  private let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }

  func run() {
    shim_name_thread(name)
    body()
  }
}
