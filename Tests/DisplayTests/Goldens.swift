// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Compares a text with a file in Goldens/; with RECORD=1 it is written anew and the test fails, so
/// that nobody forgets to look at it.
func expectGolden(_ text: String, _ name: String) throws {
  let file = goldenFile(name)
  let recorded = try? String(contentsOf: file, encoding: .utf8)
  if ProcessInfo.processInfo.environment["RECORD"] != nil || recorded == nil {
    try text.write(to: file, atomically: true, encoding: .utf8)
    Issue.record("recorded \(file.path): look at it, and run the test again")
    return
  }
  #expect(text == recorded, "not as in \(file.path); RECORD=1 records what is drawn now")
}

/// A file in Goldens/.
func goldenFile(_ name: String) -> URL {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Goldens/\(name)")
}
