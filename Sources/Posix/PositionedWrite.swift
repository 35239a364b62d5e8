// SPDX-License-Identifier: MIT

internal import Glibc

/// Writes all of `bytes` to a place of a file or a device: pwrite(2).
///
/// What takes no more bytes before the end gives EIO.
public func writeAll(
  _ bytes: UnsafeRawBufferPointer, to number: Int32, at offset: Int
) throws(Errno) {
  var rest = bytes[...]
  var place = offset
  while !rest.isEmpty {
    let part = UnsafeRawBufferPointer(rebasing: rest)
    let taken = try systemCall { pwrite(number, part.baseAddress, part.count, place) }
    if taken == 0 { throw .inputOutput }
    rest = rest.dropFirst(taken)
    place += taken
  }
}
