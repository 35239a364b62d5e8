// SPDX-License-Identifier: MIT

import Glibc
public import Posix

/// A TCP connection on this machine whose closing takes a minute: what it has sent is read by nobody, and its
/// SO_LINGER says that close(2) is to wait for that (socket(7)).
public final class LingeringSocket {
  private var number: Int32
  private var other: Descriptor?

  /// Connects, and sends until no more is taken.
  public init() throws(Errno) {
    let listener = Descriptor(consuming: try systemCall { socket(AF_INET, Self.type, 0) })
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    number = try systemCall { socket(AF_INET, Self.type, 0) }
    let (own, listening) = (number, listener.number)
    let failure = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listening, address, size) != 0 || listen(listening, 1) != 0
          || getsockname(listening, address, &size) != 0 || connect(own, address, size) != 0
      }
    }
    if failure { throw Errno.current }
    other = Descriptor(consuming: try systemCall { accept(listening, nil, nil) })
    let bytes = [UInt8](repeating: 0, count: 64 << 10)
    while Glibc.send(own, bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
    var lingering = linger(l_onoff: 1, l_linger: 60)
    let length = socklen_t(MemoryLayout<linger>.size)
    try systemCall { setsockopt(own, SOL_SOCKET, SO_LINGER, &lingering, length) }
  }

  deinit {
    // With nobody at the other end there is nothing to wait for.
    other = nil
    if number >= 0 { close(number) }
  }

  /// Sends it along with `bytes` on a Unix socket (unix(7), SCM_RIGHTS), and keeps nothing of it: who takes it
  /// from there or drops it, closes it.
  public func send(with bytes: [UInt8], on socket: Int32) throws(Errno) {
    // The header of a control message, cmsg(3), the descriptor, and what fills up its eight bytes.
    var control = cmsghdr()
    control.cmsg_len = MemoryLayout<cmsghdr>.size + MemoryLayout<Int32>.size
    control.cmsg_level = SOL_SOCKET
    control.cmsg_type = Int32(SCM_RIGHTS)
    var message = msghdr()
    var bytes = bytes
    var buffer = withUnsafeBytes(of: &control) { Array($0) }
    buffer += withUnsafeBytes(of: number) { Array($0) } + [0, 0, 0, 0]
    try bytes.withUnsafeMutableBytes { bytes -> Result<Void, Errno> in
      buffer.withUnsafeMutableBytes { buffer -> Result<Void, Errno> in
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &part) { part in
          message.msg_iov = part
          message.msg_iovlen = 1
          message.msg_control = buffer.baseAddress
          message.msg_controllen = buffer.count
          return sendmsg(socket, &message, Int32(MSG_NOSIGNAL)) == bytes.count
            ? .success(()) : .failure(.current)
        }
      }
    }.get()
    close(number)
    number = -1
  }

  /// Ends the other end: whoever closes this one waits no longer.
  public func end() { other = nil }

  private static var type: Int32 {
    Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  }
}
