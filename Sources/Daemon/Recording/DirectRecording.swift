// SPDX-License-Identifier: MIT

internal import Game
internal import Options
internal import Posix

/// The file of `--record` where nobody waits for states: lines are written at once, and the disk may
/// take its time.
struct DirectRecording: ~Copyable {
  private let path: String
  private let file: Descriptor
  private let limit: Int64
  private var size: Int64
  private var lines = ""

  /// Lines are written in pieces of about so many bytes.
  private static let writeSize = 64 << 10

  /// Takes over a new file into which `size` bytes were written, and which may get `limit` of them.
  init(consuming file: consuming Descriptor, path: String, size: Int64, limit: Int64) {
    self.file = file
    self.path = path
    self.size = size
    self.limit = limit
  }

  /// Makes a recording's file and writes its beginning.
  static func make(
    _ path: String, beginning: String
  ) throws(Failure) -> (number: Int32, size: Int64) {
    do throws(Errno) {
      let file = try Descriptor.create(path, mode: 0o644)
      do throws(Errno) {
        try writeAll(beginning, to: file.number)
        try file.synchronizeData()
      } catch {
        // Half a state can't be replayed, and would be in the way of the next attempt.
        file.empty()
        throw error
      }
      return (file.release(), Int64(beginning.utf8.count))
    } catch .fileExists {
      throw Failure(
        .cannotCreate, "the recording \(path) exists already; remove it, or name another file")
    } catch .permissionDenied {
      throw Failure(.permission, "cannot make the recording \(path): permission denied")
    } catch .noSuchFile {
      throw Failure(.cannotCreate, "cannot make the recording \(path): no such directory")
    } catch {
      throw Failure(.inputOutput, "cannot write the recording \(path): \(error)")
    }
  }

  /// Writes what has entered; all of it only once there is a piece.
  mutating func follow(_ engine: inout Engine) throws(Failure) {
    lines += engine.takeJournal()
    if lines.utf8.count >= Self.writeSize { try flush() }
  }

  /// Writes the last lines and makes all safe.
  mutating func finish(_ engine: inout Engine, _ reason: String) throws(Failure) {
    lines += engine.takeJournal()
    InputText.writeEnd(reason, step: engine.session.step, to: &lines)
    try flush()
    do throws(Errno) {
      try file.synchronizeData()
    } catch {
      throw Failure(.inputOutput, "cannot write the recording \(path): \(error)")
    }
  }

  private mutating func flush() throws(Failure) {
    size += Int64(lines.utf8.count)
    guard size <= limit else {
      throw Failure(
        .inputOutput, "the recording \(path) \(RecordingFile.End.tooLarge(limit))")
    }
    do throws(Errno) {
      try writeAll(lines, to: file.number)
    } catch {
      throw Failure(.inputOutput, "cannot write the recording \(path): \(error)")
    }
    lines = ""
  }
}
