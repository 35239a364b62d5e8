// SPDX-License-Identifier: MIT

public import Posix

/// Writes scans into a fake device at a steady rate, stamped by CLOCK_MONOTONIC, on a thread of its
/// own, until the last reference goes.
public final class Feeder: Sendable {
  private struct State: Sendable {
    var axes: [Int16]
    var isRunning = true
    var isSilent = false
    var written = 0
  }

  private let state: Lock<State>

  /// Feeds device `number` of `fake` with `axes`, `rate` times a second.
  public init(
    _ fake: FakeIIO, _ number: Int, axes: [Int16], rate: Int64 = 100, stampedBy offset: Int64 = 0
  ) throws(Errno) {
    let state = Lock(State(axes: axes))
    self.state = state
    try Thread.start("feeder") {
      var due = monotonicNow()
      while true {
        let now = state.withLock { $0 }
        if !now.isRunning { return }
        // As the kernel: nothing is collected before the buffer is switched on.
        if !now.isSilent, fake.get("buffer/enable", of: number) == "1",
          fake.scan(now.axes, time: monotonicNow() + offset, to: number)
        {
          state.withLock { $0.written += 1 }
        }
        due += 1_000_000_000 / rate
        var nothing: [Awaited] = []
        try? poll(&nothing, until: due)
      }
    }
  }

  deinit { state.withLock { $0.isRunning = false } }

  /// The raw numbers of the axes, from the next scan on.
  public func set(_ axes: [Int16]) { state.withLock { $0.axes = axes } }

  /// Whether it writes nothing for now.
  public func setSilent(_ isSilent: Bool) { state.withLock { $0.isSilent = isSilent } }

  /// How many scans were written.
  public var written: Int { state.withLock { $0.written } }

  /// Whether any was written, now or within the next 20 s: what a daemon tells of its sensor can be there
  /// before.
  public func hasWritten() throws(Errno) -> Bool {
    let deadline = monotonicNow() + 20_000_000_000 * Sanitizer.slowness
    while written == 0, monotonicNow() < deadline {
      var nothing: [Awaited] = []
      try poll(&nothing, until: monotonicNow() + 5_000_000)
    }
    return written > 0
  }
}
