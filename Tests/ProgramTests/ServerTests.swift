// SPDX-License-Identifier: MIT

import Glibc
import Options
import Posix
import Support
import Testing
import Wire

@Suite("the daemon on its sockets")
struct ServerTests {
  /// Half a minute of a board that is tilted to and fro.
  private func recording(in directory: TemporaryDirectory, seconds: Int = 30) -> String {
    let text = (0..<(seconds * 100)).reduce(into: "t (s),ax (m/s2),ay (m/s2),az (m/s2)\n") {
      let x = Double(($1 * 7) % 100) / 20 - 2.5
      $0 += "\(Double($1) / 100),\(x),\(Double(($1 * 3) % 80) / 20 - 2),9.4\n"
    }
    return directory.file("board.csv", text)
  }

  @Test("a client is greeted, told of sensor and table, and gets states once it watches")
  func greeting() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.connect()
    guard case .hello(let hello) = try client.next() else {
      Issue.record("no hello")
      return
    }
    #expect(hello.server == "balld \(balldVersion)")
    #expect(hello.session != nil)
    guard case .sensor(let sensor) = try client.next(), case .table = try client.next() else {
      Issue.record("no sensor and table")
      return
    }
    #expect(sensor.source == "client")
    #expect(sensor.health == .waiting)
    try client.send(.watch(rate: 60), id: 4)
    let state = try client.nextState()
    #expect(state.phase == .noSensor)
    #expect(state.balls.count == 1)
    #expect(state.skipped == 0)
    #expect(try daemon.stop().code == 0)
  }

  @Test("the sockets have their modes in a directory of 0700, and are gone after SIGTERM")
  func modes() throws {
    let daemon = try RunningDaemon()
    let view = "\(daemon.runtime)/view.sock"
    let control = "\(daemon.runtime)/control.sock"
    #expect(try Directory.status(of: daemon.runtime).mode == 0o700)
    #expect(try Directory.status(of: view).mode == 0o666)
    #expect(try Directory.status(of: control).mode == 0o660)
    let result = try daemon.stop()
    #expect(result.code == 0)
    for path in [view, control] {
      #expect(throws: Errno.noSuchFile) { _ = try Directory.status(of: path) }
    }
  }

  @Test("SIGINT ends it with 0 as SIGTERM does")
  func interrupt() throws {
    let daemon = try RunningDaemon()
    daemon.program.send(.interrupt)
    #expect(try daemon.program.finish().code == 0)
  }

  @Test("a client's tilt rolls the ball; pause, resume and release do what they say")
  func control() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.watch()
    let start = try client.nextState().balls[0]
    try client.send(.tilt(XY(x: 1, y: 0)))
    var rolled = try client.nextState()
    while rolled.balls[0].x < start.x + 0.02 { rolled = try client.nextState() }
    #expect(rolled.phase == .rolling)
    #expect(rolled.tilt == XY(x: 1, y: 0))
    #expect(rolled.balls[0].y == start.y)
    try client.send(.pause)
    let paused = try client.state(in: .paused)
    try client.send(.resume)
    let resumed = try client.state(in: .rolling)
    #expect(resumed.t >= paused.t)
    try client.send(.release)
    #expect(try client.state(in: .paused).tilt == XY(x: 0, y: 0))
  }

  @Test("a command that carries an id is confirmed with it, one without isn't")
  func confirmations() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.connect()
    let commands: [Request.Command] = [
      .watch(rate: 5), .tilt(XY(x: 1, y: 2)), .pause, .resume, .restart, .release,
      .sample(ClientSample(acceleration: XYZ(x: 0, y: 0, z: 9.8))),
    ]
    for (index, command) in commands.enumerated() {
      try client.send(command)
      try client.send(command, id: Int64(index))
      let confirmed: Wire.Confirmation = try client.first { message in
        if case .ok(let confirmation) = message { confirmation } else { nil }
      }
      #expect(confirmed == Wire.Confirmation(command: command.name, id: Int64(index)))
    }
  }

  @Test("the socket for watching takes nothing else, and says where that is taken")
  func viewOnly() throws {
    let daemon = try RunningDaemon()
    let viewer = try daemon.connect(control: false)
    try viewer.command(.watch(rate: 10))
    for command in [Request.Command.restart, .pause, .resume, .release, .tilt(XY(x: 1, y: 1))] {
      try viewer.send(command, id: 9)
      let error = try viewer.nextError()
      #expect(error.code == .notPermitted)
      #expect(error.id == 9)
      #expect(error.hint != nil)
    }
  }

  @Test("at the recording's end the phase is finished, and restart plays it again")
  func playsAgain() throws {
    let directory = TemporaryDirectory()
    // Long enough for a state in the middle, however late the daemon is.
    let path = recording(in: directory, seconds: 10)
    let daemon = try RunningDaemon(["--source", "log:\(path)", "--speed", "10"])
    let client = try daemon.connect()
    try client.command(.watch(rate: nil))
    _ = try client.state(in: .finished)
    try client.command(.restart)
    _ = try client.state(in: .rolling)
    _ = try client.state(in: .finished)
  }

  @Test(
    "a directory in which clients don't look is said at the start, with the option that names it")
  func wayToFind() throws {
    let daemon = try RunningDaemon()
    let directory = daemon.runtime
    #expect(
      try daemon.stop().errors.contains(
        "listening in \(directory); ballview and ballctl find it with --runtime-dir=\(directory)\n")
    )
  }

  @Test(
    "where another user owns the directory of the sockets, all three programs end with 77",
    .enabled(
      if: Process.user == 0 && access("/usr/bin/setpriv", X_OK) == 0,
      "another user needs root and setpriv"))
  func foreignDirectory() throws {
    let user = 1_000_000_000 + Int(getpid())
    let usual = "/tmp/balld-\(user)"
    try Directory.make(usual, mode: 0o700)
    defer { rmdir(usual) }
    let asUser = [
      "-u", "XDG_RUNTIME_DIR", "/usr/bin/setpriv", "--reuid=\(user)", "--clear-groups",
    ]
    for (program, arguments) in [
      ("balld", ["--source", "client"]), ("ballctl", ["status"]), ("ballview", ["--once"]),
    ] {
      for named in [[], ["--runtime-dir", usual]] {
        let result = try Program.run(
          path: "/usr/bin/env", asUser + ["\(Program.directory)/\(program)"] + arguments + named)
        #expect(result.code == 77 && result.errors.contains(usual), "\(program): \(result)")
      }
    }
  }

  @Test("a second daemon in the same directory gives way with 73, and the first goes on")
  func second() throws {
    let daemon = try RunningDaemon()
    let result = try Program.run("balld", ["--runtime-dir", daemon.runtime])
    #expect(result.code == 73)
    #expect(result.errors.contains("another balld runs"))
    _ = try daemon.connect()
  }

  @Test("after kill -9 the next daemon takes the sockets that were left behind")
  func leftBehind() throws {
    let first = try RunningDaemon()
    first.program.send(Signal(rawValue: SIGKILL))
    _ = try first.program.finish()
    let next = try RunningDaemon(after: first)
    _ = try next.connect().next()
    #expect(try next.stop().code == 0)
  }

  @Test("requests that take long and came at once leave others their turn in between")
  func slowRequests() throws {
    let daemon = try RunningDaemon()
    let other = try daemon.connect()
    try other.command(.watch(rate: 1))
    let flooder = try daemon.connect()
    // Less than what is read in one go.
    let count = 100
    let lines = (0..<count).map { "{\"do\":\"table\",\"name\":\"maze:30x20:\($0)\"}" }
    try flooder.send(line: lines.joined(separator: "\n"))

    func isMaze(_ message: Message) -> Bool {
      if case .table(let table) = message { table.name.hasPrefix("maze:30x20:") } else { false }
    }
    try other.first { isMaze($0) ? () : nil }
    try other.send(.pause, id: 7)
    var before = 1
    try other.first { message -> Void? in
      if isMaze(message) { before += 1 }
      if case .ok(let confirmation) = message, confirmation.id == 7 { return () }
      return nil
    }
    #expect(before < count)
    // None of them is lost.
    while before < count {
      try other.first { isMaze($0) ? () : nil }
      before += 1
    }
    #expect(try daemon.stop().code == 0)
  }

  @Test("one who only connects and leaves, without end, doesn't starve the others")
  func connectFlood() throws {
    let directory = TemporaryDirectory()
    let daemon = try RunningDaemon(["--source", "log:\(recording(in: directory))"])
    let watcher = try daemon.connect(control: false)
    try watcher.send(.watch(rate: nil))
    // Processes of their own, in perl, which every Debian has.
    let script = """
      while (1) { socket(S, AF_UNIX, SOCK_STREAM, 0); connect(S, sockaddr_un($ARGV[0])); close S }
      """
    let flooders = try (0..<3).map { _ in
      try Program.start(
        path: "/usr/bin/perl", ["-MSocket", "-e", script, "\(daemon.runtime)/view.sock"])
    }
    func endFlood() { for flooder in flooders { flooder.send(Signal(rawValue: SIGKILL)) } }
    defer { endFlood() }
    var times: [Double] = []
    let end = monotonicNow() + 1_500_000_000
    while monotonicNow() < end { times.append(try watcher.nextState().t) }
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    try #require(gaps.count > 10, "\(gaps.count) states")
    // The world advances every 10 ms; starved, it did once a second.
    #expect(gaps[gaps.count / 2] < 0.1, "\(gaps[gaps.count / 2]) s between two states")
    // There was a flood: clients are numbered.
    endFlood()
    let driver = try daemon.connect()
    try driver.command(.tilt(XY(x: 1, y: 0)))
    let number: Int = try watcher.first { message in
      if case .event(let event) = message, case .takeover(let by) = event.kind {
        Int(by.dropFirst("client ".count))
      } else {
        nil
      }
    }
    #expect(number > 500, "\(number) connections")
  }

  @Test("a daemon whose directory was replaced leaves the next one's sockets alone")
  func othersSockets() throws {
    let first = try RunningDaemon()
    _ = try Program.run(path: "/bin/rm", ["-r", first.runtime])
    let next = try RunningDaemon(after: first)
    #expect(try first.stop().code == 0)
    _ = try next.connect().next()
    #expect(try next.stop().code == 0)
  }

  @Test("a start that fails leaves nothing behind, and what was there untouched")
  func failedStart() throws {
    let directory = TemporaryDirectory()
    _ = directory.file("control.sock", "precious")
    #expect(try Program.run("balld", ["--runtime-dir", directory.path]).code == 73)
    #expect(throws: Errno.noSuchFile) {
      _ = try Directory.status(of: "\(directory.path)/view.sock")
    }
    let kept = try Descriptor.open("\(directory.path)/control.sock", .reading)
    #expect(try kept.readAll(atMost: 99) == Array("precious".utf8))
  }

  @Test(
    "where no socket can be made it says why, and what to do about it",
    arguments: [
      ("run", "something else is there, or listens there"),
      (String(repeating: "d", count: 100), "its path is longer than 107 bytes"),
    ])
  func noSocket(name: String, reason: String) throws {
    let directory = TemporaryDirectory()
    let place = "\(directory.path)/\(name)"
    try Directory.make(place, mode: 0o700)
    if name == "run" { _ = directory.file("run/control.sock", "precious") }
    let result = try Program.run(
      "balld", ["--source", "client", "--runtime-dir", place])
    #expect(result.code == 73)
    #expect(result.errors.contains("cannot listen on \(place)/"), "\(result.errors)")
    #expect(
      result.errors.hasSuffix(".sock: \(reason); name another place with --runtime-dir\n"),
      "\(result.errors)")
  }

  @Test("at the speed max a client that plays on after the recording's end isn't hurried")
  func noHurryForClients() throws {
    let directory = TemporaryDirectory()
    let path = recording(in: directory, seconds: 2)
    let daemon = try RunningDaemon(
      ["--source", "log:\(path)", "--speed", "max", "--table", "bounce"])
    let client = try daemon.watch()
    _ = try client.state(in: .finished)
    let begin = monotonicNow()
    try client.send(.tilt(XY(x: 1, y: 0.3)))
    let first = try client.state(in: .rolling).t
    var last = first
    for _ in 0..<20 { last = try client.nextState().t }
    // At most as much session time as real time, and a step for each end.
    #expect(last - first <= Double(monotonicNow() - begin) / 1e9 + 0.002, "\(last - first) s")
  }

  @Test("lines that aren't requests get their error, and the connection goes on")
  func malformed() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.connect()
    let lines: [(String, ErrorReport.Code)] = [
      ("", .badJSON), ("{", .badJSON), ("[]", .notAnObject), ("{}", .missingField),
      ("{\"do\":\"dance\"}", .unknownCommand), ("{\"do\":\"tilt\",\"x\":1e9,\"y\":0}", .outOfRange),
      ("\u{0}\u{1}", .badJSON), (String(repeating: "x", count: 1 << 20), .lineTooLong),
      ("{\"do\":\"tilt\",\"x\":1e999,\"y\":0}", .outOfRange),
    ]
    for (line, code) in lines {
      try client.send(line: line)
      #expect(try client.nextError().code == code, "\(line.prefix(40))")
    }
    try client.command(.watch(rate: 1))
  }

  @Test("one client more than the limit is refused by name, and the others stay")
  func limit() throws {
    let daemon = try RunningDaemon(["--set", "clients.limit=2"])
    let one = try daemon.connect()
    _ = try one.next()
    let two = try daemon.connect()
    _ = try two.next()
    #expect(try daemon.connect().nextError().code == .tooManyClients)
    try one.command(.watch(rate: 1))
    try two.command(.watch(rate: 1))
  }

  @Test(
    "a client that never reads costs the other nothing, is told what it skipped, and memory is flat"
  )
  func neverReads() throws {
    let directory = TemporaryDirectory()
    // Ten minutes of session time in one, a state at every advance: more states than are looked at,
    // where few advances are made in a second as well.
    let path = recording(in: directory, seconds: 600)
    let daemon = try RunningDaemon(
      ["--source", "log:\(path)", "--table", "bounce", "--speed", "10"])
    let stopped = try daemon.connect(control: false)
    try stopped.send(.watch(rate: nil))
    let good = try daemon.connect()
    try good.command(.watch(rate: nil))

    _ = try good.nextState()
    // Long enough for the socket's own buffer to be full: 208 KiB, under a thousand states.
    var states: [State] = []
    for _ in 0..<1500 { states.append(try good.nextState()) }
    let memory = try daemon.anonymousMemory()
    // What memory takes later is of no interest where it isn't measured.
    for _ in 0..<(Sanitizer.leavesMemoryAlone ? 2500 : 0) { states.append(try good.nextState()) }
    let later = try daemon.anonymousMemory()

    // It gets every state: the numbers have no gap, and it is told of none.
    let numbers = states.map(\.seq)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 })
    #expect(states.allSatisfy { $0.skipped == 0 })
    #expect(
      !Sanitizer.leavesMemoryAlone || later - memory < 256 << 10,
      "\(memory) → \(later) bytes")

    // The other wakes up: what lay in the socket's buffer, then a state that tells of the gap.
    // From the other's first state on both are sent the same; one before it can be the other's alone.
    var last = try stopped.nextState()
    while last.seq <= states[0].seq { last = try stopped.nextState() }
    var told: Int64 = 0
    while told == 0 {
      let state = try stopped.nextState()
      told = state.skipped ?? 0
      #expect(state.seq == last.seq + told + 1)
      last = state
    }
    #expect(told > 100)
  }

  @Test("a client that asks for 20 states a second gets 20")
  func aRateIsKept() throws {
    let directory = TemporaryDirectory()
    let daemon = try RunningDaemon(["--source", "log:\(recording(in: directory))"])
    let client = try daemon.connect(control: false)
    try client.send(.watch(rate: 20))
    let first = try client.nextState()
    var last = first
    for _ in 0..<20 { last = try client.nextState() }
    // The first at or after each multiple of 50 ms, while the world advances every 10 ms.
    let seconds = last.t - first.t
    #expect(seconds > 0.93 && seconds < 1.3, "20 states in \(seconds) s")
  }
}
