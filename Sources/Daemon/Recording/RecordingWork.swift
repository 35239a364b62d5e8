// SPDX-License-Identifier: MIT

internal import Posix
internal import Store

/// What is done on the writer's thread: a recording's lines are written as they come, and made safe
/// against a power cut twice a second.
struct RecordingWork: WriterWork {
  /// An open file, which is the thread's from here on.
  final class File: Sendable {
    let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  /// Lines to write.
  struct Job: WriterJob {
    var bytes: [UInt8]
    var size: Int { bytes.count }
  }

  private let file: File
  /// Whether something was written that may not outlast a power cut.
  private var isUnsafe = false
  private var lastSync: Int64
  private var failure: Errno?
  private(set) var health = StorageHealth()

  /// Half of the second that may be lost: the other half is for handing lines over and for the sync.
  private static let syncInterval: Int64 = 500_000_000

  init(_ file: File) {
    self.file = file
    lastSync = monotonicNow()
  }

  mutating func carryOut(_ job: Job, outcomes: inout [Errno]) {
    guard failure == nil else { return }
    do throws(Errno) {
      try writeAll(job.bytes, to: file.descriptor.number)
    } catch {
      fail(error, &outcomes)
    }
    isUnsafe = true
  }

  mutating func settle(outcomes: inout [Errno]) {
    guard let deadline, deadline <= monotonicNow() else { return }
    sync(&outcomes)
  }

  mutating func close(outcomes: inout [Errno]) { sync(&outcomes) }

  var deadline: Int64? { isUnsafe && failure == nil ? lastSync + Self.syncInterval : nil }

  private mutating func sync(_ outcomes: inout [Errno]) {
    guard isUnsafe, failure == nil else { return }
    let start = monotonicNow()
    do throws(Errno) {
      try file.descriptor.synchronizeData()
    } catch {
      fail(error, &outcomes)
    }
    isUnsafe = false
    lastSync = monotonicNow()
    health.lastSync = lastSync - start
  }

  /// Tells the first failure, after which nothing is written any more.
  private mutating func fail(_ error: Errno, _ outcomes: inout [Errno]) {
    failure = error
    outcomes.append(error)
  }
}
