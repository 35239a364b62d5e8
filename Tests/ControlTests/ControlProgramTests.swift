// SPDX-License-Identifier: MIT

import Posix
import Testing
import Wire

@testable import Control
import Options

private let greeting =
  #"{"class":"hello","server":"balld 0.1.0","protocol":"1.0","session":"s"}"# + "\n"
private let sensor =
  #"{"class":"sensor","source":"iio","name":"lsm6dso_accel","mode":"polled","rate":17.24,"#
  + #""gyro":true,"mount":[1,0,0,0,1,0,0,0,1],"mountFrom":"identity","health":"ok"}"# + "\n"
private let table =
  #"{"class":"table","name":"marble","hash":"a","game":"marble","width":0.28,"height":0.2,"#
  + #""ballRadius":0.008}"# + "\n"
private let state =
  #"{"class":"state","seq":1,"t":17.3664,"phase":"rolling","balls":[{"x":0.14023,"y":0.0911,"#
  + #""vx":0.03,"vy":-0.04}],"tilt":[0.41,-0.123],"new":1}"# + "\n"
private let impact =
  #"{"class":"event","event":"impact","t":18,"ball":0,"x":0.0078,"y":0.09,"speed":0.2104}"# + "\n"

/// What balld answers to the one command that `confirm` sends.
private let identifier = Limits.integer

private func ok(_ command: String) -> Step {
  .send("{\"class\":\"ok\",\"do\":\"\(command)\",\"id\":\(identifier)}\n")
}

@Suite("ballctl status")
struct StatusTests {
  private let script: [Step] = [
    .send(greeting + sensor), .receive, .send(table + impact + state + state), .drain,
  ]

  @Test("tells people how balld is")
  func people() throws {
    let run = try run(["status"], against: script)
    #expect(
      run.output == """
        server  balld 0.1.0, protocol 1.0
        sensor  iio lsm6dso_accel, polled, 17.2 Hz, ok
        table   marble (marble), 280 x 200 mm
        phase   rolling
        time    17.366 s
        ball    x  140.2 mm  y   91.1 mm    50 mm/s

        """)
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.received == [#"{"do":"watch"}"#])
  }

  @Test("tells people of the run, of what lies on the table, and of balls that don't")
  func runs() throws {
    let table =
      #"{"class":"table","name":"gap","hash":"a","game":"holes","width":0.32,"height":0.2,"#
      + #""ballRadius":0.007,"title":"Mind the gap","time":60,"balls":3,"goal":5,"columns":2,"#
      + #""rows":1,"blocks":[".."],"holes":[{"x":0,"y":0,"radius":0.01}],"flag":{"x":0,"y":0,"#
      + #""width":0.1,"height":0.1}}"# + "\n"
    let state =
      #"{"class":"state","seq":1,"t":17,"phase":"captured","balls":[{"x":0,"y":0,"vx":0,"vy":0,"#
      + #""off":true},{"x":0.1,"y":0.1,"vx":0.3,"vy":0.4}],"tilt":[0,0],"score":4,"ballsLeft":2,"#
      + #""holesAngle":1,"time":12.3456}"# + "\n"
    let run = try run(
      ["status"], against: [.send(greeting + sensor + table), .receive, .send(state), .drain])
    #expect(
      run.output == """
        server  balld 0.1.0, protocol 1.0
        sensor  iio lsm6dso_accel, polled, 17.2 Hz, ok
        table   Mind the gap: gap (holes), 320 x 200 mm, 2 x 1 cells, 1 hole, a flag, \
        5 points win, 3 balls, time 60 s
        phase   captured
        time    17.000 s
        run     12.346 s
        score   4
        left    2 balls
        ball    off the table
        ball    x  100.0 mm  y  100.0 mm   500 mm/s

        """)
  }

  @Test("gives programs the lines as they came")
  func json() throws {
    let run = try run(["status", "--json"], against: script)
    #expect(run.output == greeting + sensor + table + state)
    #expect(run.exitCode == 0)
  }

  @Test("fails when balld goes before it has told all")
  func gone() throws {
    let run = try run(["status"], against: [.send(greeting), .receive])
    #expect(run.output == "")
    #expect(
      run.errors
        == "ballctl: balld closed the connection at DIR/control.sock; see its log for why\n")
    #expect(run.exitCode == 69)
  }

  @Test("refuses a server of another major protocol number")
  func protocols() throws {
    let hello = #"{"class":"hello","server":"balld 9\u001b","protocol":"2.0","session":"s"}"#
    let run = try run(["status"], against: [.receive, .send(hello + "\n"), .drain])
    #expect(
      run.errors
        == "ballctl: what listens at DIR/control.sock doesn't speak as balld does: "
        + "balld 9\u{fffd} speaks protocol 2.0, this ballctl speaks 1.0\n")
    #expect(run.exitCode == 70)
  }
}

@Suite("ballctl watch")
struct WatchTests {
  @Test("prints a line for each message that people can use")
  func people() throws {
    let ok = #"{"class":"ok","do":"watch","id":1}"# + "\n"
    let run = try run(
      ["watch", "--rate", "30"],
      against: [.receive, .send(greeting + sensor + table + state + impact + ok)])
    #expect(
      run.output == """
        server  balld 0.1.0, protocol 1.0
        sensor  iio lsm6dso_accel, polled, 17.2 Hz, ok
        table   marble (marble), 280 x 200 mm
           17.366 s  rolling  x  140.2 mm  y   91.1 mm    50 mm/s  tilt  0.41 -0.12 m/s²
           18.000 s  impact of ball 0 at x 7.8 mm y 90.0 mm with 210 mm/s

        """)
    #expect(run.received == [#"{"do":"watch","rate":30}"#])
    #expect(run.exitCode == 69)
  }

  @Test(
    "prints each event so that people can use it",
    arguments: [
      (
        #""captured","ball":0,"hole":2,"x":0.1,"y":0.05"#,
        "hole 2 took ball 0 at x 100.0 mm y 50.0 mm"
      ),
      (
        #""flag","ball":1,"time":12.345,"score":3"#,
        "ball 1 reached the flag after 12.35 s, score 3"
      ),
      (#""flag""#, "the flag was reached"), (#""won""#, "won"),
      (#""lost","reason":"balls""#, "lost: no ball is left"),
      (#""lost","reason":"time""#, "lost: the time is over"),
      (#""lost","reason":"a\u001bb""#, "lost: a\u{fffd}b"),
      (#""block","column":3,"row":4,"block":true"#, "block at column 3 row 4 put down"),
      (#""block","column":0,"row":11,"block":false"#, "block at column 0 row 11 taken away"),
      (#""cleared""#, "all blocks taken away"), (#""table","name":"gap""#, "table gap"),
    ])
  func events(fields: String, expected: String) throws {
    let run = try run(
      ["watch"], against: [.receive, .send("{\"class\":\"event\",\"t\":18,\"event\":\(fields)}\n")])
    #expect(run.output == "   18.000 s  \(expected)\n")
  }

  @Test("prints a state with its run")
  func states() throws {
    let state =
      #"{"class":"state","seq":1,"t":17,"phase":"lost","balls":[{"x":0,"y":0,"vx":0,"vy":0,"#
      + #""off":true}],"tilt":[0,0],"score":4,"ballsLeft":0,"time":12.3456}"# + "\n"
    let run = try run(["watch"], against: [.receive, .send(state)])
    #expect(
      run.output
        == "   17.000 s  lost  off the table  score 4  balls left 0  run 12.3 s"
        + "  tilt  0.00  0.00 m/s²\n")
  }

  @Test("gives programs each line as it came, those of a newer server too")
  func json() throws {
    let text = greeting + state + #"{"class":"weather"}"# + "\n" + impact
    let run = try run(["watch", "--json"], against: [.receive, .send(text)])
    #expect(run.output == text)
    #expect(run.received == [#"{"do":"watch"}"#])
  }

  @Test("ends with what balld refuses")
  func refusal() throws {
    let error =
      #"{"class":"error","code":"out-of-range","field":"rate","message":"too\nfast","hint":"slow"}"#
    let run = try run(["watch"], against: [.receive, .send(error + "\n"), .drain])
    #expect(run.errors == "ballctl: too\u{fffd}fast\n  slow\n")
    #expect(run.exitCode == 70)
  }
}

@Suite("A command of ballctl")
struct CommandTests {
  @Test(
    "waits for its own confirmation",
    arguments: [
      "restart", "pause", "resume", "clear", "next", "previous", "toggle 3 4", "table maze-1",
      "table maze:12x8:77",
    ])
  func confirmed(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let command = words[0]
    let fields = [
      "toggle": #""column":3,"row":4,"#, "table": "\"name\":\"\(words[words.count - 1])\",",
    ]
    let run = try run(
      words,
      against: [
        .send(greeting + state), .receive, .send(#"{"class":"ok","do":"x","id":1}"# + "\n"),
        .send(impact), ok(command), .drain,
      ])
    #expect(
      run.received == [
        "{\"do\":\"\(command)\",\(fields[command] ?? "")\"id\":\(identifier)}"
      ])
    #expect(run.exitCode == 0)
    #expect(run.output == "")
    #expect(run.errors == "")
  }

  @Test(
    "exits by the cause of a refusal", arguments: [("not-permitted", 77), ("wrong-phase", 70)])
  func refused(code: String, exitCode: Int32) throws {
    let error =
      "{\"class\":\"error\",\"code\":\"\(code)\",\"message\":\"no\",\"hint\":\"ask\","
      + "\"id\":\(identifier)}\n"
    let run = try run(["pause"], against: [.receive, .send(error), .drain])
    #expect(run.exitCode == exitCode)
    #expect(run.errors == "ballctl: no\n  ask\n")
  }

  @Test("tables prints the tables there are, in columns")
  func tables() throws {
    let list =
      #"{"class":"tables","tables":[{"name":"marble","game":"marble","title":"Marble"},"#
      + #"{"name":"long-name","game":"maze"},{"name":"x","game":"holes","title":"a\u001bb"}]}"#
    let run = try run(
      ["tables"],
      against: [.send(greeting + state), .receive, .send(list + "\n"), ok("tables"), .drain])
    #expect(run.received == ["{\"do\":\"tables\",\"id\":\(identifier)}"])
    #expect(
      run.output == """
        marble     marble  Marble
        long-name  maze
        x          holes   a\u{fffd}b

        """)
    #expect(run.exitCode == 0)
  }

  @Test("tables tells the best run of each table that has one")
  func bests() throws {
    let list =
      #"{"class":"tables","tables":[{"name":"a","game":"maze","title":"A","best":{"time":12.345}},"#
      + #"{"name":"bb","game":"holes","best":{"time":60,"score":1}}]}"#
    let run = try run(
      ["tables"], against: [.send(greeting), .receive, .send(list + "\n"), ok("tables"), .drain])
    #expect(
      run.output == """
        a   maze   A, best 12.35 s
        bb  holes  best 1 point, 60.00 s

        """)
  }

  @Test("isn't content with the confirmation of another request")
  func stranger() throws {
    let ok = #"{"class":"ok","do":"pause","id":1}"# + "\n"
    let run = try run(["pause"], against: [.receive, .send(ok)])
    #expect(run.exitCode == 69)
  }

  @Test("fails when balld goes without a word")
  func gone() throws {
    let run = try run(["pause"], against: [.send(greeting), .receive])
    #expect(run.exitCode == 69)
  }

  @Test("that can't be read is refused before anything is sent")
  func usage() throws {
    for (arguments, message) in [
      ([], "a command is missing"), (["fly"], "unknown command 'fly'"),
      (["pause", "now"], "unexpected argument 'now'"),
      (["toggle", "1", "2", "3"], "unexpected argument '3'"),
      (["toggle", "1"], "'toggle' needs a column and a row"), (["table"], "'table' needs a name"),
      (["toggle", "1.5", "2"], "the column must be a number from 0 to 255, not '1.5'"),
      (["toggle", "1", "256"], "the row must be a number from 0 to 255, not '256'"),
      (["toggle", "1", "x"], "the row must be a number from 0 to 255, not 'x'"),
      (
        ["table", "../a"],
        "'../a' can't be the name of a table: 'ballctl tables' lists them"
      ),
      (["tables", "--json"], "option '--json' has no meaning for 'tables'"),
      (["pause", "--json"], "option '--json' has no meaning for 'pause'"),
      (["status", "--fast"], "option '--fast' has no meaning for 'status'"),
      (["runs", "a", "b"], "unexpected argument 'b'"),
      (["runs", "../a"], "'../a' can't be the name of a table: 'ballctl tables' lists them"),
      (["runs", "--count=65"], "option '--count' needs a number from 0 to 64, not '65'"),
      (["runs", "--count=-1"], "option '--count' needs a number from 0 to 64, not '-1'"),
      (["tables", "--best"], "option '--best' has no meaning for 'tables'"),
      (["watch", "--rate=nan"], "option '--rate' needs a number from 0.1 to 1000.0, not 'nan'"),
      (["watch", "--rate=1e9"], "option '--rate' needs a number from 0.1 to 1000.0, not '1e9'"),
    ] {
      let run = try run(arguments, against: [])
      #expect(run.errors == "ballctl: \(message); see 'ballctl --help'\n")
      #expect(run.exitCode == 64)
      #expect(run.output == "")
    }
  }
}

@Suite("ballctl runs")
struct RunsTests {
  private let list =
    #"{"class":"runs","runs":[{"table":"mill","hash":"1","game":"holes","outcome":"lost","#
    + #""time":60,"score":3,"impacts":0,"source":"client","changed":true},{"number":12,"#
    + #""table":"labyrinth","hash":"2","game":"maze","outcome":"won","time":12.3456,"#
    + #""impacts":1234,"source":"iio","best":true,"new":[1],"ended":1795691400}],"#
    + #""storage":{"runs":11,"free":1234567890,"lastSync":0.0125,"fault":"no\u001b room"}}"#

  private func run(_ arguments: [String], _ answer: String) throws -> Run {
    try ControlTests.run(
      ["runs"] + arguments,
      against: [.send(greeting + state), .receive, .send(answer + "\n"), ok("runs"), .drain])
  }

  @Test("are printed in columns, with what is worth a word, and how the disk is")
  func people() throws {
    let run = try run([], list)
    #expect(run.received == ["{\"do\":\"runs\",\"id\":\(identifier)}"])
    let ended = try #require(localTime(1_795_691_400))
    let blank = String(repeating: " ", count: ended.count - 5)
    #expect(
      run.output == """
        ended\(blank)  table      how       time  points  hits  by
        -    \(blank)  mill       lost  60.000 s       3     0  client  blocks changed, not stored yet
        \(ended)  labyrinth  won   12.346 s       -  1234  iio     best
        11 runs are stored, 1.2 GB are free, the disk took 12.5 ms for the last
        runs can't be stored: no\u{fffd} room

        """)
    #expect(run.exitCode == 0)
  }

  @Test("are printed for programs as they came")
  func programs() throws {
    #expect(try run(["--json"], list).output == list + "\n")
  }

  @Test("are those that were asked for")
  func query() throws {
    let run = try run(
      ["--best", "--count=3", "mill"], #"{"class":"runs","runs":[],"storage":{}}"#)
    #expect(
      run.received == [
        "{\"do\":\"runs\",\"table\":\"mill\",\"best\":true,\"limit\":3,\"id\":\(identifier)}"
      ])
    #expect(run.output == "no runs yet\n")
  }
}

@Suite("ballctl send")
struct SendTests {
  private let release = "{\"do\":\"release\",\"id\":\(identifier)}"

  @Test("sends samples and requests in their order, and gives the ball back")
  func samples() throws {
    let input = """
      # t ax ay az gx gy gz

      0 0.5 -1 9.8
      0.01\t0 0 9.8  0.1 0.2 0.3\r
        {"do":"pause","id":5}
      1e3 1 2 3
      """
    let run = try run(
      ["send", "--fast"],
      against: [
        .send(greeting), .receive, .receive, .receive, .receive, .receive, ok("release"), .drain,
      ], input: input)
    #expect(
      run.received == [
        #"{"do":"sample","acceleration":[0.5,-1,9.8],"t":0}"#,
        #"{"do":"sample","acceleration":[0,0,9.8],"angularVelocity":[0.1,0.2,0.3],"t":0.01}"#,
        #"  {"do":"pause","id":5}"#,
        #"{"do":"sample","acceleration":[1,2,3],"t":1000}"#,
        release,
      ])
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
  }

  @Test("says which line can't be read, and why")
  func unreadable() throws {
    for (line, what) in [
      ("1 2 3", "expected 't ax ay az' or 't ax ay az gx gy gz', found 3 words"),
      ("0 0 0 9,8", "'9,8' is no number"), ("0 0 0 nan", "'nan' is no number"),
      (
        "0 0 0 981", "acceleration lies beyond ±400.0 m/s², more than any sensor reads"
      ),
      (
        "0 0 0 9 0 0 71", "angularVelocity lies beyond ±70.0 rad/s, more than any sensor reads"
      ),
      (String(repeating: "x", count: 5000), "the line is longer than 4096 bytes"),
    ] {
      let run = try run(["send", "--fast"], against: [.drain], input: "0 0 0 9.8\n\(line)\n")
      #expect(run.errors == "ballctl: standard input, line 2: \(what)\n")
      #expect(run.exitCode == 65)
      #expect(run.received.count == 1)
    }
  }

  @Test("ends with what balld refuses")
  func refusal() throws {
    let error = #"{"class":"error","code":"not-permitted","message":"no"}"# + "\n"
    let run = try run(["send"], against: [.receive, .send(error), .drain], input: "0 0 0 9.8\n")
    #expect(run.exitCode == 77)
  }

  @Test("waits as long between samples as their times are apart, but not for a jump")
  func pacing() {
    var pacing = Pacing()
    let second: Int64 = 1_000_000_000
    #expect(pacing.due(5 * second, now: 100) == 100)
    #expect(pacing.due(6 * second, now: 100 + second / 2) == 100 + second)
    // Late: the next is due by the times alone, so that delays don't add up.
    #expect(pacing.due(7 * second, now: 100 + 5 * second) == 100 + 2 * second)
    #expect(pacing.due(7 * second, now: 100 + 5 * second) == 100 + 2 * second)
    #expect(pacing.due(17 * second, now: 100 + 6 * second) == 100 + 12 * second)
    // A step back, and a leap ahead by more than 10 s.
    #expect(pacing.due(3 * second, now: 20 * second) == 20 * second)
    #expect(pacing.due(4 * second, now: 20 * second) == 21 * second)
    #expect(pacing.due(14 * second + 1, now: 22 * second) == 22 * second)
  }

  @Test("waits for the second of two samples")
  func waits() throws {
    let start = ContinuousClock.now
    let run = try run(
      ["send"], against: [.receive, .receive, .receive, ok("release"), .drain],
      input: "7 0 0 9.8\n7.05 0 0 9.8\n")
    #expect(run.received.count == 3)
    #expect(ContinuousClock.now - start >= .milliseconds(50))
  }
}

@Suite("A number for people")
struct ReadableTests {
  @Test(
    "has a fixed count of digits",
    arguments: [
      (0.0, 1, "0.0"), (-0.0, 1, "0.0"), (-0.04, 1, "0.0"), (-0.06, 1, "-0.1"), (0.05, 2, "0.05"),
      (123.456, 0, "123"), (123.5, 0, "124"), (-12.345, 2, "-12.35"), (9.99, 1, "10.0"),
      (1e300, 1, "1e+300"), (.infinity, 1, "inf"), (.nan, 1, "nan"),
    ] as [(Double, Int, String)])
  func numbers(value: Double, digits: Int, expected: String) {
    #expect(fixed(value, digits) == expected)
    #expect(fixed(value, digits, width: 9).count == 9)
  }
}

@Suite("ballctl's output")
struct OutputTests {
  @Test("may lose its reader: that is no error")
  func brokenPipe() throws {
    Process.prepare()
    let pipe = try Descriptor.pipe()
    let program = ControlProgram(output: pipe.writing.number, errors: pipe.writing.number)
    shut(pipe.reading.number)
    #expect(program.run(["--help"]) == 0)
  }

  @Test("that can't be written is an error of its own")
  func fullDevice() throws {
    let full = try Descriptor.open("/dev/full", .readingAndWriting)
    let errors = try Descriptor.pipe()
    let program = ControlProgram(output: full.number, errors: errors.writing.number)
    #expect(program.run(["--version"]) == 74)
  }
}

@Suite("ballctl's help")
struct HelpTests {
  @Test("goes to standard output with exit code 0, and needs no balld")
  func help() throws {
    let run = try run(["--help"], against: [])
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    // How a table becomes a help, OptionTableTests show.
    #expect(run.output == ControlProgram.options.help)
    for line in run.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test("each command of the help is one, with so many operands")
  func commands() throws {
    #expect(ControlProgram.options.commands.count >= 14)
    for command in ControlProgram.options.commands {
      let words = [command.name] + command.operands.map { _ in "1" }
      // No balld is there: 69, where the command line was understood.
      #expect(try run(words + ["--runtime-dir", "/nonexistent"], against: []).exitCode != 64)
      #expect(try run(words + ["1"], against: []).exitCode == 64, "\(command.name)")
    }
  }
}
