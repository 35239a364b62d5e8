// SPDX-License-Identifier: MIT

internal import Glibc

extension Descriptor {
  /// Opens a file that is to be written from its beginning, and takes nothing away: what is there
  /// already must be empty, or no regular file (a pipe, a terminal).
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - mode: the permissions of a file that is made, before the umask.
  ///   - waitsForRoom: whether writing to a pipe that is full waits, or throws `wouldBlock`.
  /// - Returns: the file.
  /// - Throws: `fileExists` if something is in it.
  public static func create(
    _ path: String, mode: UInt32, waitsForRoom: Bool = true
  ) throws(Errno) -> Descriptor {
    do throws(Errno) {
      return try open(path, O_WRONLY | O_CREAT | O_EXCL, mode)
    } catch .fileExists {
      // Not waiting: a pipe that nobody reads would keep the program there.
      let file = try open(path, O_WRONLY | O_NONBLOCK, 0)
      if let size = try file.regularFileSize(), size > 0 { throw .fileExists }
      guard waitsForRoom else { return file }
      let number = file.number
      let flags = try systemCall { fcntl(number, F_GETFL) }
      try systemCall { fcntl(number, F_SETFL, flags & ~O_NONBLOCK) }
      return file
    }
  }

  /// Takes everything out of a file that was made by `create`, so that it can be made anew; what isn't a
  /// file stays as it is.
  public borrowing func empty() { _ = ftruncate(number, 0) }

  private static func open(
    _ path: String, _ flags: Int32, _ mode: UInt32
  ) throws(Errno) -> Descriptor {
    let number = try systemCall { Glibc.open(path, flags | O_CLOEXEC | O_NOCTTY, mode_t(mode)) }
    return Descriptor(consuming: number)
  }

  /// Waits until what was written would outlast a power cut (fdatasync(2)).
  ///
  /// Does nothing for what isn't on a disk.
  public borrowing func synchronizeData() throws(Errno) {
    let number = number
    do throws(Errno) {
      try systemCall { fdatasync(number) }
    } catch .invalidArgument {
    }
  }
}
