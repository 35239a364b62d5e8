// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing
import Wire

@Suite("the daemon as a service")
struct ServiceManagerTests {
  @Test("READY comes when the sockets are up, with what it waits for; STOPPING at the end")
  func readyAndStopping() throws {
    let manager = try FakeServiceManager()
    try manager.openSockets()
    let program = try manager.start()
    let ready = try #require(try manager.next())
    #expect(ready["READY"] == "1")
    #expect(ready["STATUS"] == "client, on-change: waiting; 0 clients; table marble")
    let client = try manager.connect()
    guard case .hello = try client.next() else {
      Issue.record("READY, and no greeting")
      return
    }
    program.send(.terminate)
    #expect(try manager.next(setting: "STOPPING")["STOPPING"] == "1")
    #expect(try program.finish().code == 0)
  }

  @Test("with --require-sensor READY waits for the sensor, and without one there is none")
  func noReadyWithoutSensor() throws {
    let fake = FakeIIO()
    let manager = try FakeServiceManager()
    try manager.openSockets()
    let program = try manager.start(
      ["--source", "iio", "--require-sensor"], environment: fake.environment)
    let result = try program.finish()
    #expect(result.code == 69)
    #expect(result.errors.contains("found no sensor for --source=iio"))
    #expect(try manager.next(seconds: 0)?["READY"] == nil)
  }

  @Test("STATUS names sensor, clients and table, when they change, and at most once a second")
  func status() throws {
    let manager = try FakeServiceManager()
    try manager.openSockets()
    let program = try manager.start(["--set", "daemon.playlist=marble bounce"])
    _ = try manager.next(setting: "READY")
    let begin = monotonicNow()
    var clients: [TestClient] = []
    for _ in 0..<30 { clients.append(try manager.connect()) }
    for client in clients { _ = try client.next() }
    try clients[0].command(.next)
    clients.removeLast(27)
    let text = try manager.status(containing: "; 3 clients; table bounce")
    #expect(text.hasPrefix("client, on-change: waiting"))
    let first = monotonicNow()
    #expect(first - begin >= 900_000_000, "\(first - begin) ns after READY")
    clients.removeAll()
    _ = try manager.status(containing: "; 0 clients;")
    #expect(monotonicNow() - first >= 900_000_000)
    // Nothing changes, nothing is said.
    #expect(try manager.next(seconds: 1.5) == nil)
    program.send(.terminate)
    #expect(try program.finish().code == 0)
  }

  @Test("WATCHDOG comes from the loop: often enough, not while the process stands, and then again")
  func watchdog() throws {
    let manager = try FakeServiceManager()
    try manager.openSockets()
    let program = try manager.start(environment: ["WATCHDOG_USEC": "400000"])
    _ = try manager.next(setting: "READY")
    for _ in 0..<3 {
      let begin = monotonicNow()
      _ = try manager.next(setting: "WATCHDOG")
      #expect(monotonicNow() - begin < 400_000_000)
    }
    program.send(.stop)
    while try manager.next(seconds: 0.05) != nil {}
    #expect(try manager.next(seconds: 1) == nil)
    program.send(.resume)
    _ = try manager.next(setting: "WATCHDOG")
    program.send(.terminate)
    #expect(try program.finish().code == 0)
  }

  // MARK: Sockets that are handed over

  @Test("sockets that were handed over are used, no directory is made, and they stay at the end")
  func passedSockets() throws {
    let manager = try FakeServiceManager()
    try manager.openSockets()
    let program = try manager.start()
    _ = try manager.next(setting: "READY")
    try manager.connect("view").command(.watch(rate: 1))
    let viewer = try manager.connect("view")
    try viewer.send(.restart)
    #expect(try viewer.nextError().code == .notPermitted)
    try manager.connect("control").command(.restart)
    program.send(.terminate)
    let result = try program.finish()
    #expect(result.code == 0)
    #expect(result.errors.contains("listening on sockets that were handed over\n"))
    for name in ["view", "control"] { _ = try Directory.status(of: manager.path(of: name)) }
    #expect(throws: Errno.noSuchFile) {
      _ = try Directory.status(of: "\(manager.directory.path)/run")
    }
  }

  @Test("of the two sockets the daemon makes the one that wasn't handed over, and removes it alone")
  func onePassed() throws {
    let manager = try FakeServiceManager()
    manager.pass(try UnixSocket.listen(at: manager.path(of: "view"), mode: 0o666), as: "view")
    let program = try manager.start()
    _ = try manager.next(setting: "READY")
    try manager.connect("view").command(.watch(rate: 1))
    let own = "\(manager.directory.path)/run/control.sock"
    try TestClient(path: own).command(.restart)
    program.send(.terminate)
    #expect(try program.finish().code == 0)
    _ = try Directory.status(of: manager.path(of: "view"))
    #expect(throws: Errno.noSuchFile) { _ = try Directory.status(of: own) }
  }

  @Test("a socket that somebody shuts down is said once and closed, and the other one serves")
  func shutDown() throws {
    let manager = try FakeServiceManager()
    let view = try UnixSocket.listen(at: manager.path(of: "view"), mode: 0o666)
    let held = try view.duplicate()
    manager.pass(view, as: "view")
    manager.pass(try UnixSocket.listen(at: manager.path(of: "control"), mode: 0o660), as: "control")
    let program = try manager.start(environment: ["INVOCATION_ID": "1"])
    _ = try manager.next(setting: "READY")
    let client = try manager.connect()
    try client.command(.watch(rate: nil))
    let before = try processorTime(of: program)
    #expect(shutdown(held.number, Int32(SHUT_RDWR)) == 0)
    #expect(try program.waitForError(containing: "balld-view.socket"))
    idle(until: monotonicNow() + 2_500_000_000)
    try client.command(.restart, id: 2)
    try manager.connect().command(.restart, id: 3)
    #expect(try processorTime(of: program) - before < 0.5)
    program.send(.terminate)
    let result = try program.finish()
    #expect(result.code == 0)
    let lines = result.errors.split(separator: "\n").filter { $0.contains("view") }
    #expect(lines.count == 1, "\(result.errors)")
  }

  /// The processor time that a process has used, s.
  private func processorTime(of program: Program) throws -> Double {
    let bytes = try Descriptor.open("/proc/\(program.identifier)/stat", .reading).readAll(
      atMost: 4096)
    // Behind the name, which ends with the last bracket: fields 14 and 15 of proc(5), the 12th and 13th.
    let text = String(decoding: bytes, as: UTF8.self)
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    let ticks = [11, 12].map { Double(fields[$0]) ?? 0 }.reduce(0, +)
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  @Test("what is handed over and is none of the two is closed with a line, and the daemon runs")
  func strangeSockets() throws {
    let manager = try FakeServiceManager()
    manager.pass(try UnixSocket.listen(at: manager.path(of: "other"), mode: 0o666), as: "other")
    manager.pass(try Descriptor.open("/dev/null", .reading), as: "control")
    manager.pass(
      Descriptor(
        consuming: try systemCall { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }), as: "view")
    manager.pass(
      Descriptor(
        consuming: try systemCall { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }), as: "view")
    let program = try manager.start()
    _ = try manager.next(setting: "READY")
    try TestClient(path: "\(manager.directory.path)/run/control.sock").command(.restart)
    program.send(.terminate)
    let result = try program.finish()
    #expect(result.code == 0)
    let lines = result.errors.split(separator: "\n").filter { $0.contains("handed over") }
    #expect(lines.count == 4, "\(result.errors)")
    #expect(lines[0].contains("a socket named `other` was handed over, expected view or control"))
    #expect(lines[1].contains("what was handed over as control is no Unix stream socket"))
    #expect(lines[2...].allSatisfy { $0.contains("as view is no Unix stream socket that listens") })
  }

  @Test("a restart refuses no connection: who comes in between waits, and is greeted by the next")
  func restart() throws {
    let manager = try FakeServiceManager()
    try manager.openSockets()
    for signal in [Signal.terminate, Signal(rawValue: SIGKILL)] {
      let first = try manager.start()
      _ = try manager.next(setting: "READY")
      let old = try manager.connect()
      guard case .hello(let before) = try old.next() else { throw Errno.invalidArgument }
      first.send(signal)
      // While it ends, when it is gone, and while the next one starts.
      var waiting = try (0..<10).map { _ in try manager.connect("view") }
      _ = try first.finish()
      waiting += try (0..<10).map { _ in try manager.connect("view") }
      let next = try manager.start()
      waiting += try (0..<10).map { _ in try manager.connect("view") }
      var (greeted, lost) = (0, 0)
      for client in waiting {
        // Those that the first one had accepted in its last moment were closed by it.
        guard let message = try? client.next(), case .hello(let hello) = message else {
          lost += 1
          if lost > 10 { break }
          continue
        }
        if hello.session != before.session { greeted += 1 }
      }
      #expect(greeted >= 20, "\(greeted) of 30 were greeted after \(signal.rawValue)")
      next.send(.terminate)
      #expect(try next.finish().code == 0)
      while try manager.next(seconds: 0) != nil {}
    }
  }

  @Test(
    "one user gets so many clients, told why by name; root and others still come in",
    .enabled(
      if: Posix.Process.user == 0 && exists("/usr/bin/setpriv"),
      "the clients of another user need root and setpriv"))
  func perUser() throws {
    let manager = try FakeServiceManager()
    try manager.openSockets()
    let program = try manager.start(["--set", "clients.per-user=2"])
    _ = try manager.next(setting: "READY")
    // perl, which every Debian has: connects three times and prints what it is greeted by.
    let script = """
      for (1..3) { socket($s[$_], AF_UNIX, SOCK_STREAM, 0); connect($s[$_], sockaddr_un($ARGV[0]))
      or die; my $fh = $s[$_]; print scalar <$fh> }
      """
    let result = try Program.run(
      path: "/usr/bin/setpriv",
      [
        "--reuid=65534", "--clear-groups", "/usr/bin/perl", "-MSocket", "-e", script,
        manager.path(of: "view"),
      ])
    #expect(result.code == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0].contains("\"class\":\"hello\"") && lines[1].contains("\"class\":\"hello\""))
    guard case .error(let refusal) = try Message.decode(Array(lines[2].utf8)) else {
      Issue.record("\(lines[2])")
      return
    }
    #expect(refusal.code == .tooManyClients)
    #expect(refusal.message == "2 clients of your user are connected already")
    #expect(refusal.hint == "close one, or raise clients.per-user")
    for _ in 0..<4 { try manager.connect("view").command(.watch(rate: 1)) }
    program.send(.terminate)
    #expect(try program.finish().code == 0)
  }

  @Test("to the journal a line begins with its priority, to other files it doesn't")
  func journal() throws {
    let directory = TemporaryDirectory()
    let path = directory.file("journal", "")
    let script =
      "JOURNAL_STREAM=$(stat -L -c %d:%i \"$1\"); export JOURNAL_STREAM; shift; exec \"$@\""
    for (isJournal, expected) in [
      (true, "<3>--speed is for recordings"), (false, "balld: error: --speed is for recordings"),
    ] {
      let claimed = isJournal ? path : "/"
      _ = try Program.run(
        path: "/bin/sh",
        [
          "-c", "\(script) 2>\"\(path)\"", "sh", claimed, "\(Program.directory)/balld", "--source",
          "client", "--speed", "2",
        ])
      let bytes = try Descriptor.open(path, .reading).readAll(atMost: 4096)
      #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(expected))
    }
  }

  // MARK: Reading the settings anew

  @Test("SIGHUP: RELOADING with its time, then READY; a wrong file changes nothing and is named")
  func reload() throws {
    let manager = try FakeServiceManager()
    try manager.openSockets()
    let file = manager.directory.file("balld.conf", "[clients]\nlimit = 100\n")
    let program = try manager.start(["--config", file])
    _ = try manager.next(setting: "READY")

    _ = manager.directory.file("balld.conf", "[clients]\nlimit = 99\n[daemon]\ntable = bounce\n")
    let begin = monotonicNow() / 1000
    program.send(.hangUp)
    let reloading = try manager.next(setting: "RELOADING")
    let time = try #require(reloading["MONOTONIC_USEC"].flatMap { Int64($0) })
    #expect(reloading["RELOADING"] == "1")
    #expect(time >= begin && time <= monotonicNow() / 1000)
    #expect(try manager.next(setting: "READY")["STATUS"]?.contains("settings") == false)

    // Wrong: the old settings stay, and that is said in the log and in STATUS.
    _ = manager.directory.file("balld.conf", "[clients]\nlimit = many\n")
    program.send(.hangUp)
    _ = try manager.next(setting: "RELOADING")
    let ready = try manager.next(setting: "READY")
    let complaint = "\(file):2: clients.limit: found `many`, expected a number"
    #expect(
      ready["STATUS"]?.hasSuffix("; the settings are the old ones: \(complaint)") == true,
      "\(ready)")

    _ = manager.directory.file("balld.conf", "[clients]\nlimit = 98\n")
    program.send(.hangUp)
    #expect(try manager.next(setting: "READY")["STATUS"]?.contains("settings") == false)
    program.send(.terminate)
    let errors = try program.finish().errors
    #expect(errors.contains("info: clients.limit is 99 from now on\n"))
    #expect(
      errors.contains("daemon.table is bounce from the next start on"))
    #expect(errors.contains("error: \(complaint); the settings stay as they were\n"))
  }
}
