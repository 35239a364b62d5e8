// SPDX-License-Identifier: MIT

import Sensors
import Support
import Testing

/// Opens and plays what a fuzzer made up; traps where a promise isn't kept.
///
/// The first byte says in which blocks the rest is read, and whether a byte 1 cuts it into two
/// files. Whatever opens is played to its end: as many samples as were counted, times that never
/// decrease, no failure on the way.
///
/// Returns whether it could be opened.
private func play(_ input: [UInt8]) -> Bool {
  guard let mode = input.first else { return false }
  let bytes = Array(input.dropFirst())
  let blockSize = [65536, 1, 7, 4096][Int(mode & 3)]
  do throws(RecordingError) {
    let recording: Recording
    if mode & 4 != 0, let cut = bytes.firstIndex(of: 1) {
      recording = try Recording.load(
        bytes: Array(bytes[..<cut]), file: "a", gyroBytes: Array(bytes[(cut + 1)...]),
        gyroFile: "b", blockSize: blockSize)
    } else {
      recording = try Recording.load(bytes: bytes, file: "a", blockSize: blockSize)
    }
    var source = RecordingSource(recording, startingAt: 0)
    var samples: [Sample] = []
    source.read(now: .max, into: &samples)
    precondition(source.failure == nil && source.wait == .ended)
    precondition(samples.count == recording.count)
    precondition(zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time })
    return true
  } catch {
    precondition(!error.description.contains("\n"))
    return false
  }
}

@Suite("what a fuzzer found") struct FuzzCorpusTests {
  @Test("inputs that reach every branch known to a fuzzer are read or refused, and nothing traps")
  func corpus() throws {
    var (opened, refused) = (0, 0)
    for input in try fuzzCorpus("recordings") {
      if play(input) { opened += 1 } else { refused += 1 }
    }
    #expect(opened > 50 && refused > 300, "\(opened) opened, \(refused) refused")
  }
}
