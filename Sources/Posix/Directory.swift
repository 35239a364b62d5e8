// SPDX-License-Identifier: MIT

internal import Glibc

/// What balld asks of directories and of the nodes in them.
public enum Directory {
  /// Makes `path` with this mode before the umask: mkdir(2).
  ///
  /// One that is there is left as it is.
  ///
  /// Returns whether it was made.
  @discardableResult
  public static func make(_ path: String, mode: UInt32) throws(Errno) -> Bool {
    do {
      try systemCall { mkdir(path, mode_t(mode)) }
      return true
    } catch .fileExists {
      return false
    }
  }

  /// Makes `path` and the directories above it that are missing, each with this mode before the
  /// umask.
  public static func makeAll(_ path: String, mode: UInt32) throws(Errno) {
    do throws(Errno) {
      try make(path, mode: mode)
    } catch .noSuchFile {
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
        throw Errno.noSuchFile
      }
      try makeAll(String(path[..<slash]), mode: mode)
      try make(path, mode: mode)
    }
    guard try isDirectory(path) else { throw Errno.notDirectory }
  }

  /// Renames a node, over another one if there is one: rename(2).
  public static func rename(_ path: String, to new: String) throws(Errno) {
    try systemCall { Glibc.rename(path, new) }
  }

  /// What lstat(2) says of a node.
  public struct Status: Sendable {
    /// Whether the node is a directory, and not a link to one.
    public var isDirectory: Bool
    /// The owner's user number.
    public var owner: UInt32
    /// The permission bits.
    public var mode: UInt32
  }

  /// Asks lstat(2): a symbolic link is not followed.
  public static func status(of path: String) throws(Errno) -> Status {
    var status = stat()
    try systemCall { lstat(path, &status) }
    return Status(
      isDirectory: status.st_mode & S_IFMT == S_IFDIR, owner: status.st_uid,
      mode: UInt32(status.st_mode & 0o7777))
  }

  /// Whether `path` is a directory, or a link to one: stat(2).
  public static func isDirectory(_ path: String) throws(Errno) -> Bool {
    try kind(of: path) == S_IFDIR
  }

  /// The names in a directory without those that begin with a dot, sorted by their bytes:
  /// readdir(3).
  public static func names(in path: String) throws(Errno) -> [String] {
    guard let directory = opendir(path) else { throw Errno.current }
    defer { closedir(directory) }
    var names: [String] = []
    while true {
      // The end and an error both give NULL; they differ in errno.
      errno = 0
      guard let entry = readdir(directory) else {
        if errno != 0 { throw Errno.current }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { bytes in
        bytes.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
  }

  /// Whether `path` is a regular file, or a link to one: stat(2).
  public static func isFile(_ path: String) throws(Errno) -> Bool {
    try kind(of: path) == S_IFREG
  }

  /// What kind of node a path or a link leads to: the S_IFMT part of its mode.
  private static func kind(of path: String) throws(Errno) -> mode_t {
    var found = stat()
    try systemCall { fstatat(AT_FDCWD, path, &found, 0) }
    return found.st_mode & S_IFMT
  }

  /// Removes a name from an open directory: unlinkat(2).
  ///
  /// One that isn't there is no error.
  public static func unlink(_ name: String, in directory: borrowing Descriptor) throws(Errno) {
    let number = directory.number
    do throws(Errno) {
      try systemCall { unlinkat(number, name, 0) }
    } catch .noSuchFile {
    }
  }

  /// Where a symbolic link points, as it is written: readlink(2).
  public static func target(ofLink path: String) throws(Errno) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try systemCall { readlink(path, &bytes, bytes.count) }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
