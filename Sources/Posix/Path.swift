// SPDX-License-Identifier: MIT

internal import Glibc

/// The path of a file without any link in it: realpath(3).
///
/// Nil when there is no such file.
public func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// Whether this process may read the file, or write it: access(2).
public func isAccessible(_ path: String, writing: Bool = false) -> Bool {
  access(path, writing ? R_OK | W_OK : R_OK) == 0
}
