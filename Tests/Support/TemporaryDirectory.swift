// SPDX-License-Identifier: MIT

internal import Glibc

/// A directory of its own for one test, removed with everything in it when the test lets go of it.
public final class TemporaryDirectory: Sendable {
  /// The directory's path: short, since a socket's path may have 107 bytes at the most.
  public let path: String

  /// Makes the directory under `parent`.
  public init(in parent: String = "/tmp") {
    var template = Array("\(parent)/balld-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: errno \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// Writes a file into the directory and returns its path.
  public func file(_ name: String, _ bytes: some Sequence<UInt8>) -> String {
    let file = "\(path)/\(name)"
    guard let stream = fopen(file, "w") else { preconditionFailure("fopen: errno \(errno)") }
    let bytes = Array(bytes)
    precondition(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
    fclose(stream)
    return file
  }

  /// Writes a text into the directory and returns its path.
  public func file(_ name: String, _ text: String) -> String { file(name, text.utf8) }

  static func remove(_ path: String) {
    if unlink(path) == 0 || errno == ENOENT { return }
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { remove("\(path)/\(name)") }
      }
      closedir(directory)
    }
    rmdir(path)
  }
}
