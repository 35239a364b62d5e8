// SPDX-License-Identifier: MIT

import Display
import Foundation
import Glibc
import Posix
import Support
import Testing
import Wire

// <sys/pidfd.h> isn't in the Glibc module.
@_silgen_name("pidfd_open")
private func processDescriptor(_ process: pid_t, _ flags: UInt32) -> Int32

/// ballview on a pseudo terminal, beside a daemon that does what the test says: one thread that
/// serves both, and nothing that waits for a time.
final class Playground {
  /// Where the daemon's sockets are.
  var directory: String { place.path }
  private let place = TemporaryDirectory()
  private(set) var requests: [Request.Command] = []
  private(set) var bytes: [UInt8] = []
  private(set) var screen: VirtualTerminal
  private(set) var terminal: PseudoTerminal?
  /// Whether what the program writes is read: else the terminal is as good as stopped.
  var readsTerminal = true
  private var listener: Listener?
  private var clients: [Client] = []
  private let size: (columns: Int, rows: Int)

  /// How long anything may take, in ns; only a failing test takes it.
  static let patience: Int64 = 20_000_000_000

  private final class Listener {
    let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  private final class Client {
    let socket: Descriptor
    var splitter = LineSplitter(limit: Limits.requestLine)

    init(_ socket: consuming Descriptor) { self.socket = socket }
  }

  init(columns: Int = 80, rows: Int = 24) throws {
    size = (columns, rows)
    screen = VirtualTerminal(columns: columns, rows: rows)
  }

  /// The built program, beside the bundle of the tests.
  static func program() throws -> String {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/ballview"
    try #require(FileManager.default.isExecutableFile(atPath: path), "not built: \(path)")
    return path
  }

  // MARK: The daemon

  /// Starts to listen: on control.sock, or on view.sock alone.
  func serve(mayControl: Bool = true) throws {
    let name = mayControl ? RuntimeDirectory.controlSocket : RuntimeDirectory.viewSocket
    listener = Listener(try UnixSocket.listen(at: "\(directory)/\(name)", mode: 0o600))
  }

  /// Ends the daemon: everybody's connection breaks.
  func stopServing() {
    listener = nil
    clients = []
  }

  /// Sends a message to every client.
  func send(_ message: Message) throws { try send(message.line) }

  /// Sends a line to every client.
  func send(line: String) throws { try send(Array((line + "\n").utf8)) }

  private func send(_ line: [UInt8]) throws {
    for client in clients {
      _ = try line.withUnsafeBytes { buffer throws -> Int in
        try UnixSocket.send(buffer, on: client.socket.number)
      }
    }
  }

  private func greet(_ client: Client) throws {
    let greeting: [Message] = [
      .hello(Hello(server: "balld 0.1.0", session: "test")), .sensor(Examples.sensor),
      .table(Examples.table), .state(Examples.state()),
    ]
    for message in greeting {
      _ = try message.line.withUnsafeBytes { buffer throws -> Int in
        try UnixSocket.send(buffer, on: client.socket.number)
      }
    }
  }

  // MARK: The program

  /// What the program's environment is, but for what the test adds.
  private static let environment = [
    "PATH=/usr/bin:/bin", "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8",
    "SWIFT_BACKTRACE=enable=no",
  ]

  /// Starts ballview, or a shell script in which `$BALLVIEW` starts it.
  func start(
    _ options: [String] = [], script: String? = nil, environment: [String] = [],
    inputFrom input: String? = nil, hasOddSettings: Bool = false
  ) throws -> PseudoTerminal {
    let command = [try Self.program(), "--runtime-dir=\(directory)"] + options
    let arguments = script.map { ["/bin/sh", "-c", $0] } ?? command
    let names = environment.map { $0.prefix { $0 != "=" } }
    let started = try PseudoTerminal(
      arguments,
      environment: Self.environment.filter { !names.contains($0.prefix { $0 != "=" }) }
        + environment + ["BALLVIEW=" + command.joined(separator: " ")], columns: size.columns,
      rows: size.rows,
      inputFrom: input,
      hasOddSettings: hasOddSettings)
    terminal = started
    return started
  }

  /// Serves daemon and terminal until something has come about.
  ///
  /// What comes about elsewhere, as in a file, is looked for again after each interval, in ns.
  func wait(
    _ what: String, lookingEach interval: Int64 = patience,
    location: SourceLocation = #_sourceLocation,
    until isDone: () throws -> Bool
  ) throws {
    let deadline = monotonicNow() + Self.patience
    while try !isDone() {
      try #require(
        monotonicNow() < deadline, "waited in vain: \(what)\n\(screen.grid.text)",
        sourceLocation: location)
      try turn(until: min(deadline, monotonicNow() + interval))
    }
  }

  /// Whether the program has ended, and all that it left on the terminal.
  var hasEnded: Bool {
    get throws {
      var awaited = [Awaited(try #require(terminal).ended.number)]
      try poll(&awaited, until: 0)
      return awaited[0].isReadable
    }
  }

  /// Serves until the program has ended; returns its status as of waitpid(2).
  func waitForEnd(location: SourceLocation = #_sourceLocation) throws -> Int32 {
    let terminal = try #require(terminal)
    try wait("the program's end", location: location) { try hasEnded }
    while true {
      let rest = terminal.read()
      if rest.isEmpty { break }
      take(rest)
    }
    return terminal.wait()
  }

  /// Waits until processes that aren't this one's children have ended: they are polled by pidfd_open(2).
  func waitForProcesses(
    toEnd processes: [pid_t], location: SourceLocation = #_sourceLocation
  ) throws {
    for process in processes {
      let number = processDescriptor(process, 0)
      // Gone already.
      guard number >= 0 else { continue }
      let ended = Descriptor(consuming: number)
      var awaited = [Awaited(ended.number)]
      try poll(&awaited, until: monotonicNow() + Self.patience)
      #expect(awaited[0].isReadable, "process \(process) stays", sourceLocation: location)
    }
  }

  /// Serves daemon and terminal for so long, in ns, in which the program could do what it mustn't.
  func serve(for time: Int64) throws {
    let end = monotonicNow() + time
    while monotonicNow() < end { try turn(until: end) }
  }

  private func turn(until deadline: Int64) throws {
    var awaited = [
      Awaited(listener?.descriptor.number ?? -1),
      Awaited(readsTerminal ? terminal?.master.number ?? -1 : -1),
      Awaited(terminal?.ended.number ?? -1),
    ]
    awaited += clients.map { Awaited($0.socket.number) }
    try poll(&awaited, until: deadline)
    if awaited[1].isReadable, let terminal { take(terminal.read()) }
    for (index, client) in clients.enumerated().reversed() where awaited[3 + index].isReadable {
      // One that has gone without reading all resets its connection.
      do { if try listen(to: client) { continue } } catch is Errno {}
      clients.remove(at: index)
    }
    if awaited[0].isReadable, let socket = try accept() {
      let client = Client(socket)
      // One that has gone by now is one the less.
      do {
        try greet(client)
        clients.append(client)
      } catch is Errno {}
    }
  }

  private func accept() throws -> Descriptor? {
    guard let listener else { return nil }
    return try UnixSocket.accept(on: listener.descriptor)
  }

  private func listen(to client: Client) throws -> Bool {
    var count = 0
    let data = try [UInt8](unsafeUninitializedCapacity: 4096) { buffer, size in
      size = try client.socket.read(into: UnsafeMutableRawBufferPointer(buffer))
      count = size
    }
    client.splitter.append(data)
    while case .line(let line)? = client.splitter.next() {
      requests.append(try Request.decode(line).command)
    }
    return count > 0
  }

  private func take(_ new: [UInt8]) {
    bytes += new
    screen.feed(new)
  }

  /// The picture is there, with this word in it.
  func waitForScreen(
    _ word: String, location: SourceLocation = #_sourceLocation
  ) throws {
    try wait("\"\(word)\" on the screen", location: location) {
      screen.grid.text.contains(word)
    }
  }

  /// The picture of a scene is there, to the last cell.
  func waitForPicture(
    of scene: Scene = Examples.scene(), location: SourceLocation = #_sourceLocation
  ) throws {
    let (columns, rows) = (screen.grid.columns, screen.grid.rows)
    var painter = CellPainter(Capabilities(depth: .truecolor, glyphs: .half))
    let expected = painter.paint(scene, columns: columns, rows: rows).normalized
    try wait("the whole picture", location: location) {
      screen.grid.normalized == expected && !screen.modes.contains(2026)
    }
  }

  func resize(columns: Int, rows: Int) throws {
    screen.resize(columns: columns, rows: rows)
    try terminal?.resize(columns: columns, rows: rows)
  }
}
