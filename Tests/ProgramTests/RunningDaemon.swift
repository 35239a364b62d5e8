// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

/// A daemon of a test's own, with its sockets in a directory of the test's own.
final class RunningDaemon {
  let directory: TemporaryDirectory
  let program: Program
  var runtime: String { "\(directory.path)/run" }
  /// Where it keeps what outlives it.
  var state: String { "\(directory.path)/state" }

  /// Starts a daemon, in the directory of another one if it is to follow that.
  ///
  /// It runs within the command `wrapper`, if there is one, which runs what follows it. There and in the
  /// daemon $STATE is the directory in which things are kept. Without a `--source` it waits for clients:
  /// not for a sensor that this computer may have.
  init(
    _ arguments: [String] = [], environment: [String: String] = [:],
    after other: RunningDaemon? = nil, within wrapper: [String] = []
  ) throws {
    directory = other?.directory ?? TemporaryDirectory()
    let source = arguments.contains("--source") ? [] : ["--source", "client"]
    let state = "\(directory.path)/state"
    let words =
      wrapper + [
        "\(Program.directory)/balld", "--runtime-dir", "\(directory.path)/run", "--state-dir",
        state,
      ] + source + arguments
    program = try Program.start(
      path: words[0], Array(words.dropFirst()),
      environment: environment.merging(["STATE": state]) { given, _ in given })
    let isUp = try program.waitForError(containing: "listening ")
    try #require(isUp, "the daemon didn't start")
  }

  /// Connects to the control socket, or to that which is for watching.
  func connect(control: Bool = true) throws -> TestClient {
    let name = control ? RuntimeDirectory.controlSocket : RuntimeDirectory.viewSocket
    return try TestClient(path: "\(runtime)/\(name)")
  }

  /// Connects to the control socket, and is sent every state.
  func watch() throws -> TestClient {
    let client = try connect()
    try client.send(.watch(rate: nil))
    return client
  }

  /// Ends the daemon as systemd would.
  func stop() throws -> Program.Result {
    program.send(.terminate)
    return try program.finish()
  }

  /// The memory that is the daemon's own, in bytes: `Anonymous` of /proc/PID/smaps_rollup.
  func anonymousMemory() throws -> Int {
    let path = "/proc/\(program.identifier)/smaps_rollup"
    let text = String(
      decoding: try Descriptor.open(path, .reading).readAll(atMost: 1 << 16), as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Anonymous:") })
    return try #require(Int(line.split(separator: " ")[1])) * 1024
  }
}

/// A client of a test's own, which waits for what it wants with a deadline.
final class TestClient {
  private let connection: Connection
  private var inbox: [Message] = []

  init(path: String) throws {
    connection = Connection(
      consuming: try UnixSocket.connect(to: path), path: path, mayControl: true)
  }

  func send(_ command: Request.Command, id: Int64? = nil) throws {
    try connection.send(Request(command, id: id))
  }

  func send(line: String) throws { try connection.send(line: Array((line + "\n").utf8)) }

  /// The next message, waiting for it.
  func next() throws -> Message {
    let deadline = monotonicNow() + 20_000_000_000 * Sanitizer.slowness
    while inbox.isEmpty {
      var awaited = [Awaited(connection.descriptor)]
      try poll(&awaited, until: deadline)
      inbox = try connection.nextMessages()
      try #require(monotonicNow() < deadline, "no message came")
    }
    return inbox.removeFirst()
  }

  /// The first message from now on that `pick` takes for what it looks for; others are passed over.
  func first<Value>(_ pick: (Message) -> Value?) throws -> Value {
    let deadline = monotonicNow() + 20_000_000_000 * Sanitizer.slowness
    while true {
      if let value = pick(try next()) { return value }
      try #require(monotonicNow() < deadline, "others came, but not the message that is wanted")
    }
  }

  /// The first `sensor` from now on that is as wanted.
  func sensor(where condition: (SensorReport) -> Bool) throws -> SensorReport {
    try first { if case .sensor(let report) = $0, condition(report) { report } else { nil } }
  }

  func nextState() throws -> State {
    try first { if case .state(let state) = $0 { state } else { nil } }
  }

  func state(in phase: Phase) throws -> State {
    try first { message in
      if case .state(let state) = message, state.phase == phase { state } else { nil }
    }
  }

  /// Sends a command and waits until it is confirmed.
  func command(_ command: Request.Command, id: Int64 = 1) throws {
    try send(command, id: id)
    try first { message -> Void? in
      if case .ok(let confirmation) = message, confirmation.id == id { () } else { nil }
    }
  }

  func nextError() throws -> ErrorReport {
    try first { if case .error(let report) = $0 { report } else { nil } }
  }
}
