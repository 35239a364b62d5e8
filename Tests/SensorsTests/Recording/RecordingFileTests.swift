// SPDX-License-Identifier: MIT

import Foundation
import Sensors
import Testing

@Suite("files of recordings") struct RecordingFileTests {
  private let text = "\u{FEFF}t (s),ax,ay,az\r\n0,0,0,1\r\n0.01,0,0,1\r\n0.02,0.1,0,1\r\n0.03,0,0"

  @Test("the size of the blocks makes no difference", arguments: [1, 7, 4096])
  func blocks(size: Int) throws {
    try withFile(text) { path in
      let recording = try Recording.load(path: path, blockSize: size)
      let expected = try Recording.load(path: path)
      #expect(try recording.samples == expected.samples)
      #expect(recording.report == expected.report)
      #expect(try recording.samples.count == 3)
      #expect(recording.report.truncatedLines == 1)
    }
  }

  @Test("a recording is told by its content and named by its file")
  func name() throws {
    try withFile(text, name: "my.log.of.monday.wav") { path in
      let recording = try Recording.load(path: path)
      #expect(recording.name == "my.log.of.monday")
      #expect(recording.summary == "CSV, 3 samples, 0.03 s, 100 Hz, accelerometer")
    }
  }

  @Test("a missing file, a directory, a binary file and a bad path each get their kind")
  func kinds() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let missing = try #require(failure("/nowhere/log.csv"))
    #expect(missing.kind == .missing)
    #expect(
      missing.description
        == "/nowhere/log.csv: cannot open the recording: no such file or directory")
    let directory = try #require(failure(folder))
    #expect(directory.kind == .missing)
    #expect(
      directory.description == "\(folder): found a directory, expected the file of a recording")
    #expect(failure("/dev/null/x")?.kind == .missing)
    #expect(failure(String(repeating: "x", count: 5000))?.kind == .missing)
    #expect(
      failure("/bin/sh")?.kind == .notUnderstood)
    // Memory that isn't there can't be read: EIO.
    #expect(failure("/proc/self/mem")?.kind == .inputOutput)
  }

  @Test(
    "a file that may not be read gets its kind",
    .disabled(if: geteuid() == 0, "root may read everything"))
  func permission() throws {
    try withFile(text) { path in
      chmod(path, 0)
      #expect(failure(path)?.kind == .permission)
    }
  }

  private func failure(_ path: String) -> RecordingError? {
    do throws(RecordingError) {
      _ = try Recording.load(path: path)
      return nil
    } catch {
      return error
    }
  }
}

/// Runs `body` on a file of this content, in a folder of its own that is removed afterwards.
private func withFile(
  _ text: String, name: String = "log.csv", _ body: (String) throws -> Void
) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appendingPathComponent(name)
  try Data(text.utf8).write(to: file)
  try body(file.path)
}
