// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

@Suite("balld --print")
struct PrintTests {
  private static let shipped = ["rounds", "explore", "shaky"]

  private static func path(_ name: String) -> String {
    "\(packageRoot)/recordings/\(name).recording"
  }

  private func printed(
    _ path: String, _ more: [String] = [], environment: [String: String] = [:]
  ) throws -> Program.Result {
    try Program.run(
      "balld", ["--source", "log:\(path)", "--speed", "max", "--print"] + more,
      environment: environment)
  }

  private func messages(_ output: String) throws -> [Message] {
    try output.split(separator: "\n").compactMap { try Message.decode(Array($0.utf8)) }
  }

  /// That the lines are those of a client that watched from the beginning to the end.
  private func check(_ output: String, rows: ClosedRange<Double>) throws {
    let messages = try messages(output)
    guard case .hello(let hello) = messages.first else {
      Issue.record("no hello")
      return
    }
    #expect(hello.session == nil)
    var table: TableReport?
    var states: [State] = []
    for message in messages {
      if case .table(let report) = message { table = report }
      if case .state(let state) = message { states.append(state) }
    }
    let laid = try #require(table)
    let first = try #require(states.first)
    let last = try #require(states.last)
    #expect(first.t == 0)
    #expect(last.phase == .finished)
    #expect(rows.contains(last.t))
    // Where the tilt changes all the time, 60 a second: state k stands before step ⌈1000k/60⌉.
    for state in states.dropLast() {
      #expect(Int64((state.t * 1000).rounded()) == (1000 * state.seq + 59) / 60)
      #expect(state.skipped == nil)
    }
    for ball in states.flatMap(\.balls) {
      let radius = laid.ballRadius
      #expect((radius...(laid.width - radius)).contains(ball.x))
      #expect((radius...(laid.height - radius)).contains(ball.y))
    }
  }

  @Test(
    "a shipped recording is played to its end at 60 states a second, the ball inside the table",
    arguments: shipped, ["marble", "bounce"])
  func shippedRecordings(_ name: String, _ table: String) throws {
    let result = try printed(Self.path(name), ["--table", table])
    #expect(result.code == 0)
    #expect(result.errors == "")
    try check(result.output, rows: 25...70)
  }

  @Test("the ball of each shipped recording has moved within three seconds", arguments: shipped)
  func motionAtOnce(_ name: String) throws {
    let states = try messages(printed(Self.path(name)).output).compactMap { message in
      if case .state(let state) = message { state } else { nil }
    }
    let start = try #require(states.first?.balls.first)
    let far = states.filter { $0.t <= 3 }.flatMap(\.balls).map { ball in
      max(abs(ball.x - start.x), abs(ball.y - start.y))
    }
    #expect(far.max() ?? 0 > 0.016, "\(far.max() ?? 0) m")
  }

  @Test("twice gives the same bytes")
  func twice() throws {
    #expect(try printed(Self.path("shaky")).output == printed(Self.path("shaky")).output)
  }

  @Test(
    "a real recording of 135 s, irregular steps and units of g and deg/s included, is played whole",
    .enabled(if: realRecording("fusion_sensor_data.csv") != nil, "\(noRealRecordings)"))
  func fusion() throws {
    let path = try #require(realRecording("fusion_sensor_data.csv"))
    let result = try printed(path)
    #expect(result.code == 0)
    try check(result.output, rows: 135...136)
    let states = try messages(result.output).filter { if case .state = $0 { true } else { false } }
    // 135.337 s at 60 a second, and the end; those few are left out in which nothing changed,
    // where the ball lay in a corner and no sample had come since.
    #expect((8100...8122).contains(states.count), "\(states.count)")
  }

  @Test(
    "under a locale with a decimal comma the bytes are the same",
    .enabled(if: canMakeCommaLocale, "localedef can't make de_DE: Debian package locales"))
  func locale() throws {
    let directory = TemporaryDirectory()
    try #require(makeLocale("de_DE", in: directory.path))
    let german = [
      "LC_ALL": "de_DE.UTF-8", "LOCPATH": directory.path, "LANG": "de_DE.UTF-8",
    ]
    let csv = directory.file(
      "board.csv",
      (0..<100).reduce("t (s),ax (g),ay (g),az (g)\n") {
        $0 + "\(Double($1) / 100),0.1\($1),-0.000010,0.99\n"
      })
    for path in [Self.path("rounds"), csv] {
      let plain = try printed(path, environment: ["LC_ALL": "C"])
      let translated = try printed(path, environment: german)
      #expect(plain.code == 0)
      #expect(translated.output == plain.output)
      #expect(translated.errors == plain.errors)
    }
  }

  @Test("a reader that has seen enough ends it quietly")
  func closedPipe() throws {
    let program = "\(Program.directory)/balld"
    let result = try Program.run(
      path: "/bin/sh",
      [
        "-c",
        "{ '\(program)' --source 'log:\(Self.path("rounds"))' --speed max --print; echo $? >&2; }"
          + " | head -n 1 >/dev/null",
      ])
    #expect(result.errors == "0\n")
  }

  @Test("a file that may grow no further is an error, and no signal's death")
  func fileLimit() throws {
    let directory = TemporaryDirectory()
    let result = try Program.run(
      path: "/bin/sh",
      [
        "-c",
        "ulimit -f 1; '\(Program.directory)/balld' --source 'log:\(Self.path("rounds"))' --speed max"
          + " --print > '\(directory.path)/lines'",
      ])
    #expect(result.code == 74)
    #expect(result.errors.contains("cannot write to standard output"))
  }

  @Test("at a speed of 20 it takes a twentieth of the recording's time, and prints the same")
  func paced() throws {
    let directory = TemporaryDirectory()
    let csv = directory.file(
      "short.csv",
      (0...100).reduce("t (s),ax (m/s2),ay (m/s2),az (m/s2)\n") {
        $0 + "\(Double($1) / 50),2,-1,9.5\n"
      })
    let begin = monotonicNow()
    let paced = try Program.run(
      "balld", ["--source", "log:\(csv)", "--print", "--speed", "20"])
    #expect(monotonicNow() - begin >= 100_000_000)
    #expect(try paced.output == printed(csv).output)
  }
}
