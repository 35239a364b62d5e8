// SPDX-License-Identifier: MIT

import Foundation
import Support
import Testing

@testable import Sensors

/// One small file of each format, in each of which something is mended.
private let files: [(name: String, text: String)] = [
  (
    "own",
    "balld-recording 1\ntitle = t\norigin = synthetic\ndevice = d\n"
      + "columns = t ax ay az gx gy gz\nunits = s m/s² rad/s\n[samples]\n"
      + (0..<300).map { index in
        "\(Double(index % 100) / 100) 0.\(index) -0.\(index * 7) 9.8 "
          + (index % 9 == 0 ? "- - -\n" : "0.1 0.\(index) 1e-\(index % 30)\n")
      }.joined() + "3.0 1 2"
  ),
  (
    "csv",
    "\u{FEFF}# a comment\r\n\r\n\"t (ms)\";\"ax (g)\";\"ay (g)\";\"az (g)\";temperature\r\n"
      + (0..<300).map { index in
        "\(index * 9 + index % 4),5;0,\(index);0,\(index * 3);\(index % 50 == 7 ? "NaN" : "1,01");21\r\n"
      }.joined() + "2700;0"
  ),
  (
    "evemu",
    "# EVEMU 1.2\nN: x\nP: 40 00 00 00 00 00 00 00\n"
      + (0..<6).map { "A: 0\($0) -32768 32767 0 0 8192\n" }.joined()
      + (0..<300).map { index in
        let time = "1.\(String(100_000 + index * 1000))"
        return "E: \(time) 0003 000\(index % 6) \(index % 6 == 2 ? 8192 : index)\n"
          + "E: \(time) 0004 0005 \(index * 1003)\nE: \(time) 0000 0000 0\n"
      }.joined()
  ),
]

@Suite("reading while playing") struct StreamingTests {
  @Test(
    "whatever the blocks, the samples are the same to the bit, and the reports",
    arguments: [1, 7, 64, 4096])
  func blocks(size: Int) throws {
    for (name, text) in files {
      let bytes = Array(text.utf8)
      let expected = try Recording.load(bytes: bytes, file: name)
      let recording = try Recording.load(bytes: bytes, file: name, blockSize: size)
      #expect(try bits(recording) == bits(expected), "\(name)")
      #expect(recording.report == expected.report)
      #expect(recording.summary == expected.summary)
      #expect(recording.endStep == expected.endStep && recording.period == expected.period)
      #expect(expected.count > 250 && expected.report.repairs > 0 || name == "evemu")
    }
  }

  @Test("two files merge to the same bits whatever the blocks", arguments: [1, 7, 4096])
  func pairBlocks(size: Int) throws {
    var rates = "t (s),gx (deg/s),gy (deg/s),gz (deg/s)\n"
    for index in 0..<400 { rates += "\(Double(index * 7) / 1000),\(index),0.\(index),-3\n" }
    let forces = Array(files[1].text.utf8)
    let load = { (size: Int) in
      try Recording.load(
        bytes: forces, file: "a", gyroBytes: Array(rates.utf8), gyroFile: "g", blockSize: size)
    }
    #expect(try bits(load(size)) == bits(load(1 << 16)))
  }

  @Test("what is read from a file is what is read from memory")
  func memory() throws {
    let directory = TemporaryDirectory()
    for (name, text) in files {
      let path = directory.file(name, text)
      let recording = try Recording.load(path: path, blockSize: 100)
      #expect(try bits(recording) == bits(Recording.load(bytes: Array(text.utf8), file: path)))
    }
  }

  @Test("a copy of a source plays on by itself")
  func copies() throws {
    for (name, text) in files {
      let recording = try Recording.load(bytes: Array(text.utf8), file: name, blockSize: 50)
      let expected = try recording.samples
      var first = RecordingSource(recording, startingAt: recording.start)
      var (early, late): ([Sample], [Sample]) = ([], [])
      first.read(now: expected[40].time, into: &early)
      var second = first
      first.read(now: .max, into: &early)
      late = Array(expected[..<early.count(upTo: expected[40].time)])
      second.read(now: .max, into: &late)
      #expect(early == expected && late == expected, "\(name)")
      #expect(first.wait == .ended && second.wait == .ended)
    }
  }

  @Test("a source holds a window of a long recording, never the whole")
  func window() throws {
    var text = "t (ms),ax (g),ay (g),az (g)\n"
    for index in 0..<50_000 { text += "\(index * 10),0,0,1\n" }
    let recording = try Recording.load(bytes: Array(text.utf8), file: "a", blockSize: 4096)
    #expect(recording.count == 50_000)
    var reader = RecordingReader(
      try RecordingContent(bytes: Array(text.utf8), file: "a", maximumSize: .max), .accelerometer,
      blockSize: 4096)
    var rows = 0
    while !reader.isAtEnd {
      try reader.readWindow()
      rows += reader.window.rows.count
      // A row has 10 bytes at least.
      #expect(reader.window.rows.count <= 4096 / 10)
    }
    #expect(rows == 50_000)
  }

  @Test("a file that became shorter ends the source, and the reason is told")
  func shrinks() throws {
    let directory = TemporaryDirectory()
    let path = directory.file("a.csv", files[1].text)
    let recording = try Recording.load(path: path, blockSize: 200)
    var source = RecordingSource(recording, startingAt: 0)
    #expect(truncate(path, 1000) == 0)
    var samples: [Sample] = []
    source.read(now: .max, into: &samples)
    #expect(samples.count > 10 && samples.count < recording.count)
    #expect(source.wait == .ended)
    #expect(source.failure?.kind == .inputOutput)
    #expect(
      source.failure?.description.hasPrefix("\(path): found only 1000 of ") ?? false)
  }

  @Test("a file that was overwritten ends the source, and the reason is told")
  func overwritten() throws {
    let directory = TemporaryDirectory()
    let path = directory.file("a.csv", files[1].text)
    let recording = try Recording.load(path: path, blockSize: 200)
    var source = RecordingSource(recording, startingAt: 0)
    _ = directory.file("a.csv", String(repeating: "nonsense\n", count: 2000))
    var samples: [Sample] = []
    source.read(now: .max, into: &samples)
    #expect(source.wait == .ended)
    #expect(source.failure?.kind == .notUnderstood)
  }

  @Test("a file that grows is played to where it was when it was opened")
  func grows() throws {
    let directory = TemporaryDirectory()
    let path = directory.file("a.csv", "t (s),ax (g),ay (g),az (g)\n0,0,0,1\n0.01,0,0,1\n")
    let recording = try Recording.load(path: path)
    let stream = try #require(fopen(path, "a"))
    fputs("0.02,0,0,1\n", stream)
    fclose(stream)
    #expect(try recording.samples.count == 2)
    #expect(try Recording.load(path: path).count == 3)
  }

  @Test("a pipe is kept in memory, for it can't be read twice")
  func pipe() throws {
    let directory = TemporaryDirectory()
    let path = "\(directory.path)/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let text = files[0].text
    let writer = Thread {
      guard let stream = fopen(path, "w") else { return }
      fputs(text, stream)
      fclose(stream)
    }
    writer.start()
    let recording = try Recording.load(path: path)
    #expect(try bits(recording) == bits(Recording.load(bytes: Array(text.utf8), file: "a")))
  }

  @Test("changed, cut, doubled and exchanged lines and bytes neither trap nor hang")
  func mutations() throws {
    var generator = Generator()
    var outcomes = (read: 0, refused: 0)
    let pieces =
      ["nan", "1e999", "-", ",", ";", "\n", "\0", "\r", "\"", "9223372036854775807", "#"]
      .map { Array($0.utf8) } + [[0xFF], [0xEF, 0xBB, 0xBF], Array("E: 0.1 0000 0003 0\n".utf8)]
    for round in 0..<3000 {
      var bytes = Array(files[round % files.count].text.utf8.prefix(4000))
      for _ in 0...generator.below(4) {
        let place = generator.below(bytes.count)
        switch generator.below(6) {
        case 0: bytes[place] = UInt8(generator.below(256))
        case 1: bytes[place] ^= 1 << UInt8(generator.below(8))
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + generator.below(40)))
        case 3: bytes.insert(contentsOf: pieces[generator.below(pieces.count)], at: place)
        case 4: bytes = Array(bytes[..<max(1, place)])
        default:
          var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
          let (one, other) = (generator.below(lines.count), generator.below(lines.count))
          lines.swapAt(one, other)
          bytes = Array(lines.joined(separator: [10]))
        }
        if bytes.isEmpty { bytes = [10] }
      }
      do throws(RecordingError) {
        let recording = try Recording.load(
          bytes: bytes, file: "mutant", blockSize: [1 << 16, 13][round % 2])
        // What is opened is played to its end, and its times never decrease.
        var source = RecordingSource(recording, startingAt: 0)
        var samples: [Sample] = []
        source.read(now: .max, into: &samples)
        #expect(source.failure == nil)
        #expect(samples.count == recording.count)
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time })
        outcomes.read += 1
      } catch {
        #expect(!error.description.contains("\n"))
        outcomes.refused += 1
      }
    }
    #expect(outcomes.read > 500 && outcomes.refused > 500, "\(outcomes)")
  }
}

@Suite("the median of a stream") struct RunningMedianTests {
  @Test("is exact up to its capacity", arguments: [1, 2, 3, 1000, 1 << 14])
  func exact(count: Int) {
    var median = RunningMedian<Int>()
    #expect(median.median == nil)
    // 7919 is prime to all of the counts: each of 0 ..< count once.
    for index in 0..<count { median.take(index * 7919 % count) }
    #expect(median.median == count / 2)
  }

  @Test("is within 2 % of the ranks beyond it, and the same each time")
  func sampled() throws {
    let count = 1_000_000
    let medians = try (0..<2).map { _ in
      var median = RunningMedian<Int>()
      for index in 0..<count { median.take(index) }
      return try #require(median.median)
    }
    #expect(medians[0] == medians[1])
    #expect(abs(medians[0] - count / 2) < count / 50)
  }

  @Test("isn't deceived by values that alternate")
  func alternating() {
    var median = RunningMedian<Int>()
    for index in 0..<1_000_001 { median.take(index % 3 == 0 ? 5 : 15) }
    #expect(median.median == 15)
    median = RunningMedian()
    for index in 0..<1_000_001 { median.take(index % 3 == 0 ? 15 : 5) }
    #expect(median.median == 5)
  }
}

/// The bits of all that a recording gives.
private func bits(_ recording: Recording) throws -> [UInt64] {
  try recording.samples.flatMap { sample in
    let vectors = [sample.acceleration] + (sample.angularVelocity.map { [$0] } ?? [])
    return [UInt64(bitPattern: sample.time), UInt64(vectors.count)]
      + vectors.flatMap { [$0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern] }
  }
}

extension [Sample] {
  /// How many of the samples are at most that late.
  fileprivate func count(upTo time: Int64) -> Int { prefix { $0.time <= time }.count }
}

/// Numbers that look random and are the same each time (Marsaglia 2003, xorshift64).
private struct Generator {
  private var state: UInt64 = 0x1234_5678_9ABC_DEF1

  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(max(1, bound)))
  }
}
