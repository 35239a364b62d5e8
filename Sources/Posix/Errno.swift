// SPDX-License-Identifier: MIT

internal import Glibc

/// An error number of the C library, as an `Error`.
///
/// The corresponding C name stands beside each constant; the description is strerror(3)'s, which
/// is English as long as nobody calls setlocale(3), and balld never does.
public struct Errno: Error, RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number, as in errno(3).
  public let rawValue: Int32

  /// Wraps a number of errno(3).
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The calling thread's errno.
  public static var current: Errno { Errno(rawValue: errno) }

  /// EPERM.
  public static var notPermitted: Errno { Errno(rawValue: EPERM) }
  /// ENOENT.
  public static var noSuchFile: Errno { Errno(rawValue: ENOENT) }
  /// EINTR.
  public static var interrupted: Errno { Errno(rawValue: EINTR) }
  /// EIO.
  public static var inputOutput: Errno { Errno(rawValue: EIO) }
  /// EMFILE: this process may open no more.
  public static var tooManyOpenFiles: Errno { Errno(rawValue: EMFILE) }
  /// EFBIG.
  public static var fileTooLarge: Errno { Errno(rawValue: EFBIG) }
  /// EAGAIN, which is EWOULDBLOCK on Linux.
  public static var wouldBlock: Errno { Errno(rawValue: EAGAIN) }
  /// EACCES.
  public static var permissionDenied: Errno { Errno(rawValue: EACCES) }
  /// EEXIST.
  public static var fileExists: Errno { Errno(rawValue: EEXIST) }
  /// ESPIPE, which says of a pipe that it is no file: `Descriptor.openFile` throws it.
  public static var notFile: Errno { Errno(rawValue: ESPIPE) }
  /// ENOTDIR.
  public static var notDirectory: Errno { Errno(rawValue: ENOTDIR) }
  /// EISDIR.
  public static var isDirectory: Errno { Errno(rawValue: EISDIR) }
  /// EINVAL.
  public static var invalidArgument: Errno { Errno(rawValue: EINVAL) }
  /// EPIPE.
  public static var brokenPipe: Errno { Errno(rawValue: EPIPE) }
  /// ENAMETOOLONG.
  public static var nameTooLong: Errno { Errno(rawValue: ENAMETOOLONG) }
  /// ELOOP.
  public static var tooManyLinks: Errno { Errno(rawValue: ELOOP) }
  /// EADDRINUSE.
  public static var addressInUse: Errno { Errno(rawValue: EADDRINUSE) }
  /// EAFNOSUPPORT.
  public static var addressFamilyNotSupported: Errno { Errno(rawValue: EAFNOSUPPORT) }
  /// ECONNABORTED.
  public static var connectionAborted: Errno { Errno(rawValue: ECONNABORTED) }
  /// ECONNRESET.
  public static var connectionReset: Errno { Errno(rawValue: ECONNRESET) }
  /// ECONNREFUSED.
  public static var connectionRefused: Errno { Errno(rawValue: ECONNREFUSED) }

  /// ENODEV.
  public static var noSuchDevice: Errno { Errno(rawValue: ENODEV) }
  /// ENXIO.
  public static var noSuchAddress: Errno { Errno(rawValue: ENXIO) }
  /// EBADF.
  public static var badDescriptor: Errno { Errno(rawValue: EBADF) }
  /// EBUSY.
  public static var busy: Errno { Errno(rawValue: EBUSY) }
  /// ETIMEDOUT.
  public static var timedOut: Errno { Errno(rawValue: ETIMEDOUT) }
  /// EHOSTUNREACH.
  public static var hostUnreachable: Errno { Errno(rawValue: EHOSTUNREACH) }
  /// ENETUNREACH.
  public static var networkUnreachable: Errno { Errno(rawValue: ENETUNREACH) }
  /// ENOSYS.
  public static var notImplemented: Errno { Errno(rawValue: ENOSYS) }
  /// EPROTO.
  public static var protocolError: Errno { Errno(rawValue: EPROTO) }

  /// The text of strerror(3), with a small first letter, to stand after a colon.
  public var description: String {
    // "Illegal seek" tells nobody anything who hasn't sought.
    if self == .notFile { return "it is no file" }
    guard let text = strerror(rawValue) else { return "error \(rawValue)" }
    let message = String(cString: text)
    return message.prefix(1).lowercased() + message.dropFirst()
  }
}
