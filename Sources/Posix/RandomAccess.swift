// SPDX-License-Identifier: MIT

internal import Glibc

extension Descriptor {
  /// Reads what stands at `offset` into `buffer`, and moves no position: pread(2).
  ///
  /// 0 is the end of the file. Pipes, sockets and terminals can't be read so: ESPIPE.
  public borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(Errno) -> Int {
    try Posix.read(into: buffer, from: number, at: offset)
  }

  /// Opens a regular file for reading, and waits for nobody: neither for a pipe's other end nor for a
  /// device.
  ///
  /// One look at what was opened, so that nothing can change in between: open(2) with O_NONBLOCK, then
  /// fstat(2).
  ///
  /// - Throws: `notFile` for whatever else is there, but for a directory: that is `isDirectory`.
  public static func openFile(_ path: String) throws(Errno) -> Descriptor {
    let file = try open(path, .readingWithoutBlocking)
    let number = file.number
    var status = stat()
    try systemCall { fstat(number, &status) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return file
    case S_IFDIR: throw .isDirectory
    default: throw .notFile
    }
  }

  /// The size of a regular file, bytes; nil for anything else: fstat(2).
  public borrowing func regularFileSize() throws(Errno) -> Int64? {
    let number = number
    var status = stat()
    try systemCall { fstat(number, &status) }
    return status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
  }
}
