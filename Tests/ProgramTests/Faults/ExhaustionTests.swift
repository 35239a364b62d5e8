// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing
import Wire

/// What the whole system lacks, or does, beside single calls that fail.
@Suite("a system at its end") struct ExhaustionTests {
  @Test("without a descriptor left clients wait, and are let in when others have gone")
  func descriptors() throws {
    // What the daemon itself needs, and has from whoever runs this test, is less than 48.
    let daemon = try RunningDaemon(
      within: ["/bin/sh", "-c", "ulimit -n 48 && exec \"$0\" \"$@\""])
    var crowd: [TestClient] = []
    for _ in 0..<60 { crowd.append(try daemon.connect()) }
    try crowd[0].command(.restart)
    #expect(try daemon.program.waitForError(containing: "cannot accept a client: too many open"))
    // Those who are in are served on, whatever needs a descriptor.
    try crowd[0].send(.tables, id: 5)
    let names: [String] = try crowd[0].first { message in
      if case .tables(let list) = message { list.tables.map(\.name) } else { nil }
    }
    // Not an empty list as if there were none, and nothing said.
    #expect(
      try !names.isEmpty || daemon.program.waitForError(containing: "cannot look for tables"))
    let last = crowd.removeLast()
    crowd.removeAll()
    try last.command(.restart)
    try daemon.connect().command(.restart)
    let result = try daemon.stop()
    #expect(result.code == 0)
    // One line a second at the most, not one a try.
    let lines = result.errors.split(separator: "\n").filter { $0.contains("cannot accept") }
    #expect(lines.count < 30, "\(lines.count)")
  }

  @Test("too few descriptors to begin with end the start, and the line says what to raise")
  func tooFew() throws {
    let directory = TemporaryDirectory()
    // 3 are standard, and one is the directory's; further on it is the loop that finds none.
    for limit in [4, 9] {
      let result = try Program.run(
        path: "/bin/sh",
        [
          "-c", "ulimit -n \(limit) && exec \"$0\" \"$@\"", "\(Program.directory)/balld",
          "--source",
          "client", "--runtime-dir", "\(directory.path)/run", "--state-dir", directory.path,
        ])
      #expect(result.code == (limit == 4 ? 73 : 71), "\(result)")
      #expect(result.errors.contains("raise the limit on open files"), "\(result.errors)")
      #expect(try Directory.names(in: "\(directory.path)/run").isEmpty)
    }
  }

  @Test("where no file may grow the ball rolls on, and it is said that nothing is kept")
  func noRoom() throws {
    let daemon = try RunningDaemon(
      within: ["/bin/sh", "-c", "ulimit -f 4 && exec \"$0\" \"$@\""])
    #expect(try daemon.program.waitForError(containing: "runs can't be stored for now"))
    try daemon.connect().command(.restart)
    #expect(try daemon.stop().code == 0)
  }

  @Test("a recording of which the beginning has no room is empty, and not in the way")
  func halfARecording() throws {
    let directory = TemporaryDirectory()
    let made = "\(directory.path)/made"
    let daemon = try RunningDaemon()
    let commands = [
      [
        "balld", "--source", "log:\(packageRoot)/recordings/rounds.recording", "--speed", "max",
        "--record", made,
      ],
      ["ballctl", "--runtime-dir", daemon.runtime, "record", made],
    ]
    for command in commands {
      // 512 bytes: a part of the state.
      let result = try Program.run(
        path: "/bin/sh",
        ["-c", "ulimit -f 1 && exec \"$0\" \"$@\"", "\(Program.directory)/\(command[0])"]
          + command.dropFirst())
      #expect(result.code == 74, "\(result)")
      #expect(result.errors.contains("file too large"), "\(result.errors)")
      #expect(!result.errors.contains("can be played"), "\(result.errors)")
      #expect(try Descriptor.open(made, .reading).readAll(atMost: 4096).isEmpty)
    }
    let result = try Program.run("balld", Array(commands[0].dropFirst()))
    #expect(result.code == 0, "\(result)")
  }

  @Test(
    "the wall clock steps by a day, forward and back, and nothing is moved by it",
    .enabled(if: FaultSweep.isPossible))
  func clock() throws {
    let attempt = try FaultAttempt(.device, call: 0, lasting: false)
    let daemon = try FaultDaemon(attempt)
    try #require(try daemon.isUp())
    let client = try TestClient(path: daemon.control)
    try client.hear(.tilt(XY(x: 0.1, y: 0)))
    var last = try client.state(in: .rolling)
    for step in [86_400, -86_400, 0] as [Int64] {
      try attempt.orders.stepClock(to: step)
      let begin = monotonicNow()
      for _ in 0..<5 {
        let state = try client.nextState()
        let passed = Double(monotonicNow() - begin) / 1e9
        // Time goes on as it passes: what waits in the socket may be a second old.
        #expect(state.t > last.t && state.t - last.t < passed + 2, "\(last.t) → \(state.t)")
        #expect(state.phase == .rolling)
        last = state
      }
    }
    try daemon.end()
    #expect(attempt.complaints.isEmpty, "\(attempt.complaints)")
  }
}
