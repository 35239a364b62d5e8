// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing

@testable import Daemon

@Suite("the file of a recording") struct RecordingFileTests {
  private func heard(_ file: RecordingFile) throws -> RecordingFile.End? {
    var awaited = [Awaited(file.descriptor)]
    try poll(&awaited, until: monotonicNow() + 20_000_000_000)
    return file.takeFailure()
  }

  @Test("a full disk is told once")
  func diskFull() throws {
    let file = try RecordingFile(
      consuming: try Descriptor.create("/dev/full", mode: 0), path: "x", size: 0, limit: 1000)
    #expect(file.append([1, 2, 3]) == nil)
    #expect(try heard(file) == .failed(Errno(rawValue: 28)))
    #expect(file.append([1, 2, 3]) == nil)
    #expect(file.close(until: monotonicNow() + 10_000_000_000))
    #expect(file.takeFailure() == nil)
  }

  @Test("it doesn't become larger than it may")
  func limit() throws {
    let directory = TemporaryDirectory()
    let path = "\(directory.path)/file"
    let file = try RecordingFile(
      consuming: try Descriptor.create(path, mode: 0o600), path: path, size: 90, limit: 100)
    #expect(file.append([UInt8](repeating: 65, count: 10)) == nil)
    #expect(file.append([65]) == .tooLarge(100))
    #expect(file.close(until: monotonicNow() + 10_000_000_000))
    #expect(try Descriptor.open(path, .reading).readAll(atMost: 1000).count == 10)
  }

  @Test("what exists is left alone, unless it is empty")
  func create() throws {
    let directory = TemporaryDirectory()
    let there = directory.file("there", "abc")
    #expect(throws: Errno.fileExists) { _ = try Descriptor.create(there, mode: 0o600).number }
    _ = try Descriptor.create(directory.file("empty", ""), mode: 0o600).number
    _ = try Descriptor.create("/dev/null", mode: 0o600).number
    #expect(try Descriptor.open(there, .reading).readAll(atMost: 10) == Array("abc".utf8))
  }
}
