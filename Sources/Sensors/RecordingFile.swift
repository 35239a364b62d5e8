// SPDX-License-Identifier: MIT

internal import Posix

extension Recording {
  /// Reads a recording from a file, in blocks of `blockSize` bytes.
  ///
  /// Its format is told by its content. The block size makes no difference to the result.
  public static func load(
    path: String, blockSize: Int = 1 << 16, maximumSize: Int = maximumSize
  ) throws(RecordingError) -> Recording {
    precondition(blockSize > 0)
    var reader = RecordingReader(file: path, maximumSize: maximumSize)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 1)
    defer { buffer.deallocate() }
    // Opening and reading fail with an Errno, the reader with a RecordingError of its own: the
    // first is turned into the second here.
    let descriptor: Descriptor
    do throws(Errno) {
      descriptor = try Descriptor.open(path, .reading)
    } catch {
      throw RecordingError(opening: path, error)
    }
    while true {
      let count: Int
      do throws(Errno) {
        count = try descriptor.read(into: buffer)
      } catch {
        throw RecordingError(reading: path, error)
      }
      if count == 0 { return try reader.finish() }
      let block = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      try reader.read(block.assumingMemoryBound(to: UInt8.self))
    }
  }
}

extension RecordingError {
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
