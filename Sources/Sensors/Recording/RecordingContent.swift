// SPDX-License-Identifier: MIT

internal import KeyValue
internal import Posix

/// The bytes of a recording, which are read twice: once to check them, once to play them.
///
/// A regular file stays on the disk. What can be read only once (a pipe) is kept in memory, up to a
/// bound.
public final class RecordingContent: Sendable {
  /// The file's name, for errors.
  public let file: String
  /// The number of bytes that count.
  ///
  /// A file that grows while it is played is played to here; NULs at its end aren't part of it.
  let size: Int64
  /// Whether NULs stood behind the end, as on a card that lost power while it was written.
  let hasNULTail: Bool
  private let storage: Storage

  private enum Storage: ~Copyable, Sendable {
    case file(Descriptor)
    case memory([UInt8])
  }

  /// The most NULs that are cut off the end of a file, bytes: far beyond any card's erase block.
  private static let longestTail: Int64 = 64 << 20

  /// Takes bytes that are in memory, at most `maximumSize`.
  public init(
    bytes: [UInt8], file: String, maximumSize: Int = Recording.maximumSize
  ) throws(RecordingError) {
    guard bytes.count <= maximumSize else {
      throw RecordingError(file: file, tooLargeFor: maximumSize)
    }
    let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    self.file = file
    size = Int64(end)
    hasNULTail = end < bytes.count
    storage = .memory(bytes)
  }

  /// Whether it begins with this line.
  public func begins(with line: String) -> Bool {
    let text = Array("\(line)\n".utf8)
    return withUnsafeTemporaryAllocation(byteCount: text.count, alignment: 1) { buffer in
      guard let count = try? read(into: buffer, at: 0) else { return false }
      return buffer[..<count].elementsEqual(text)
    }
  }

  /// Opens a file; what isn't a regular one is read at once, or refused where there may be `filesOnly`.
  public init(
    path: String, maximumSize: Int = Recording.maximumSize, filesOnly: Bool = false
  ) throws(RecordingError) {
    file = path
    let descriptor: Descriptor
    do throws(Errno) {
      if filesOnly {
        descriptor = try Descriptor.openFile(path)
      } else {
        descriptor = try Descriptor.open(path, .reading)
      }
    } catch .notFile {
      throw RecordingError(
        kind: .missing, file: path, line: nil,
        reason: "found something else than a file, expected the file of a recording")
    } catch .isDirectory {
      throw RecordingError(reading: path, .isDirectory)
    } catch {
      throw RecordingError(opening: path, error)
    }
    do throws(Errno) {
      // The files of /proc say that they are empty, and aren't.
      let fileSize = try descriptor.regularFileSize()
      if let fileSize, fileSize > 0 {
        size = try Self.end(of: descriptor, fileSize)
        hasNULTail = size < fileSize
        storage = .file(descriptor)
      } else {
        let bytes = try descriptor.readAll(atMost: maximumSize)
        let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        size = Int64(end)
        hasNULTail = end < bytes.count
        storage = .memory(bytes)
      }
    } catch .fileTooLarge {
      throw RecordingError(file: path, tooLargeFor: maximumSize)
    } catch {
      throw RecordingError(reading: path, error)
    }
  }

  /// Reads what stands at `offset`; 0 only at the end.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(RecordingError) -> Int {
    let wanted = Int(min(Int64(buffer.count), size - offset))
    if wanted <= 0 { return 0 }
    switch storage {
    case .memory(let bytes):
      bytes.withUnsafeBytes { bytes in
        buffer.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[Int(offset)..<(Int(offset) + wanted)]))
      }
      return wanted
    case .file(let descriptor):
      let count: Int
      do throws(Errno) {
        count = try descriptor.read(
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: offset)
      } catch {
        throw RecordingError(reading: file, error)
      }
      if count == 0 {
        throw RecordingError(
          kind: .inputOutput, file: file, line: nil,
          reason: "found only \(offset) of \(size) bytes: the file became shorter while it was read"
        )
      }
      return count
    }
  }

  /// Where the NULs at a file's end begin.
  private static func end(
    of descriptor: borrowing Descriptor, _ size: Int64
  ) throws(Errno) -> Int64 {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { block.deallocate() }
    var end = size
    while end > 0, size - end < longestTail {
      let start = max(0, end - Int64(block.count))
      var count = 0
      while count < Int(end - start) {
        let rest = UnsafeMutableRawBufferPointer(rebasing: block[count..<Int(end - start)])
        let more = try descriptor.read(into: rest, at: start + Int64(count))
        if more == 0 { return size }
        count += more
      }
      if let last = block[..<count].lastIndex(where: { $0 != 0 }) {
        return start + Int64(last) + 1
      }
      end = start
    }
    return end
  }
}

extension RecordingError {
  fileprivate init(file: String, tooLargeFor maximumSize: Int) {
    self.init(
      kind: .notUnderstood, file: file, line: nil,
      reason: "found more than \(maximumSize) bytes, expected at most that of what isn't a file "
        + "on a disk: save it as one")
  }

  fileprivate init(opening file: String, _ error: Errno) {
    let kind: Kind =
      switch error {
      case .noSuchFile, .notDirectory, .nameTooLong: .missing
      case .permissionDenied, .notPermitted: .permission
      default: .inputOutput
      }
    self.init(kind: kind, file: file, line: nil, reason: "cannot open the recording: \(error)")
  }

  fileprivate init(reading file: String, _ error: Errno) {
    if error == .isDirectory {
      self.init(
        kind: .missing, file: file, line: nil,
        reason: "found a directory, expected the file of a recording")
    } else {
      self.init(
        kind: .inputOutput, file: file, line: nil, reason: "cannot read the recording: \(error)")
    }
  }
}
