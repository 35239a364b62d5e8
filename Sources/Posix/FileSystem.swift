// SPDX-License-Identifier: MIT

internal import Glibc

/// How many bytes of the file system at `path` this user may still fill: statvfs(3).
///
/// Nil where that can't be found out.
public func freeBytes(at path: String) -> Int64? {
  var status = statvfs()
  guard statvfs(path, &status) == 0 else { return nil }
  let blocks = Int64(clamping: status.f_bavail)
  let (bytes, overflow) = blocks.multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
  return overflow ? .max : bytes
}

/// Whether something is at `path`, a link that leads nowhere included: lstat(2).
public func exists(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0
}
