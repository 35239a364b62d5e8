// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Sensors
import Support
import Testing
import Wire

@testable import Daemon

/// Recordings that the programs write, and what becomes of them.
@Suite("what is recorded") struct RecordTests {
  private func run(_ arguments: [String]) throws -> Program.Result {
    try Program.run("balld", arguments)
  }

  /// The lines of states, without their number: it counts what was published.
  private func states(_ output: String) -> [String] {
    output.split(separator: "\n").filter { $0.hasPrefix("{\"class\":\"state\"") }.map { line in
      String(line).replacing(/"seq":\d+,/, with: "")
    }
  }

  private static let evemu =
    "# EVEMU 1.3\nN: x\nP: 40 00 00 00 00 00 00 00\n"
    + (0..<3).map { "A: 0\($0) -32768 32767 0 0 8192\n" }.joined()
    + (0..<200).map { index in
      let time = "1.\(100_000 + index * 4000)"
      return "E: \(time) 0003 0000 \(index * 9)\nE: \(time) 0003 0001 \(-index)\n"
        + "E: \(time) 0003 0002 8192\nE: \(time) 0000 0000 0000\n"
    }.joined()

  @Test("--record at the speed max converts what others wrote: the samples stay, to the last bit")
  func convert() throws {
    let directory = TemporaryDirectory()
    let csv =
      "Time (s);Acceleration x (g);Acceleration y (g);Acceleration z (g)\n"
      + (0..<300).map { "\(Double($0) / 97);\(Double($0 % 31) / 100);-0.01;0.97\n" }.joined()
    let logs = [
      directory.file("pad.evemu", Self.evemu), directory.file("phone.csv", csv),
      "\(packageRoot)/recordings/shaky.recording",
    ]
    for (index, log) in logs.enumerated() {
      let made = "\(directory.path)/\(index).recording"
      let source = ["--source", "log:\(log)", "--speed", "max"]
      let conversion = try run(source + ["--table", "labyrinth", "--record", made])
      #expect(conversion.code == 0, "\(conversion.errors)")
      #expect(conversion.output.isEmpty)
      let original = try Recording.load(path: log)
      let samples = try original.samples
      #expect(
        try Recording.load(path: made).samples
          == samples.map {
            Sample(
              time: $0.time - original.start, acceleration: $0.acceleration,
              angularVelocity: $0.angularVelocity)
          })

      // With a table, a new session of the samples; without one, the recorded session.
      let played = try run(source + ["--table", "labyrinth", "--print"])
      let copy = ["--source", "log:\(made)", "--speed", "max", "--print"]
      #expect(states(try run(copy + ["--table", "labyrinth"]).output) == states(played.output))
      #expect(states(try run(copy).output) == states(played.output))
      #expect(try run(copy).output.contains("\"name\":\"labyrinth\""))
    }
  }

  @Test("--print and --record together print and record")
  func printAndRecord() throws {
    let directory = TemporaryDirectory()
    let log = "\(packageRoot)/recordings/rounds.recording"
    let made = "\(directory.path)/made"
    let arguments = ["--source", "log:\(log)", "--speed", "max", "--print"]
    let both = try run(arguments + ["--record", made])
    #expect(both.code == 0)
    #expect(both.output == (try run(arguments).output))
    #expect(
      states(try run(["--source", "log:\(made)", "--speed", "max", "--print"]).output)
        == states(both.output))
  }

  @Test("nothing is overwritten, and a file that can't be made is named")
  func refused() throws {
    let directory = TemporaryDirectory()
    let log = ["--source", "log:\(packageRoot)/recordings/rounds.recording", "--speed", "max"]
    let there = directory.file("there", "something")
    let result = try run(log + ["--record", there])
    #expect(result.code == 73)
    #expect(
      result.errors
        == "balld: error: the recording \(there) exists already; remove it, or name another file\n")
    #expect(try run(log + ["--record", "\(directory.path)/no/file"]).code == 73)
    #expect(try run(log + ["--record", directory.path]).code == 74)
    #expect(try run(log + ["--record", directory.file("empty", "")]).code == 0)
    #expect(try run(log + ["--record", "/dev/null"]).code == 0)
    #expect(try run(log + ["--record", "/dev/full"]).code == 74)
    let small = try run(
      [
        "--source", "log:\(packageRoot)/recordings/shaky.recording", "--speed", "max", "--record",
        "\(directory.path)/small", "--set", "recording.largest-file=1", "--print",
      ])
    #expect(small.code == 0)
  }

  @Test("a recording that is damaged is refused with its line, in 65")
  func damaged() throws {
    let directory = TemporaryDirectory()
    let made = "\(directory.path)/made"
    let log = ["--source", "log:\(packageRoot)/recordings/rounds.recording", "--speed", "max"]
    #expect(try run(log + ["--record", made]).code == 0)
    let text = String(
      decoding: try Descriptor.open(made, .reading).readAll(atMost: 1 << 24), as: UTF8.self)
    for (found, instead, reason) in [
      (
        "session.blocksRevision = 0", "session.blocksRevision = perhaps",
        "session.blocksRevision: found"
      ),
      ("\n0 begin", "\n0 dance", "expected a step's number and an input"),
      ("\n10 sample", "\n99999999 sample", "expected 99999999 or a later one"),
      ("[inputs]", "[nothing]", "expected a name, `=` and a value"),
      (
        "session.table.text = \"", "session.table.text = \"x = 1\\n",
        "session.table.text: a table: marble:1"
      ),
      ("balld-recording 2", "balld-recording 3", "version `3`"),
    ] {
      let path = directory.file("damaged", text.replacing(found, with: instead, maxReplacements: 1))
      let result = try run(["--source", "log:\(path)", "--speed", "max", "--print"])
      #expect(result.code == 65, "\(instead)")
      #expect(result.errors.contains(reason), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("ballctl record writes what --record would, and says when it can't")
  func overTheSocket() throws {
    let daemon = try RunningDaemon(["--table", "classic-maze"])
    let player = try daemon.connect()
    try player.command(.tilt(XY(x: 0.5, y: 0.3)))
    let path = "\(daemon.directory.path)/session"
    let recorder = try Program.start(
      "ballctl", ["--runtime-dir", daemon.runtime, "record", path])
    let client = try daemon.watch()
    // Until the file's beginning is there, the session isn't recorded.
    try wait { Glibc.access(path, R_OK) == 0 }
    try player.command(.toggle(column: 3, row: 3), id: 2)
    try player.command(.tilt(XY(x: -0.5, y: 0.3)), id: 3)
    _ = try client.first { if case .state(let state) = $0, state.tilt.x < 0 { state } else { nil } }
    let recorded = try #require(try size(path))
    try wait { (try size(path) ?? 0) > recorded + 100 }

    // A second one to the same file is refused, and the first goes on.
    let second = try Program.run("ballctl", ["--runtime-dir", daemon.runtime, "record", path])
    #expect(second.code == 73)
    #expect(second.errors.contains("exists already"))
    recorder.send(.interrupt)
    let result = try recorder.finish()
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors.isEmpty)
    let replay = try run(["--source", "log:\(path)", "--speed", "max", "--print"])
    #expect(replay.code == 0, "\(replay.errors)")
    #expect(replay.output.contains("\"event\":\"block\""))
    #expect(replay.output.contains("\"tilt\":[-0.5,0.3]"))

    // The daemon's end is the recording's.
    let last = "\(daemon.directory.path)/last"
    let other = try Program.start("ballctl", ["--runtime-dir", daemon.runtime, "record", last])
    try wait { Glibc.access(last, R_OK) == 0 }
    #expect(try daemon.stop().code == 0)
    let ended = try other.finish()
    #expect(ended.code == 0, "\(ended.errors)")
    #expect(try content(last).hasSuffix(" end the daemon has ended\n"))
  }

  @Test("ballctl record into a pipe that nobody empties ends when it is told to")
  func stuckPipe() throws {
    let daemon = try RunningDaemon(["--table", "classic-maze"])
    let pipe = "\(daemon.directory.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = try Descriptor.open(pipe, .readingWithoutBlocking)
    // F_SETPIPE_SZ of <linux/fcntl.h>: a page, of which the session's beginning has several.
    let room = try systemCall { fcntl(reader.number, 1031, 4096) }
    for signal in [Signal.interrupt, .terminate] {
      let recorder = try Program.start(
        "ballctl", ["--runtime-dir", daemon.runtime, "record", pipe])
      try wait { try unread(reader.number) == room }
      recorder.send(signal)
      let result = try recorder.finish(seconds: 10)
      #expect(result.code == 0, "\(result)")
      #expect(result.errors.contains("breaks off"), "\(result)")
      var block = [UInt8](repeating: 0, count: 1 << 20)
      _ = read(reader.number, &block, block.count)
    }
  }

  /// How many bytes wait in a pipe: FIONREAD.
  private func unread(_ number: Int32) throws -> Int32 {
    var count: Int32 = 0
    try systemCall { ioctl(number, UInt(FIONREAD), &count) }
    return count
  }

  @Test("who may only watch can't record")
  func notPermitted() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.connect(control: false)
    try client.send(.record, id: 9)
    let error = try client.nextError()
    #expect(error.code == .notPermitted && error.id == 9)
  }

  @Test("two who record at once get the same lines, and asking twice is refused")
  func shared() throws {
    let daemon = try RunningDaemon(["--table", "classic-maze"])
    let (first, second) = (try daemon.connect(), try daemon.connect())
    func text(_ client: TestClient, until word: String) throws -> String {
      var text = ""
      return try client.first { message in
        if case .record(let piece) = message { text += piece.text }
        return text.contains(word) ? text : nil
      }
    }
    try first.send(.record)
    try second.send(.record)
    try first.send(.record, id: 4)
    #expect(try text(first, until: "[inputs]\n").hasPrefix("balld-recording 2\n"))
    #expect(try text(second, until: "[inputs]\n").hasPrefix("balld-recording 2\n"))
    #expect(try first.nextError().code == .refused)
    let player = try daemon.connect()
    try player.command(.toggle(column: 3, row: 3))
    try player.command(.pause, id: 2)
    let lines = try text(first, until: " pause\n")
    #expect(lines.contains(" toggle 3 3\n"))
    let begin = try #require(lines.firstRange(of: " toggle 3 3\n")).lowerBound
    #expect(try text(second, until: " pause\n").hasSuffix(lines[begin...]))
  }

  /// 7 MB of it; 1.2 GB under BALLD_SOAK=1.
  @Test(
    "a recorded session of any length replays in the same memory",
    .enabled(if: Sanitizer.leavesMemoryAlone))
  func long() throws {
    let directory = TemporaryDirectory()
    let short = "\(directory.path)/short"
    let log = ["--source", "log:\(packageRoot)/recordings/shaky.recording", "--speed", "max"]
    #expect(try run(log + ["--set", "daemon.playlist=none", "--record", short]).code == 0)
    let text = try content(short)
    let marker = try #require(text.firstRange(of: "[inputs]\n"))
    let long = "\(directory.path)/long"
    let file = try Descriptor.create(long, mode: 0o600)
    try writeAll(String(text[..<marker.upperBound]), to: file.number)
    let hundreds = Posix.Process.environment("BALLD_SOAK") == nil ? 1200 : 200_000
    for hundred in 0..<hundreds {
      var lines = ""
      for number in (100 * hundred)..<(100 * hundred + 100) {
        let time = "\(number / 100).\((number % 100 < 10 ? "0" : "") + "\(number % 100)")"
        lines +=
          "\(number * 10) sample \(time) 0.1\(number % 977) -0.2\(number % 613) 9.8 0.01 0.02 0\n"
      }
      try writeAll(lines, to: file.number)
    }
    let start = monotonicNow()
    // 16 MB of data, of which the program takes most before it begins.
    let command =
      "ulimit -d 16000 && exec \"$0\" --source \"log:$1\" --speed max --print >/dev/null"
    let program = try Program.start(
      path: "/bin/sh", ["-c", command, "\(Program.directory)/balld", long])
    let result = try program.finish(seconds: 3600)
    #expect(result.code == 0, "\(result.errors)")
    let seconds = Double(monotonicNow() - start) / 1e9
    print("\(Int(Double(hundreds * 100) / seconds)) rows a second, read three times and played")
  }

  // MARK: Waiting

  private func size(_ path: String) throws -> Int64? {
    try Descriptor.open(path, .reading).regularFileSize()
  }

  private func content(_ path: String) throws -> String {
    String(decoding: try Descriptor.open(path, .reading).readAll(atMost: 1 << 26), as: UTF8.self)
  }

  /// Looks again and again, for 20 s at the most.
  private func wait(_ condition: () throws -> Bool) throws {
    let deadline = monotonicNow() + 20_000_000_000
    while try !condition() {
      try #require(monotonicNow() < deadline, "it never came to be")
      idle(until: monotonicNow() + 5_000_000)
    }
  }
}
