// SPDX-License-Identifier: MIT

/// What is done on a writer's thread: it owns files, and carries out jobs on them.
///
/// All of it is made, used and dropped on that one thread, so it may block, and needn't be Sendable.
public protocol WriterWork {
  /// What the work is begun with.
  associatedtype Setup: Sendable
  /// What can be asked of it.
  associatedtype Job: WriterJob
  /// What it has to tell.
  associatedtype Outcome: Sendable

  /// Begins, on the thread.
  init(_ setup: Setup)

  /// Carries out one job; it needn't be durable yet.
  mutating func carryOut(_ job: Job, outcomes: inout [Outcome])

  /// Makes durable what is due: all jobs that had come are carried out, or `deadline` has passed.
  mutating func settle(outcomes: inout [Outcome])

  /// Makes everything durable and closes it, since nothing will come any more.
  mutating func close(outcomes: inout [Outcome])

  /// When `settle` is wanted though no job comes (CLOCK_MONOTONIC, ns); nil for never.
  var deadline: Int64? { get }

  /// How the storage is, looked at after each `settle`.
  var health: StorageHealth { get }
}

/// A job for a writer: a value that says all there is to do.
public protocol WriterJob: Sendable {
  /// How many bytes of memory it holds, roughly, while it waits.
  var size: Int { get }
}

/// How the place is where things are stored.
public struct StorageHealth: Equatable, Sendable {
  /// How long it took, the last time, until something was safely on the disk, ns; nil before that.
  public var lastSync: Int64?
  /// When that was, ns of CLOCK_MONOTONIC.
  public var lastSyncTime: Int64?
  /// The free bytes of the file system that this user may fill; nil if that isn't known.
  public var freeBytes: Int64?
  /// Where things are stored; nil if no place is known.
  public var directory: String?
  /// What keeps things from being stored, and what to do about it; nil if nothing does.
  public var fault: String?

  /// A place of which nothing is known yet.
  public init(
    lastSync: Int64? = nil, lastSyncTime: Int64? = nil, freeBytes: Int64? = nil,
    directory: String? = nil, fault: String? = nil
  ) {
    self.lastSync = lastSync
    self.lastSyncTime = lastSyncTime
    self.directory = directory
    self.freeBytes = freeBytes
    self.fault = fault
  }
}
