// SPDX-License-Identifier: MIT

public import Posix

/// Writes a number of scans at 1000 Hz, each with its own number in x, as fast as they fall due.
public final class CountingFeeder: Sendable {
  private let done = Lock(false)
  /// How many scans are written.
  public let written: Int64

  /// Writes `count` scans into device `number`, on a thread of its own.
  public init(_ fake: FakeIIO, _ number: Int, count: Int64) throws(Errno) {
    written = count
    let done = done
    try Thread.start("counter") {
      while fake.get("buffer/enable", of: number) != "1" {
        idle(until: monotonicNow() + 1_000_000)
      }
      var due = monotonicNow()
      for index in 0..<count {
        due += 1_000_000
        idle(until: due)
        while !fake.scan([Self.x(index), 0, 16000], time: monotonicNow(), to: number) {}
      }
      done.withLock { $0 = true }
    }
  }

  /// Whether all are written.
  public var isDone: Bool { done.withLock { $0 } }

  /// The tilt to the right of the last scan, m/s².
  public var lastX: Double { -0.000598 * Double(Self.x(written - 1)) }

  private static func x(_ index: Int64) -> Int16 { -Int16(1 + index % 499) }
}
