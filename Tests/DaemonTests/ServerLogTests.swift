// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Sensors
import Support
import Testing

@testable import Daemon

@Suite("the log, and those who can make something happen without end") struct ServerLogTests {
  private final class Lines: Sendable {
    private let lines = Lock([String]())
    var log: Log { Log { line in self.lines.withLock { $0.append(line) } } }
    func count(_ text: String) -> Int { lines.withLock { $0.count { $0.contains(text) } } }
  }

  @Test("a table that can't be listed is told once, until another thing is wrong")
  func tables() throws {
    Process.block(Server.signals)
    defer { Process.unblock(Server.signals) }
    let directory = TemporaryDirectory()
    let lines = Lines()
    _ = directory.file("a.table", "nonsense\n")
    let server = try idleServer(tables: directory.path, log: lines.log)
    for _ in 0..<50 {
      server.tableLines.list = nil
      _ = server.currentTableList()
    }
    #expect(lines.count("leaving out the table `a`") == 1)
    _ = directory.file("b.table", "nonsense\n")
    server.tableLines.list = nil
    _ = server.currentTableList()
    #expect(lines.count("leaving out the table `b`") == 1)
    #expect(lines.count("leaving out the table `a`") == 2)
  }

  @Test("a client that comes again and again, to be dropped, is told five times a minute")
  func drops() throws {
    Process.block(Server.signals)
    defer { Process.unblock(Server.signals) }
    let lines = Lines()
    let server = try idleServer(log: lines.log)
    for _ in 0..<50 {
      let pair = try UnixSocket.pair()
      server.welcome(try pair.writing.duplicate(), mayControl: false)
      let client = try #require(server.clients[server.newestClient])
      // More than its socket and its queue take together.
      for _ in 0..<200 {
        server.send([UInt8](repeating: UInt8(ascii: "x"), count: 16 << 10), to: client)
      }
      #expect(server.clients.isEmpty)
      // The other end was open until here.
      #expect(pair.reading.number >= 0)
    }
    #expect(lines.count("lines unread") == 5)
  }

  @Test("a button that does nothing is told five times a minute, however often it is pressed")
  func presses() throws {
    Process.block(Server.signals)
    defer { Process.unblock(Server.signals) }
    let lines = Lines()
    let server = try idleServer(log: lines.log)
    let press = InputPress(.key(0x13c), action: .level)
    // A thousand a second for ten seconds.
    for index in 0..<10_000 as Range<Int64> { server.take([press], now: index * 1_000_000) }
    #expect(lines.count("does nothing") == 5)
  }
}
