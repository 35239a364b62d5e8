// SPDX-License-Identifier: MIT

internal import Glibc

/// Reads what stands at `offset` of a file that somebody else owns, and moves no position: pread(2).
///
/// A sysfs attribute that is held open gives its present value at 0.
public func read(
  into buffer: UnsafeMutableRawBufferPointer, from number: Int32, at offset: Int64
) throws(Errno) -> Int {
  try systemCall { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
}
