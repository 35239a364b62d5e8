// SPDX-License-Identifier: MIT

internal import CShims
internal import Glibc

/// A file descriptor with one owner: closed when the owner goes, and never twice.
///
/// Every descriptor made here is closed on exec from birth.
public struct Descriptor: ~Copyable, Sendable {
  /// The number, for calls that borrow it.
  ///
  /// Valid as long as this value lives.
  public let number: Int32

  /// Takes over a descriptor that nobody else owns.
  public init(consuming number: Int32) { self.number = number }

  deinit { _ = Glibc.close(number) }

  /// Gives the number away: the caller owns it from now on.
  public consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Closes and reports what close(2) says: for files whose last write matters.
  public consuming func close() throws(Errno) {
    let number = number
    discard self
    if Glibc.close(number) != 0 { throw Errno.current }
  }

  /// How a file is opened.
  public enum Access: Sendable {
    /// O_RDONLY.
    case reading
    /// O_RDONLY and O_NONBLOCK: for devices, which may have nothing to read.
    case readingWithoutBlocking
    /// O_WRONLY, O_CREAT, O_TRUNC, with this mode before the umask.
    case replacing(mode: UInt32)
    /// O_RDWR.
    case readingAndWriting
  }

  /// Opens a file: open(2) with O_CLOEXEC and O_NOCTTY.
  public static func open(_ path: String, _ access: Access) throws(Errno) -> Descriptor {
    let flags: Int32
    var mode: mode_t = 0
    switch access {
    case .reading: flags = O_RDONLY
    case .readingWithoutBlocking: flags = O_RDONLY | O_NONBLOCK
    case .readingAndWriting: flags = O_RDWR
    case .replacing(let wanted):
      flags = O_WRONLY | O_CREAT | O_TRUNC
      mode = mode_t(wanted)
    }
    let number = try systemCall { Glibc.open(path, flags | O_CLOEXEC | O_NOCTTY, mode) }
    return Descriptor(consuming: number)
  }

  /// The two ends of pipe2(2).
  public static func pipe() throws(Errno) -> DescriptorPair {
    var ends: [Int32] = [-1, -1]
    try systemCall { shim_pipe(&ends, O_CLOEXEC) }
    return DescriptorPair(
      reading: Descriptor(consuming: ends[0]), writing: Descriptor(consuming: ends[1]))
  }

  /// A second descriptor for the same open file: fcntl(2) with F_DUPFD_CLOEXEC.
  public borrowing func duplicate() throws(Errno) -> Descriptor {
    let number = number
    return Descriptor(consuming: try systemCall { fcntl(number, F_DUPFD_CLOEXEC, 3) })
  }

  /// Reads what is there into `buffer`: read(2).
  ///
  /// 0 is the end of the file or the peer's close.
  public borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    try Posix.read(into: buffer, from: number)
  }

  /// Reads to the end of the file, or throws EFBIG when there are more than `limit` bytes.
  public borrowing func readAll(atMost limit: Int) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let number = number
      let count = try systemCall { Glibc.read(number, &block, block.count) }
      if count == 0 { return bytes }
      bytes += block[..<count]
      if bytes.count > limit { throw Errno.fileTooLarge }
    }
  }

  /// Takes the file's exclusive lock, which ends with the descriptor: flock(2).
  ///
  /// Throws `.wouldBlock` when another process holds it.
  public borrowing func lockExclusively() throws(Errno) {
    let number = number
    try systemCall { flock(number, LOCK_EX | LOCK_NB) }
  }

  /// Writes some of `bytes`: write(2).
  ///
  /// Returns how many were taken.
  public borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
    try Posix.write(bytes, to: number)
  }

  /// Writes all of `bytes` to a blocking descriptor.
  public borrowing func writeAll(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
    try Posix.writeAll(bytes, to: number)
  }
}

/// Two descriptors that belong together, as pipe2(2) makes them.
///
/// Frozen, so that other modules may take it apart.
@frozen
public struct DescriptorPair: ~Copyable, Sendable {
  /// The end that is read.
  public var reading: Descriptor
  /// The end that is written.
  public var writing: Descriptor

  init(reading: consuming Descriptor, writing: consuming Descriptor) {
    self.reading = reading
    self.writing = writing
  }
}

/// Reads what is there from a descriptor that somebody else owns: read(2), 0 being the end.
public func read(
  into buffer: UnsafeMutableRawBufferPointer, from number: Int32
) throws(Errno) -> Int {
  try systemCall { Glibc.read(number, buffer.baseAddress, buffer.count) }
}

/// Writes some of `bytes` to a descriptor that somebody else owns: write(2).
public func write(_ bytes: UnsafeRawBufferPointer, to number: Int32) throws(Errno) -> Int {
  try systemCall { Glibc.write(number, bytes.baseAddress, bytes.count) }
}

/// Writes all of `bytes` to a blocking descriptor that somebody else owns.
public func writeAll(_ bytes: UnsafeRawBufferPointer, to number: Int32) throws(Errno) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let taken = try write(UnsafeRawBufferPointer(rebasing: rest), to: number)
    rest = rest.dropFirst(taken)
  }
}

/// Writes all of `bytes` to a blocking descriptor that somebody else owns.
public func writeAll(_ bytes: [UInt8], to number: Int32) throws(Errno) {
  let outcome = bytes.withUnsafeBytes { buffer -> Result<Void, Errno> in
    do throws(Errno) {
      return .success(try writeAll(buffer, to: number))
    } catch {
      return .failure(error)
    }
  }
  try outcome.get()
}

/// Writes a text to a blocking descriptor that somebody else owns.
public func writeAll(_ text: String, to number: Int32) throws(Errno) {
  var text = text
  let outcome = text.withUTF8 { utf8 -> Result<Void, Errno> in
    do throws(Errno) {
      return .success(try writeAll(UnsafeRawBufferPointer(utf8), to: number))
    } catch {
      return .failure(error)
    }
  }
  try outcome.get()
}
