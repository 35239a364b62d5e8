// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

extension TestClient {
  /// Asks how the daemon is.
  fileprivate func status() throws -> StatusReport {
    try send(.status, id: 77)
    let status = try first { if case .status(let status) = $0 { status } else { nil } }
    try first { message -> Void? in
      if case .ok(let confirmation) = message, confirmation.id == 77 { () } else { nil }
    }
    return status
  }
}

@Suite("how the daemon is", .serialized)
struct StatusTests {
  private func ballctl(_ daemon: RunningDaemon, _ arguments: String...) throws -> Program.Result {
    try Program.run("ballctl", ["--runtime-dir", daemon.runtime] + arguments)
  }

  @Test("well, with what that rests on: clients, who drives, the store")
  func well() throws {
    let daemon = try RunningDaemon(["--set", "clients.limit=7"])
    let one = try daemon.connect()
    guard case .hello(let hello) = try one.next() else {
      Issue.record("no hello")
      return
    }
    #expect(hello.client == "client 1")
    #expect(try one.status().driver == nil)
    try one.send(.tilt(XY(x: 0, y: 0)))
    let status = try one.status()
    #expect(status.problems == [] && status.notes == [])
    #expect(status.server == hello.server)
    #expect((0...60).contains(try #require(status.uptime)))
    #expect(status.driver == hello.client)
    #expect(status.clients == .init(connected: 1, limit: 7))
    #expect(status.storage?.directory == daemon.state)
    #expect(status.storage?.runs == 0)
    #expect(status.storage?.free ?? 0 > 0)
    #expect(status.recording == .init(clients: 0))
    #expect(status.configuration == .init())
    #expect(status.table == .init(name: "marble", title: "Marble", game: "marble"))
    let printed = try ballctl(daemon, "status")
    #expect(printed.code == 0)
    #expect(printed.output.hasPrefix("all is well\n"), "\(printed)")
    #expect(
      printed.output.contains(
        "\nclients    1 beside this one, of at most 7; client 1 tilts the table\n"))
  }

  @Test("with a line that nobody knows, no sensor and a full house: said, and the exit status is 1")
  func problems() throws {
    let directory = TemporaryDirectory()
    let file = directory.file("balld.conf", "[tilt]\nfeeling = good\n[clients]\nlimit = 2\n")
    let daemon = try RunningDaemon(["--config", file, "--record", directory.path + "/a.recording"])
    let one = try daemon.connect()
    let status = try one.status()
    #expect(status.problems.map(\.code) == ["unknown-setting"])
    #expect(status.configuration?.warnings.first?.hasPrefix("\(file):2: ") ?? false)
    #expect(status.recording == .init(file: directory.path + "/a.recording", clients: 0))
    let printed = try ballctl(daemon, "status")
    #expect(printed.code == 1)
    #expect(
      printed.output.hasPrefix("something needs you: as many clients are connected as may be: 2"))
    #expect(printed.output.contains("unknown setting"))
    #expect(printed.output.contains("\nrecording  into \(directory.path)/a.recording\n"))
    #expect(printed.errors == "")
    let json = try ballctl(daemon, "status", "--json")
    #expect(json.code == 1)
    guard case .status = try Message.decode(Array(json.output.utf8)) else {
      Issue.record("no status: \(json)")
      return
    }
  }

  @Test("is told to all who ask at once, within a second, when the disk doesn't answer")
  func silentDisk() throws {
    let fake = FakeIIO()
    fake.fault("/sync", "")
    let tables = TemporaryDirectory()
    let lane = tables.file(
      "lane.table",
      "game = maze\ncell = 20 mm\nball-radius = 8 mm\nacceleration = 0.5 g\n[map]\nS..F\n....\n....\n"
    )
    let daemon = try RunningDaemon(["--table", lane], environment: fake.environment)
    let player = try daemon.connect()
    let others = try (0..<3).map { _ in try daemon.connect() }
    #expect(try player.status().storage?.fault == nil)
    fake.fault("/sync", "delay 2000\n")
    try player.send(.watch(rate: 1000))
    try player.send(.tilt(XY(x: 100, y: 0)))
    _ = try player.first { message -> Void? in
      if case .event(let event) = message, event.kind == .won { () } else { nil }
    }
    let begin = monotonicNow()
    for other in others { try other.send(.status, id: 5) }
    try others[0].send(.status, id: 6)
    for other in others {
      let status = try other.first { if case .status(let status) = $0 { status } else { nil } }
      #expect(status.problems.map(\.code) == ["storage"])
      #expect(status.storage?.fault?.contains("hasn't answered") ?? false, "\(status)")
      // What was known before.
      #expect(status.storage?.free ?? 0 > 0)
    }
    // Half a second of patience, one look for all.
    let waited = monotonicNow() - begin
    #expect((400_000_000..<1_500_000_000).contains(waited), "\(waited)")
    // As soon as it answers again, so does the status; and a slow disk is a problem of its own.
    fake.fault("/sync", "")
    var status = try player.status()
    while status.storage?.fault != nil { status = try player.status() }
    #expect(status.storage?.lastSync ?? 0 >= 2)
    #expect(status.storage?.syncAge ?? -1 >= 0)
    #expect(status.problems.map(\.code) == ["slow-disk"])
    #expect(try daemon.stop().code == 0)
  }

  @Test("isn't asked twice at once by one client, nor by one who may only watch")
  func refused() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.connect()
    try client.send(line: #"{"do":"status","id":1}"# + "\n" + #"{"do":"status","id":2}"#)
    let refusal = try client.nextError()
    #expect(refusal.code == .refused && refusal.id == 2)
    let viewer = try daemon.connect(control: false)
    try viewer.send(.status, id: 3)
    #expect(try viewer.nextError().code == .notPermitted)
  }

  @Test("in a place that can't be written says so")
  func noPlace() throws {
    let directory = TemporaryDirectory()
    let daemon = try RunningDaemon([
      "--state-dir", directory.file("file", "no directory"),
    ])
    let printed = try ballctl(daemon, "status")
    #expect(printed.code == 1)
    #expect(printed.output.hasPrefix("something needs you: runs can't be stored: "), "\(printed)")
  }

  @Test("names that are paths or too long get nowhere by ballctl either")
  func names() throws {
    let daemon = try RunningDaemon()
    for command in ["table", "runs"] {
      for name in [
        "", ".", "..", "../marble", "/etc/passwd", "a b", String(repeating: "a", count: 65),
        String(repeating: "a/", count: 50_000), "a\u{1b}[31m", "maze:3x3", "maze:0x3:1",
      ] {
        let run = try ballctl(daemon, command, name)
        #expect(run.code == 64, "\(command) \(name.prefix(70)): \(run)")
        #expect(run.errors.utf8.count < 200 && !run.errors.contains("\u{1b}"), "\(run.errors)")
      }
      let unknown = try ballctl(daemon, command, "nosuch")
      #expect(unknown.code == 70)
      #expect(unknown.errors.contains("nosuch"), "\(unknown)")
    }
  }
}
