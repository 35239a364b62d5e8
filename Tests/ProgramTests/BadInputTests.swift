// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing

@Suite("bad input gets one clear line and its exit code")
struct BadInputTests {
  private let directory = TemporaryDirectory()
  private static let header = "t (s),ax (m/s2),ay (m/s2),az (m/s2)\n"

  private func rows(_ count: Int, changing index: Int? = nil, to row: String = "") -> String {
    (0..<count).reduce(Self.header) {
      $0 + ($1 == index ? row : "\(Double($1) / 100),0.5,0.2,9.7") + "\n"
    }
  }

  private func play(_ path: String) throws -> Program.Result {
    try Program.run("balld", ["--source", "log:\(path)", "--speed", "max", "--print"])
  }

  /// That it ended with this code and one line on standard error that has all these parts.
  private func expect(
    _ result: Program.Result, code: Int32, parts: [String],
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(result.code == code, "\(result.errors)", sourceLocation: location)
    #expect(result.output == "", sourceLocation: location)
    #expect(result.errors.hasPrefix("balld: error: "), sourceLocation: location)
    #expect(result.errors.filter { $0 == "\n" }.count == 1, sourceLocation: location)
    for part in parts {
      #expect(result.errors.contains(part), "\(result.errors)", sourceLocation: location)
    }
  }

  @Test("a place with no name", arguments: ["config", "runtime-dir", "state-dir", "record"])
  func emptyPlace(_ option: String) throws {
    expect(
      try Program.run("balld", ["--source", "client", "--\(option)="]), code: 64,
      parts: ["--\(option): found nothing, expected a path"])
  }

  @Test("a line of letters")
  func letters() throws {
    let path = directory.file("x.csv", rows(50, changing: 20, to: "a,b,c,d"))
    expect(try play(path), code: 65, parts: ["x.csv:22:"])
  }

  @Test("an empty file")
  func empty() throws {
    expect(try play(directory.file("x.csv", "")), code: 65, parts: ["x.csv", "empty"])
  }

  @Test("a header and no rows")
  func noRows() throws {
    expect(try play(directory.file("x.csv", Self.header)), code: 65, parts: ["x.csv"])
  }

  @Test(
    "a table file that can't be played",
    arguments: [
      ("game = chess\n", ":1:"), ("", ":1:"), ("game = maze\ncell = 20 mm\n[map]\n", "map"),
      ("game = maze\ncell = 20 mm\nball-radius = 6 mm\n[map]\nS.\n.x\n", ":6:"),
      ("game = maze\ncell = 20 m/s\n", ":2:"), ("\u{0}\u{1}", ":1:"),
    ])
  func tableFile(_ text: String, _ part: String) throws {
    let path = directory.file("odd.table", text)
    let result = try Program.run("balld", ["--table", path, "--check-config"])
    expect(result, code: 65, parts: ["odd.table", part])
  }

  @Test("a table that isn't there")
  func missingTable() throws {
    for name in ["nowhere", "../tables/marble.table/x", "maze:1x1:1", "maze:12x12"] {
      let result = try Program.run("balld", ["--table", name, "--check-config"])
      expect(result, code: 66, parts: [name])
    }
  }

  @Test("a missing file")
  func missing() throws {
    expect(
      try play("\(directory.path)/none.csv"), code: 66, parts: ["none.csv", "no such file"])
  }

  @Test("a directory")
  func ofDirectory() throws {
    expect(try play(directory.path), code: 66, parts: [directory.path, "directory"])
  }

  @Test("a binary file")
  func binary() throws {
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ $0 / 7) }
    expect(try play(directory.file("x.bin", bytes)), code: 65, parts: ["x.bin:1:"])
  }

  @Test("a file that may not be read", .enabled(if: Process.user != 0, "root reads everything"))
  func unreadable() throws {
    let path = directory.file("x.csv", rows(50))
    _ = try Program.run(path: "/bin/chmod", ["0", path])
    expect(try play(path), code: 77, parts: ["x.csv"])
  }

  @Test("a truncated last line is dropped, and told")
  func truncated() throws {
    let whole = rows(50)
    let result = try play(directory.file("x.csv", String(whole.dropLast(8))))
    #expect(result.code == 0)
    #expect(result.errors.contains("x.csv: 1 × last line breaks off"))
  }

  @Test("NaN is left out and counted")
  func notANumber() throws {
    let result = try play(directory.file("x.csv", rows(50, changing: 20, to: "0.2,nan,0,9.8")))
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors.contains("x.csv: 1 × row without"))
  }

  @Test("time that runs backwards is mended and counted")
  func backwards() throws {
    let result = try play(directory.file("x.csv", rows(50, changing: 20, to: "0.05,0.5,0.2,9.7")))
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors.contains("x.csv: 1 × time runs backwards"))
  }

  @Test(
    "the command line",
    arguments: [
      (["--speed", "fast"], 64, "--speed"),
      (["--speed", "0x10", "--source", "log:x"], 64, "--speed"),
      (["--source", "tape"], 64, "tape"),
      (["--nonsense"], 64, "--nonsense"),
      (["extra"], 64, "extra"),
      (["--print"], 64, "--print"),
      (["--set", "tilt.limit"], 64, "tilt.limit"),
      (["--table", "no-such-table"], 66, "no-such-table"),
      (["--config", "/nonexistent.conf"], 78, "/nonexistent.conf"),
      (["--set", "tilt.dead-zone=29", "--check-config"], 78, "dead zone"),
      (["--runtime-dir", "/proc/balld"], 73, "/proc/balld"),
    ] as [([String], Int32, String)])
  func commandLine(_ arguments: [String], _ code: Int32, _ part: String) throws {
    expect(try Program.run("balld", arguments), code: code, parts: [part])
  }

  @Test("a bad configuration file is refused by file and line, by --check-config too")
  func configuration() throws {
    let path = directory.file("balld.conf", "[tilt]\nlimit = steep\n")
    for arguments in [["--config", path], ["--config", path, "--check-config"]] {
      expect(
        try Program.run("balld", arguments), code: 78,
        parts: ["\(path):2: tilt.limit: found `steep`"])
    }
  }

  @Test("--check-config counts what is passed over, and commas do as well as blanks")
  func passedOver() throws {
    let result = try Program.run(
      "balld",
      [
        "--set", "daemon.playlist=first-roll, mille,twins", "--set", "exhibition.demo-after=3",
        "--set", "exhibition.demo-recording=nosuch,rounds", "--check-config",
      ])
    #expect(result.code == 0)
    #expect(result.output == "valid, but for 2 warnings above\n")
    #expect(result.errors.contains("daemon.playlist: passing over `mille`: "))
    #expect(result.errors.contains("exhibition.demo-recording: passing over `nosuch`: "))
  }

  @Test("--check-config and --print-config end with 0 on good settings, and so does --help")
  func good() throws {
    for arguments in [["--check-config"], ["--print-config"], ["--help"], ["--version"]] {
      let result = try Program.run("balld", arguments)
      #expect(result.code == 0)
      #expect(result.errors == "")
      #expect(!result.output.isEmpty)
    }
  }
}
