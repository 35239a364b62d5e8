// SPDX-License-Identifier: MIT

internal import Glibc

extension Descriptor {
  /// Reads what stands at `offset` into `buffer`, and moves no position: pread(2).
  ///
  /// 0 is the end of the file. Pipes, sockets and terminals can't be read so: ESPIPE.
  public borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(Errno) -> Int {
    let number = number
    return try systemCall { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
  }

  /// The size of a regular file, bytes; nil for anything else: fstat(2).
  public borrowing func regularFileSize() throws(Errno) -> Int64? {
    let number = number
    var status = stat()
    try systemCall { fstat(number, &status) }
    return status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
  }
}
