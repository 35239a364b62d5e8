// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing
import Wire

@testable import Control

@Suite("ballctl and a hostile server", .serialized)
struct HostileServerTests {
  @Test("forty thousand tables are columns, as wide as the widest", .timeLimit(.minutes(1)))
  func tables() throws {
    let list = TableList(
      tables: (0..<40_000).map { TableList.Entry(name: "t\($0)", title: "T", game: "maze") })
    let lines = list.readable.split(separator: "\n")
    #expect(lines.count == 40_000)
    #expect(lines.first == "t0      maze  T")
    #expect(lines.last == "t39999  maze  T")
  }

  @Test("passes on for programs no sign that gives a terminal an order, and changes no text")
  func orders() throws {
    let title = "a\u{7f}b\u{80}c\u{9b}31md\u{9d}0;e\u{9f}\u{a0}é\u{1f534}"
    let start = #"{"class":"tables","tables":[{"name":"a","game":"maze","title":""#
    let run = try run(
      ["tables", "--json"],
      against: [
        .send(greeting), .receive, .send(start + title + "\"}]}\n"), ok("tables"), .drain,
      ])
    let escaped = #"a\u007fb\u0080c\u009b31md\u009d0;e\u009f"# + "\u{a0}é\u{1f534}"
    #expect(run.output == start + escaped + "\"}]}\n")
  }

  @Test("ends a recording when it is told to, though the server sends without pause")
  func record() throws {
    let directory = TemporaryDirectory()
    let path = "\(directory.path)/made"
    let line = #"{"class":"record","text":"0 "# + String(repeating: "x", count: 1000) + #"\n"}"#
    // For this thread alone: ballctl blocks it as well, and hears it by its descriptor.
    Process.block([.interrupt])
    let run = try run(
      ["record", path],
      against: [
        .send(greeting), .receive, ok("record"),
        .interruptingFlood(line + "\n", pthread_self()),
      ])
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    var patience = timespec()
    #expect(sigtimedwait(&signals, nil, &patience) == SIGINT)
    Process.unblock([.interrupt])
    #expect(run.exitCode == 0, "\(run.errors)")
    let size = try Descriptor.open(path, .reading).readAll(atMost: 1 << 30).count
    // What has come until then, and not what comes in thirty seconds.
    #expect(size < 2 << 20, "\(size) bytes")
  }
}
