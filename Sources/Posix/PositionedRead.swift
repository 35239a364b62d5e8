// SPDX-License-Identifier: MIT

internal import Glibc

/// Reads a file from its beginning, whatever was read before: pread(2).
///
/// A sysfs attribute that is held open gives its present value so.
public func readFromStart(
  into buffer: UnsafeMutableRawBufferPointer, from number: Int32
) throws(Errno) -> Int {
  try systemCall { pread(number, buffer.baseAddress, buffer.count, 0) }
}
