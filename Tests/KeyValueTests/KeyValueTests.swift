// SPDX-License-Identifier: MIT

import KeyValue
import Testing

@Suite("the key = value reader") struct KeyValueTests {
  @Test(
    "a value is what stands behind the = without blanks, quotes and comment",
    arguments: [
      ("rate = 30", "30"), ("rate=30", "30"), ("\t rate\t=  30 \t", "30"), ("rate =", ""),
      ("rate = 30 # a second", "30"), ("rate = 30\t# a second", "30"), ("rate = a#b", "a#b"),
      ("rate = # nothing", ""), (#"rate = "a # b""#, "a # b"), (#"rate = "a" # b"#, "a"),
      (#"rate = "  a  ""#, "  a  "), (#"rate = "\"\\\n\r\t""#, "\"\\\n\r\t"), (#"rate = """#, ""),
      (#"rate = child's "hand""#, #"child's "hand""#), ("rate = a = b", "a = b"),
      ("rate = ä°²", "ä°²"), ("\u{FEFF}rate = 1", "1"),
    ])
  func value(line: String, expected: String) throws {
    for ending in ["", "\n", "\r\n"] {
      let text = try KeyValueText(line + ending, file: "f")
      #expect(text.entries.map(\.value) == [expected])
      #expect(text.entries.map(\.key) == ["rate"])
    }
  }

  @Test("sections, comments and empty lines are told apart, and lines counted")
  func sections() throws {
    let text = try KeyValueText(
      "a = 1\n\n# b = 2\n  [sensor] # the board\n \t\na = 3\n[tilt.feel]\nb-c_d.e = 4\n[sensor]\nz=5",
      file: "balld.conf")
    let seen = text.entries.map { "\($0.file) \($0.line) \($0.section) \($0.key) \($0.value)" }
    #expect(
      seen == [
        "balld.conf 1  a 1", "balld.conf 6 sensor a 3", "balld.conf 8 tilt.feel b-c_d.e 4",
        "balld.conf 10 sensor z 5",
      ])
    #expect(text.entry("a", section: "sensor")?.value == "3")
    #expect(text.entry("a")?.value == "1")
    #expect(text.entry("z") == nil)
  }

  @Test(
    "what can't be understood is named by file and line",
    arguments: [
      ("a = 1\nhello", "f:2: found `hello`, expected `key = value`"),
      (
        "a = 1\n\u{FEFF}b = 2",
        "f:2: found `\u{FEFF}b` before the `=`, expected a key of letters, digits, `.`, `_` and `-`"
      ),
      (
        "= 1",
        "f:1: found nothing before the `=`, expected a key of letters, digits, `.`, `_` and `-`"
      ),
      (
        "a b = 1",
        "f:1: found `a b` before the `=`, expected a key of letters, digits, `.`, `_` and `-`"
      ),
      (
        "ä = 1",
        "f:1: found `ä` before the `=`, expected a key of letters, digits, `.`, `_` and `-`"
      ),
      ("\n[sensor", "f:2: found `[sensor`, expected a section such as `[name]`"),
      ("[]", "f:1: found `[]`, expected a section such as `[name]`"),
      ("[a]b", "f:1: found `[a]b`, expected a section such as `[name]`"),
      ("a = \"b", "f:1: found `\"b`, expected a closing quote"),
      ("a = \"b\" c", "f:1: found `c` after the closing quote, expected the end of the line"),
      (#"a = "\x""#, #"f:1: found `"\x"`, expected `\"`, `\\`, `\n`, `\r` or `\t` after a `\`"#),
      (
        "a = 1\n\na = 2",
        "f:3: found `a` a second time, expected it once only (it stands in line 1)"
      ),
      ("a\u{1B}[31m", "f:1: found `a?[31m`, expected `key = value`"),
    ])
  func invalid(text: String, expected: String) {
    #expect(message(Array(text.utf8)) == expected)
  }

  @Test("bytes that aren't text, and lines that don't end, are refused")
  func notText() {
    #expect(
      message([0x61, 0x3D, 0x00])
        == "f:1: found a NUL byte, expected text in UTF-8")
    #expect(
      message([0x0A, 0x61, 0x3D, 0xFF])
        == "f:2: found bytes that are not UTF-8, expected text in UTF-8")
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: 4096)
    #expect(
      message([0x0A] + long + [0x0A])
        == "f:2: found a longer line, expected at most 4096 bytes a line")
    #expect(
      message(Array("a=".utf8) + long.dropLast(3) + [0x0A])
        == nil)
  }

  @Test("a key may be repeated where the caller says so")
  func repeatable() throws {
    let text = try KeyValueText("hole = 1\nhole = 2", file: "f", repeatable: ["hole"])
    #expect(text.entries.map(\.value) == ["1", "2"])
  }

  @Test("what follows the marker is handed over as it is, with its line numbers")
  func marker() throws {
    let text = try KeyValueText(
      "game = maze\n [map] \r\n# . #\r\n\n [map]\n= x ", file: "f", marker: "[map]")
    #expect(text.entries.map(\.key) == ["game"])
    #expect(text.markerLine == 2)
    #expect(text.rest.map(\.number) == [3, 4, 5, 6])
    #expect(text.rest.map(\.text) == ["# . #", "", " [map]", "= x "])
    #expect(try KeyValueText("a = 1", file: "f", marker: "[map]").markerLine == nil)
  }

  @Test(
    "what formatValue writes, the reader reads back",
    arguments: [
      "", "plain", " blank ", "a # b", "#", "a#b", "\"", "a \"b\"", "\\", "two\nlines\r\t", "ä°²",
      "=", "[x]", "\"q\" # r",
    ])
  func roundTrip(value: String) throws {
    let text = try KeyValueText("k = \(formatValue(value))\n", file: "f")
    #expect(text.entries.map(\.value) == [value])
  }

  @Test(
    "the block size doesn't matter to the lines", arguments: [1, 2, 3, 7, 4096])
  func blocks(size: Int) throws {
    let bytes = Array("\u{FEFF}one\r\n\ntwo\nthree\r\nlast".utf8)
    var splitter = LineSplitter(maximumLength: 16)
    var seen: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      let block = Array(bytes[start..<min(start + size, bytes.count)])
      try block.withUnsafeBufferPointer { buffer in
        var rest = buffer
        while let line = try splitter.next(from: &rest) {
          seen.append("\(line.number) \(String(decoding: line.bytes, as: UTF8.self))")
        }
      }
    }
    if let line = splitter.last() {
      #expect(!line.isTerminated)
      seen.append("\(line.number) \(String(decoding: line.bytes, as: UTF8.self))")
    }
    #expect(seen == ["1 one", "2 ", "3 two", "4 three", "5 last"])
  }

  @Test(
    "a line may come in many blocks, up to the bound", arguments: [1, 3, 63, 64, 65, 4096],
    [62, 63, 64, 65, 129, 198, 199, 200, 700])
  func longLines(size: Int, length: Int) throws {
    let long = (0..<length).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    let bytes = Array("one\n".utf8) + long + Array("\nlast\n".utf8)
    var splitter = LineSplitter(maximumLength: 200)
    var seen: [[UInt8]] = []
    do {
      for start in stride(from: 0, to: bytes.count, by: size) {
        let block = Array(bytes[start..<min(start + size, bytes.count)])
        try block.withUnsafeBufferPointer { buffer in
          var rest = buffer
          while let line = try splitter.next(from: &rest) { seen.append(Array(line.bytes)) }
        }
      }
      #expect(length < 200 && seen == [Array("one".utf8), long, Array("last".utf8)])
    } catch let error as LineTooLong {
      #expect(length >= 200 && error.line == 2 && error.maximumLength == 200)
      #expect(seen == [Array("one".utf8)])
    }
  }
}

/// What the error says that reading these bytes throws; nil when it throws none.
private func message(_ bytes: [UInt8]) -> String? {
  do throws(KeyValueError) {
    _ = try KeyValueText(bytes, file: "f")
    return nil
  } catch {
    return error.description
  }
}
