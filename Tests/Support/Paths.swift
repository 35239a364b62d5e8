// SPDX-License-Identifier: MIT

internal import Glibc

/// The root of the checkout: where Package.swift lies.
public let packageRoot: String = {
  // …/Tests/Support/Paths.swift
  #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
}()

/// The path of a real recording, or nil where those aren't: other people's data stay outside.
///
/// They are looked for in the directory that BALLD_LOGS names, or else in ../shared/logs beside the
/// checkout. CONTRIBUTING.md says where they come from.
public func realRecording(_ name: String) -> String? {
  let directory = getenv("BALLD_LOGS").map { String(cString: $0) }
  let path = "\(directory ?? "\(packageRoot)/../shared/logs")/\(name)"
  return access(path, R_OK) == 0 ? path : nil
}

/// Why a test of real recordings is skipped where there are none.
public let noRealRecordings = "BALLD_LOGS names no directory with real recordings"
