// SPDX-License-Identifier: MIT

internal import Glibc

/// What tells a node from another one that later has the same path, or other rights.
public struct NodeIdentity: Equatable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let changed: Int64

  /// Asks stat(2).
  public init(of path: String) throws(Errno) {
    var status = stat()
    try systemCall { stat(path, &status) }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    // The time of the last change of owner and mode, besides others.
    changed = Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec)
  }
}
