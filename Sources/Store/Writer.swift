// SPDX-License-Identifier: MIT

public import Posix

/// A thread that writes, behind a bounded queue: however long a disk takes, who hands in jobs never
/// waits.
///
///     let writer = try Writer<StoreWork>("balld-store", setup)
///     loop: wait for writer.descriptor, then writer.takeOutcomes()
///     guard writer.submit(job) else { … }   // full: whoever wanted it ends, with that reason
///     writer.close(within: 2_000_000_000)
///
/// Jobs are carried out in their order. Those that came meanwhile are taken at once and settled
/// together, so that a slow disk syncs more seldom, and not later and later.
public final class Writer<Work: WriterWork>: Sendable {
  private let channel: WriterChannel<Work>

  /// What becomes readable when there are outcomes; it stays this object's.
  public var descriptor: Int32 { channel.bell.number }

  /// Starts the thread, whose name has at most 15 bytes.
  ///
  /// - Parameters:
  ///   - name: what `top -H` shows.
  ///   - setup: what the work begins with.
  ///   - limit: how much may wait. As much again may be under way.
  /// - Throws: when there is no thread or no descriptor left.
  public init(
    _ name: String, _ setup: Work.Setup, limit: WriterLimit = .usual
  ) throws(Errno) {
    channel = try WriterChannel(setup, limit: limit)
    let thread: any ThreadBody = channel
    try Thread.start(name) { thread.run() }
  }

  /// The thread ends by itself, when all that waits is done; nobody waits for it.
  deinit { channel.beginClosing() }

  /// Hands a job in, without waiting.
  ///
  /// - Returns: whether it was taken: false when the queue is full, or closed.
  public func submit(_ job: Work.Job) -> Bool { channel.submit(job) }

  /// All there is to tell since the last time; the descriptor is silent afterwards.
  public func takeOutcomes() -> [Work.Outcome] { channel.takeOutcomes() }

  /// How the storage was after the last settling.
  public var health: StorageHealth { channel.health }

  /// Takes no more jobs, and waits until all that waits is done and durable.
  ///
  /// - Parameter duration: how long to wait at the most, ns.
  /// - Returns: whether it is done. If not, the thread goes on for as long as the process lives.
  public func close(within duration: Int64) -> Bool { channel.close(within: duration) }
}

/// How much may wait in front of a writer.
public struct WriterLimit: Sendable {
  /// The most jobs.
  public var jobs: Int
  /// The most bytes of all jobs together.
  public var bytes: Int

  /// Makes a limit.
  public init(jobs: Int, bytes: Int) {
    self.jobs = jobs
    self.bytes = bytes
  }

  /// A minute of a fast sensor's samples, and little memory: 4096 jobs, 1 MiB.
  public static let usual = WriterLimit(jobs: 4096, bytes: 1 << 20)
}
