// SPDX-License-Identifier: MIT

internal import Glibc

/// Gives the file at `path` this content, all or nothing: whoever reads it, even after the power
/// failed in between, finds the old content or the new one.
///
/// Written beside it as PATH.new, fsync(2), rename(2), fsync of the directory. Blocks as long as the
/// disk does. On an error the old file is as it was.
public func replaceFile(
  at path: String, with content: [UInt8], mode: UInt32 = 0o600
) throws(Errno) {
  let new = path + newFileSuffix
  do throws(Errno) {
    try write(content, to: new, mode: mode)
    try systemCall { rename(new, path) }
  } catch {
    unlink(new)
    throw error
  }
  try synchronizeDirectory(of: path)
}

/// What a file's name ends in while it is being written by `replaceFile`.
public let newFileSuffix = ".new"

private func write(_ content: [UInt8], to path: String, mode: UInt32) throws(Errno) {
  let file = try Descriptor.open(path, .replacing(mode: mode))
  let number = file.number
  try writeAll(content, to: number)
  try systemCall { fsync(number) }
  try file.close()
}

private func synchronizeDirectory(of path: String) throws(Errno) {
  let parent = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
  let directory = try Descriptor.open(parent.isEmpty ? "/" : String(parent), .reading)
  let number = directory.number
  do throws(Errno) {
    try systemCall { fsync(number) }
  } catch .invalidArgument {
    // Some file systems can't do that for a directory; the file itself is on the disk.
  }
}
