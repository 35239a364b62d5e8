// SPDX-License-Identifier: MIT

import Glibc
import Support
import Testing

@Suite("balld --check-config") struct CheckConfigTests {
  private let directory = TemporaryDirectory()

  /// What the program says of a file with this text, whose path is FILE in it.
  private func check(
    _ text: String, _ more: [String] = []
  ) throws -> (code: Int32, output: String, errors: String) {
    let file = directory.file("balld.conf", text)
    let result = try Program.run("balld", ["--check-config", "--config", file] + more)
    return (result.code, result.output, result.errors.replacing(file, with: "FILE"))
  }

  @Test("tells all that is wrong, each by file and line, and ends with the status of the first")
  func all() throws {
    let result = try check(
      "[tilt]\nlimit = steep\nsoft\n[daemon]\ntable = nowhere\nplaylist = marble nothing\n"
        + "[screen]\nrotation = 45\n[tilt]\ncolour = red\n", ["--set", "tilt.gain=0"])
    #expect(result.code == 78 && result.output.isEmpty)
    let lines = result.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 7, "\(result.errors)")
    for start in [
      "warning: FILE:10: unknown setting `tilt.colour`",
      "warning: FILE:6: daemon.playlist: passing over `nothing`",
      "error: FILE:3: found `soft`", "error: FILE:2: tilt.limit: found `steep`",
      "error: FILE:8: screen.rotation: found `45`", "error: --set: tilt.gain: found `0`",
      "error: FILE:5: daemon.table: no table `nowhere`",
    ] {
      #expect(lines.contains { $0.hasPrefix("balld: \(start)") }, "\(start): \(result.errors)")
    }
  }

  @Test("counts what is wrong with any number of lines, and tells the first ten")
  func many() throws {
    let result = try check(String(repeating: "nonsense\n", count: 5000))
    #expect(result.code == 78)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines.last == "balld: error: and 4990 more lines in which something is wrong")
    let unknown = try check("[x]\n" + (0..<5000).map { "k\($0) = 1\n" }.joined())
    #expect(unknown.code == 0)
    #expect(unknown.errors.split(separator: "\n").count == 11)
    #expect(unknown.output == "valid, but for 11 warnings above\n")
  }

  @Test("says of settings that go one by one and not together where each stands")
  func together() throws {
    let result = try check("[tilt]\ndead-zone = 25\nfull-tilt = 20\n")
    #expect(result.code == 78)
    #expect(
      result.errors.hasPrefix("balld: error: FILE:2: tilt.dead-zone: FILE:3: tilt.full-tilt: found")
    )
  }

  @Test("refuses a recording that isn't there or is none, as the daemon does; a pipe is left alone")
  func recording() throws {
    let missing = try check("[daemon]\nsource = log:/nonexistent/x.csv\n")
    #expect(missing.code == 66 && missing.output.isEmpty)
    let start = "balld: error: FILE:2: daemon.source: /nonexistent/x.csv: cannot open"
    #expect(missing.errors.hasPrefix(start), "\(missing.errors)")
    let none = try check("[tilt]\n", ["--source", "log:\(directory.file("x.csv", "nonsense\n"))"])
    #expect(none.code == 65)
    #expect(none.errors.hasPrefix("balld: error: --source: "), "\(none.errors)")
    let good = try check("[daemon]\nsource = log:\(packageRoot)/recordings/rounds.recording\n")
    #expect(good.code == 0 && good.errors.isEmpty, "\(good.errors)")
    let pipe = "\(directory.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(try check("[daemon]\nsource = log:\(pipe)\n").code == 0)
  }

  @Test("warns of tables of one's own that can't be played, whether or not they are asked for")
  func brokenTables() throws {
    let path = directory.file("mine.table", "gme = maze\n")
    let result = try check("[daemon]\ntables = \(directory.path)\n")
    #expect(result.code == 0)
    #expect(
      result.errors.hasPrefix("balld: warning: leaving out the table `mine`: \(path):1: "),
      "\(result.errors)")
    #expect(result.output == "valid, but for the warning above\n")
  }

  @Test("is content with what is right")
  func right() throws {
    let result = try check("[tilt]\ngain = 2\n")
    #expect(result.code == 0 && result.errors.isEmpty)
    #expect(result.output == "the settings are valid\n")
  }
}
