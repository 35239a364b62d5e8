// SPDX-License-Identifier: MIT

internal import Posix

/// Where what is shipped with the program lies: tables and recordings.
enum Shipped {
  /// The directory of this name for the program at `executable`; nil where there is none.
  ///
  /// It is ../share/balld/NAME once installed; a program that is run from where it was built finds
  /// NAME in the checkout around it.
  static func directory(_ name: String, beside executable: String) -> String? {
    let program = parent(of: executable)
    let installed = "\(parent(of: program))/share/balld/\(name)"
    if isThere(installed) { return installed }
    var place = program
    while !place.isEmpty {
      let found = "\(place)/\(name)"
      if (try? Directory.isFile("\(place)/Package.swift")) == true, isThere(found) { return found }
      place = parent(of: place)
    }
    return nil
  }

  private static func parent(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// One that can't be looked at is there: who reads it will say what is the matter.
  private static func isThere(_ path: String) -> Bool {
    do throws(Errno) {
      return try Directory.isDirectory(path)
    } catch {
      return error != .noSuchFile && error != .notDirectory
    }
  }
}
