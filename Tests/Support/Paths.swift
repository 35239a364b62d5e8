// SPDX-License-Identifier: MIT

internal import Glibc

/// The root of the checkout: where Package.swift lies.
public let packageRoot: String = {
  // …/Tests/Support/Paths.swift
  #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
}()

/// The path of a real recording, or nil where those aren't: other people's data stay outside.
///
/// They are looked for in ../shared/logs beside the checkout.
public func realRecording(_ name: String) -> String? {
  let path = "\(packageRoot)/../shared/logs/\(name)"
  return access(path, R_OK) == 0 ? path : nil
}
