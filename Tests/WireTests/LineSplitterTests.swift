// SPDX-License-Identifier: MIT

import Testing

@testable import Wire

private func drain(_ splitter: inout LineSplitter) -> [LineSplitter.Line] {
  var lines: [LineSplitter.Line] = []
  while let line = splitter.next() { lines.append(line) }
  return lines
}

private func lines(_ pieces: [[UInt8]], limit: Int) -> [LineSplitter.Line] {
  var splitter = LineSplitter(limit: limit)
  var found: [LineSplitter.Line] = []
  for piece in pieces {
    splitter.append(piece)
    found += drain(&splitter)
  }
  return found
}

@Suite("The line splitter")
struct LineSplitterTests {
  @Test("finds the same lines wherever the stream is cut in two or three")
  func cuts() {
    let stream = utf8("one\n\ntwo two\n12345678\n123456789\nx\r\n0123456789abcdef\nlast\nrest")
    let expected: [LineSplitter.Line] = [
      .line(utf8("one")), .line([]), .line(utf8("two two")), .line(utf8("12345678")), .tooLong,
      .line(utf8("x\r")), .tooLong, .line(utf8("last")),
    ]
    #expect(lines([stream], limit: 9) == expected)
    for first in 0...stream.count {
      for second in first...stream.count {
        let pieces = [stream[..<first], stream[first..<second], stream[second...]].map(Array.init)
        #expect(lines(pieces, limit: 9) == expected, "cut at \(first) and \(second)")
      }
    }
    #expect(lines(stream.map { [$0] }, limit: 9) == expected)
  }

  @Test("reports an endless line once, at its limit, and goes on after its end")
  func endless() {
    var splitter = LineSplitter(limit: 4096)
    splitter.append(Array(repeating: 0x61, count: 4095))
    #expect(drain(&splitter) == [])
    splitter.append([0x61])
    #expect(drain(&splitter) == [.tooLong])
    for _ in 0..<100 {
      splitter.append(Array(repeating: 0x61, count: 4096))
      #expect(drain(&splitter) == [])
      #expect(splitter.held == 0)
    }
    splitter.append(utf8("end\nnext\n"))
    #expect(drain(&splitter) == [.line(utf8("next"))])
  }

  @Test("takes a line of exactly its limit, the end included")
  func exact() {
    let longest = Array(repeating: UInt8(0x61), count: 4095)
    #expect(lines([longest + [10]], limit: 4096) == [.line(longest)])
    #expect(lines([longest, [10]], limit: 4096) == [.line(longest)])
    #expect(lines([longest + [0x61, 10]], limit: 4096) == [.tooLong])
  }

  @Test("gives an unfinished last line when the stream ends, but not the rest of a long one")
  func finish() {
    var splitter = LineSplitter(limit: 9)
    splitter.append(utf8("one\ntwo"))
    #expect(splitter.finish() == .line(utf8("one")))
    #expect(splitter.finish() == .line(utf8("two")))
    #expect(splitter.finish() == nil)
    splitter.append(utf8("much too long"))
    #expect(splitter.finish() == .tooLong)
    #expect(splitter.finish() == nil)
  }

  @Test("hands bytes through as they are, NUL and bad UTF-8 included")
  func bytes() {
    #expect(
      lines([[0, 0xff, 0xc3, 10, 0, 10]], limit: 99) == [.line([0, 0xff, 0xc3]), .line([0])])
  }
}
