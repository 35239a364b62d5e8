// SPDX-License-Identifier: MIT

internal import CShims
internal import Glibc

/// Unix stream sockets: listening, accepting, connecting, sending.
///
/// All of them are closed on exec and non-blocking from birth.
public enum UnixSocket {
  /// The longest path that fits into a `sockaddr_un`, without its NUL.
  public static let longestPath = 107

  /// Binds and listens at `path`, with `mode` on the node itself.
  ///
  /// A node that a dead process left behind is replaced. A node that somebody still listens on is
  /// `.addressInUse`, and so is anything that isn't a socket: it is never deleted. Where it fails nothing of
  /// its own is left behind.
  public static func listen(at path: String, mode: UInt32) throws(Errno) -> Descriptor {
    let socket = try make()
    do {
      try bind(socket.number, to: path)
    } catch .addressInUse {
      guard try isAbandoned(path) else { throw Errno.addressInUse }
      try systemCall { unlink(path) }
      try bind(socket.number, to: path)
    }
    let number = socket.number
    do throws(Errno) {
      try systemCall { chmod(path, mode_t(mode)) }
      try systemCall { Glibc.listen(number, 128) }
    } catch {
      unlink(path)
      throw error
    }
    return socket
  }

  /// Takes the next connection, or throws `.wouldBlock` when there is none.
  public static func accept(on listener: borrowing Descriptor) throws(Errno) -> Descriptor {
    let number = listener.number
    return Descriptor(consuming: try systemCall { shim_accept(number) })
  }

  /// Connects to the socket at `path`.
  public static func connect(to path: String) throws(Errno) -> Descriptor {
    let socket = try make()
    let number = socket.number
    try withAddress(of: path) { address, size throws(Errno) in
      try systemCall { Glibc.connect(number, address, size) }
    }
    return socket
  }

  /// A connected pair: socketpair(2).
  public static func pair() throws(Errno) -> DescriptorPair {
    var ends: [Int32] = [-1, -1]
    try systemCall { socketpair(AF_UNIX, streamType, 0, &ends) }
    return DescriptorPair(
      reading: Descriptor(consuming: ends[0]), writing: Descriptor(consuming: ends[1]))
  }

  /// Sends some of `bytes` without raising SIGPIPE.
  ///
  /// Returns how many were taken.
  public static func send(
    _ bytes: UnsafeRawBufferPointer, on number: Int32
  ) throws(Errno) -> Int {
    try systemCall {
      Glibc.send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// Reads what is there, but nothing that descriptors come with; nil where some do, and 0 at the end.
  ///
  /// Who takes bytes that came with descriptors (unix(7), SCM_RIGHTS), or closes the socket in which they lie,
  /// closes the sender's files, where nobody else has them open; and that can last for as long as the sender
  /// likes, as with a TCP socket that lingers (socket(7), SO_LINGER). So the bytes are looked at first: with
  /// MSG_PEEK, and without room for descriptors, the kernel tells by MSG_CTRUNC that there are some, and
  /// leaves them where they are (Linux, scm_detach_fds).
  public static func readWithoutDescriptors(
    into buffer: UnsafeMutableRawBufferPointer, from number: Int32
  ) throws(Errno) -> Int? {
    var message = msghdr()
    var part = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
    let count = try withUnsafeMutablePointer(to: &part) { part throws(Errno) in
      message.msg_iov = part
      message.msg_iovlen = 1
      return try systemCall { recvmsg(number, &message, Int32(MSG_PEEK)) }
    }
    guard message.msg_flags & Int32(MSG_CTRUNC) == 0 else { return nil }
    // No more than was looked at: what has come since may bring some.
    return count == 0 ? 0 : try systemCall { recv(number, buffer.baseAddress, count, 0) }
  }

  /// Whether close(2) of a connection may wait for somebody: descriptors lie in it unread.
  ///
  /// Nothing more can come afterwards, and what has come is dropped.
  public static func holdsDescriptors(_ number: Int32) -> Bool {
    // The other end sees the connection end, however long the closing waits for its turn; what lies here can
    // still be read.
    _ = shutdown(number, Int32(SHUT_RDWR))
    return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while true {
        do throws(Errno) {
          guard let count = try readWithoutDescriptors(into: buffer, from: number) else {
            return true
          }
          if count == 0 { return false }
        } catch .wouldBlock, .connectionReset {
          // Nothing is left: a reset is told only then (Linux, unix_stream_read_generic), and most who go
          // without having read all cause one.
          return false
        } catch {
          // It may hold some all the same.
          return true
        }
      }
    }
  }

  /// The user at the other end, as the kernel recorded it when the connection was made.
  public static func peerUser(of number: Int32) throws(Errno) -> UInt32 {
    var credentials = shim_ucred()
    try systemCall { shim_peer_credentials(number, &credentials) }
    return credentials.uid
  }

  private static var streamType: Int32 {
    Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
  }

  private static func make() throws(Errno) -> Descriptor {
    Descriptor(consuming: try systemCall { socket(AF_UNIX, streamType, 0) })
  }

  private static func bind(_ number: Int32, to path: String) throws(Errno) {
    try withAddress(of: path) { address, size throws(Errno) in
      try systemCall { Glibc.bind(number, address, size) }
    }
  }

  /// Whether `path` is a socket on which nobody listens any more.
  private static func isAbandoned(_ path: String) throws(Errno) -> Bool {
    var status = stat()
    try systemCall { lstat(path, &status) }
    guard status.st_mode & S_IFMT == S_IFSOCK else { return false }
    do {
      _ = try connect(to: path)
      return false
    } catch .connectionRefused {
      return true
    } catch {
      return false
    }
  }

  private static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Errno) -> Void
  ) throws(Errno) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count <= longestPath else { throw Errno.nameTooLong }
    guard !bytes.contains(0) else { throw Errno.invalidArgument }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    try withUnsafePointer(to: &address) { pointer throws(Errno) in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { rebound throws(Errno) in
        try body(rebound, size)
      }
    }
  }
}
