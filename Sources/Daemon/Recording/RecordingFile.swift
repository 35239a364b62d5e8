// SPDX-License-Identifier: MIT

internal import Posix
internal import Store

/// The file of `--record` in a running daemon: its lines are written by a thread of their own, so that
/// no disk keeps the ball waiting.
final class RecordingFile {
  /// The file's path, as it was given.
  let path: String
  /// Set once the loop knows the descriptor; dropped before that is closed.
  var registration: EventLoop.Registration?
  private let writer: Writer<RecordingWork>
  private let limit: Int64
  private var size: Int64

  /// Takes over a file into which `size` bytes were written.
  ///
  /// - Parameters:
  ///   - descriptor: the file.
  ///   - path: its path.
  ///   - size: what is in it, bytes.
  ///   - limit: how large it may become, bytes.
  /// - Throws: when there is no thread or no descriptor left.
  init(
    consuming descriptor: consuming Descriptor, path: String, size: Int64, limit: Int64
  ) throws(Errno) {
    self.path = path
    self.size = size
    self.limit = limit
    writer = try Writer("balld-record", RecordingWork.File(descriptor))
  }

  /// What becomes readable when writing has failed.
  var descriptor: Int32 { writer.descriptor }

  /// Why a recording ends before its session.
  enum End: Equatable, CustomStringConvertible {
    case full
    case tooLarge(Int64)
    case failed(Errno)

    var description: String {
      switch self {
      case .full: "the disk doesn't keep up: what waits to be written has no more room"
      case .tooLarge(let limit):
        "it has reached the largest size, \(limit / 1_000_000) MB; recording.largest-file sets it"
      case .failed(let error): "cannot write: \(error)"
      }
    }
  }

  /// Hands lines over, without waiting.
  ///
  /// - Returns: why they weren't taken, and the recording is at its end; nil if they were.
  func append(_ bytes: [UInt8]) -> End? {
    guard size + Int64(bytes.count) <= limit else { return .tooLarge(limit) }
    guard writer.submit(RecordingWork.Job(bytes: bytes)) else { return .full }
    size += Int64(bytes.count)
    return nil
  }

  /// Why writing has failed since the last time; nil if it hasn't.
  func takeFailure() -> End? { writer.takeOutcomes().first.map { .failed($0) } }

  /// Waits until all is on the disk, or until `deadline` (ns of CLOCK_MONOTONIC); whether it is.
  func close(until deadline: Int64) -> Bool {
    writer.close(within: max(0, deadline - monotonicNow()))
  }
}
