// SPDX-License-Identifier: MIT

public import Posix

/// Writes small files as a writer's work: all or nothing, with the directories above them.
///
/// Of several contents for one path that wait, the newest is written.
public struct FileWork: WriterWork {
  /// There is nothing to begin with.
  public struct Setup: Sendable {
    /// Begins with nothing.
    public init() {}
  }

  /// A file that is to have this content.
  public struct Job: WriterJob {
    /// The file's path.
    public var path: String
    /// All that is to be in it.
    public var content: [UInt8]

    /// What a file is to hold.
    public init(path: String, content: [UInt8]) {
      self.path = path
      self.content = content
    }

    /// The content, and the path.
    public var size: Int { content.count + path.utf8.count }
  }

  /// How the writing of a file went.
  public struct Outcome: Equatable, Sendable {
    /// The file's path.
    public var path: String
    /// Nil if it is on the disk; else the file is as it was.
    public var error: Errno?
  }

  private var waiting: [Job] = []
  private var lastSync: Int64?

  /// Begins, with nothing to write.
  public init(_ setup: Setup) {}

  /// Takes a file, in place of an older content that waits.
  public mutating func carryOut(_ job: Job, outcomes: inout [Outcome]) {
    waiting.removeAll { $0.path == job.path }
    waiting.append(job)
  }

  /// Writes what waits.
  public mutating func settle(outcomes: inout [Outcome]) {
    for job in waiting {
      let begin = monotonicNow()
      let error = Self.write(job)
      if error == nil { lastSync = monotonicNow() - begin }
      outcomes.append(Outcome(path: job.path, error: error))
    }
    waiting.removeAll()
  }

  /// Writes what waits.
  public mutating func close(outcomes: inout [Outcome]) { settle(outcomes: &outcomes) }

  /// Nothing is tried again by itself.
  public var deadline: Int64? { nil }

  /// How long the last file took.
  public var health: StorageHealth { StorageHealth(lastSync: lastSync) }

  private static func write(_ job: Job) -> Errno? {
    do throws(Errno) {
      if let slash = job.path.lastIndex(of: "/") {
        try Directory.makeAll(String(job.path[..<slash]), mode: 0o700)
      }
      try replaceFile(at: job.path, with: job.content)
      return nil
    } catch {
      return error
    }
  }
}
