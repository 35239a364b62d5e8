// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing

@testable import Wire

extension TemporaryDirectory {
  fileprivate func listen(_ name: String) throws -> Descriptor {
    try UnixSocket.listen(at: "\(path)/\(name)", mode: 0o600)
  }
}

/// The daemon's end of a pair, and the client's connection.
private struct Pair: ~Copyable {
  let server: Descriptor
  let client: Connection

  init() throws {
    let pair = try UnixSocket.pair()
    server = Descriptor(consuming: dup(pair.reading.number))
    client = Connection(
      consuming: Descriptor(consuming: dup(pair.writing.number)), path: "/test/control.sock",
      mayControl: true)
  }

  func send(_ text: String) throws { try writeAll(text, to: server.number) }

  func received() throws -> String {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = try bytes.withUnsafeMutableBytes { try server.read(into: $0) }
    return text(Array(bytes[..<count]))
  }
}

private let paused = Message.event(Event(t: 1, .paused))
private let resumed = Message.event(Event(t: 2, .resumed))

@Suite("A client's connection")
struct ConnectionTests {
  @Test("gives out whole messages however the bytes arrive, and none when nothing came")
  func pieces() throws {
    let pair = try Pair()
    #expect(try pair.client.nextMessages() == [])
    try pair.send(text(paused.line) + "{\"class\":\"eve")
    #expect(try pair.client.nextMessages() == [paused])
    try pair.send("nt\",\"event\":\"resumed\",\"t\":2}")
    #expect(try pair.client.nextMessages() == [])
    try pair.send("\n{\"class\":\"weather\"}\n" + text(paused.line))
    #expect(try pair.client.nextMessages() == [resumed, paused])
  }

  @Test("reads a line of any sensible length, as a table may be")
  func longLine() throws {
    let pair = try Pair()
    let padding = String(repeating: " ", count: 1000)
    var lines: [Message] = []
    try pair.send("{\"class\":\"event\",")
    for _ in 0..<200 {
      try pair.send(padding)
      lines += try pair.client.nextMessages()
    }
    try pair.send("\"event\":\"paused\",\"t\":1}\n")
    lines += try pair.client.nextMessages()
    #expect(lines == [paused])
  }

  @Test("gives out what came before the end, and then says that it is closed")
  func end() throws {
    let client: Connection
    do {
      let pair = try Pair()
      client = pair.client
      try pair.send(text(paused.line))
    }
    #expect(try client.nextMessages() == [paused])
    for _ in 0..<2 {
      #expect(throws: ConnectionError.closed(path: "/test/control.sock")) {
        try client.nextMessages()
      }
    }
    #expect(throws: ConnectionError.closed(path: "/test/control.sock")) {
      try client.send(Request(.pause))
    }
  }

  @Test("loses nothing when the end is found in the same call as the last lines")
  func endInOneRead() throws {
    let client: Connection
    let padding = String(repeating: " ", count: 16384 - paused.line.count)
    do {
      let pair = try Pair()
      client = pair.client
      // Exactly one chunk, so that the connection is read once more, and its end is seen.
      try pair.send(padding + text(paused.line))
    }
    #expect(try client.nextMessages() == [paused])
    #expect(throws: ConnectionError.closed(path: "/test/control.sock")) {
      try client.nextMessages()
    }
  }

  @Test("can be waited for")
  func waiting() throws {
    let pair = try Pair()
    var awaited = [Awaited(pair.client.descriptor)]
    try poll(&awaited, until: 0)
    #expect(!awaited[0].isReadable)
    try pair.send("\n")
    try poll(&awaited, until: 0)
    #expect(awaited[0].isReadable)
  }

  @Test("sends requests as lines, and lines as they are")
  func sending() throws {
    let pair = try Pair()
    try pair.client.send(Request(.pause, id: 1))
    try pair.client.send(line: utf8("{}\n"))
    #expect(try pair.received() == "{\"do\":\"pause\",\"id\":1}\n{}\n")
  }

  @Test("gives up on a daemon that takes nothing")
  func stopped() throws {
    let pair = try Pair()
    pair.client.patience = 0
    let line = [UInt8](repeating: 0x20, count: 65536)
    #expect(throws: ConnectionError.notReading(path: "/test/control.sock")) {
      for _ in 0..<1000 { try pair.client.send(line: line) }
    }
  }

  @Test("says what a server sent that can't be a message")
  func malformed() throws {
    let pair = try Pair()
    try pair.send("HTTP/1.1 400 Bad Request\n")
    do throws(ConnectionError) {
      _ = try pair.client.nextMessages()
      Issue.record("it was taken")
    } catch {
      #expect(
        error.description.hasPrefix(
          "what listens at /test/control.sock doesn't speak as balld does: the line isn't JSON: "))
    }
  }

  @Test("opens control.sock, and view.sock where there is no other")
  func choice() throws {
    let scratch = TemporaryDirectory()
    let view = try scratch.listen("view.sock")
    let watching = try Connection.open(directory: scratch.path)
    #expect(!watching.mayControl)
    #expect(watching.path == scratch.path + "/view.sock")
    let control = try scratch.listen("control.sock")
    let controlling = try Connection.open(directory: scratch.path)
    #expect(controlling.mayControl)
    #expect(controlling.path == scratch.path + "/control.sock")
    _ = (view.number, control.number)
  }

  @Test("goes on to the next directory when nobody listens, or a dead daemon left its socket")
  func search() throws {
    let dead = TemporaryDirectory()
    do { _ = try dead.listen("control.sock") }
    let alive = TemporaryDirectory()
    let listener = try alive.listen("control.sock")
    let connection = try Connection.open(
      directories: ["/nonexistent", dead.path, "/dev/null", alive.path], toVerify: nil)
    #expect(connection.path == alive.path + "/control.sock")
    _ = listener.number
  }

  @Test("says where it looked when no balld is running")
  func nobody() throws {
    let scratch = TemporaryDirectory()
    #expect(throws: ConnectionError.nobodyListens(in: [scratch.path])) {
      try Connection.open(directory: scratch.path)
    }
    #expect(
      ConnectionError.nobodyListens(in: ["/run/balld", "/tmp/balld-7"]).description
        == "no balld is running: nothing listens in /run/balld or /tmp/balld-7; "
        + "start one with `balld`, or say with --runtime-dir which directory it was given, if it was "
        + "given one")
    #expect(
      ConnectionError.nobodyListens(in: ["/tmp/x"]).description
        == "no balld is running: nothing listens in /tmp/x; start one with `balld`, or say with "
        + "--runtime-dir which directory it was given")
  }

  @Test(
    "each failure is told with the place, what came of it, and what to do",
    arguments: [
      (.notPermitted(directory: "/r"), ["/r", "permission denied", "group balld"]),
      (.cannotConnect(path: "/r/s", .wouldBlock), ["/r/s", "too busy", "try again"]),
      (.cannotConnect(path: "/r/s", .notDirectory), ["/r/s", "not a directory"]),
      (.closed(path: "/r/s"), ["/r/s", "closed the connection", "its log"]),
      (.failed(path: "/r/s", .notDirectory), ["/r/s", "failed", "not a directory"]),
      (.notReading(path: "/r/s"), ["/r/s", "takes nothing", "is it stopped?"]),
      (.malformed(path: "/r/s", "what"), ["/r/s", "doesn't speak as balld does: what"]),
    ] as [(ConnectionError, [String])])
  func told(error: ConnectionError, parts: [String]) {
    for part in parts { #expect(error.description.contains(part)) }
  }

  @Test("refuses a path that is too long for a socket, and says how long it may be")
  func longPath() {
    let directory = "/tmp/" + String(repeating: "x", count: 120)
    do throws(ConnectionError) {
      _ = try Connection.open(directory: directory)
      Issue.record("it was opened")
    } catch {
      #expect(error == .cannotConnect(path: directory + "/control.sock", .nameTooLong))
      #expect(error.description.hasSuffix("107 bytes at the most; choose a shorter --runtime-dir"))
    }
  }

  @Test(
    "refuses a server of another user in a directory in /tmp, whosever that was when it was looked at",
    .enabled(if: geteuid() == 0, "only root can give a directory away"))
  func impostor() throws {
    let scratch = TemporaryDirectory()
    let listener = try scratch.listen("control.sock")
    // The user whose directory it is; root's process answers.
    let user: UInt32 = 65534
    #expect(chown(scratch.path, user, user) == 0)
    #expect(
      throws: ConnectionError.untrusted(
        UntrustedDirectory(path: scratch.path, reason: .owner(0)))
    ) {
      try Connection.open(directories: [scratch.path], toVerify: scratch.path, user: user)
    }
    #expect(throws: Never.self) {
      _ = try Connection.open(directories: [scratch.path], toVerify: nil, user: user)
    }
    _ = listener.number
  }

  @Test(
    "refuses a directory in /tmp that others may write into, its group alone too",
    arguments: [0o777, 0o720, 0o702] as [mode_t])
  func trap(mode: mode_t) throws {
    let scratch = TemporaryDirectory()
    let listener = try scratch.listen("control.sock")
    #expect(throws: Never.self) {
      _ = try Connection.open(directories: [scratch.path], toVerify: scratch.path)
    }
    chmod(scratch.path, mode)
    #expect(
      throws: ConnectionError.untrusted(
        UntrustedDirectory(path: scratch.path, reason: .writable))
    ) {
      try Connection.open(directories: [scratch.path], toVerify: scratch.path)
    }
    #expect(throws: ConnectionError.nobodyListens(in: ["/nonexistent"])) {
      try Connection.open(directories: ["/nonexistent"], toVerify: "/nonexistent")
    }
    _ = listener.number
  }
}

@Suite("The runtime directory")
struct RuntimeDirectoryTests {
  @Test(
    "follows XDG_RUNTIME_DIR, else lies in /tmp with the user's number",
    arguments: [
      ("/run/user/7", "/run/user/7/balld"), ("/run/user/7//", "/run/user/7/balld"),
      ("/", "/balld"), (nil, "/tmp/balld-7"), ("", "/tmp/balld-7"), ("run", "/tmp/balld-7"),
    ] as [(String?, String)])
  func byHand(xdg: String?, expected: String) {
    #expect(RuntimeDirectory.byHand(xdg: xdg, user: 7) == expected)
  }

  @Test("is looked for under systemd first")
  func candidates() {
    #expect(RuntimeDirectory.candidates.first == "/run/balld")
    #expect(RuntimeDirectory.candidates.last == "/tmp/balld-\(geteuid())")
  }

  @Test("is found unless a socket lies where clients look before, or they don't look there")
  func found() throws {
    let (first, second) = (TemporaryDirectory(), TemporaryDirectory())
    let candidates = [first.path, second.path]
    #expect(RuntimeDirectory.isFound(second.path, among: candidates))
    #expect(!RuntimeDirectory.isFound("/elsewhere", among: candidates))
    let listener = try first.listen("view.sock")
    #expect(!RuntimeDirectory.isFound(second.path, among: candidates))
    #expect(RuntimeDirectory.isFound(first.path, among: candidates))
    _ = listener.number
  }

  @Test("must be a directory of this user's own")
  func verification() throws {
    let scratch = TemporaryDirectory()
    let user = geteuid()
    func reason(_ path: String, user: UInt32) -> UntrustedDirectory.Reason? {
      do throws(UntrustedDirectory) {
        try RuntimeDirectory.verifyOwner(of: path, user: user)
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(reason(scratch.path, user: user) == nil)
    #expect(reason(scratch.path, user: user + 1) == .owner(user))
    #expect(reason(scratch.path + "/none", user: user) == .unreadable(.noSuchFile))
    #expect(reason("/dev/null", user: user) == .noDirectory)
    let link = scratch.path + "/view.sock"
    symlink(scratch.path, link)
    #expect(reason(link, user: user) == .noDirectory)
  }
}
