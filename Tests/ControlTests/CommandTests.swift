// SPDX-License-Identifier: MIT

import Testing

@testable import Control

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
        "{\"do\":\"\(command)\",\(fields[command] ?? "")\"id\":\(confirmedID)}"
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
      + "\"id\":\(confirmedID)}\n"
    let run = try run(["pause"], against: [.receive, .send(error), .drain])
    #expect(run.exitCode == exitCode)
    let hint =
      code == "not-permitted"
      ? "who belongs to the group balld may command it: `sudo adduser USER balld`, and log in anew"
      : "ask"
    #expect(run.errors == "ballctl: no\n  \(hint)\n")
  }

  @Test("tables prints the tables there are, in columns")
  func tables() throws {
    let list =
      #"{"class":"tables","tables":[{"name":"marble","game":"marble","title":"Marble"},"#
      + #"{"name":"long-name","game":"maze"},{"name":"x","game":"holes","title":"a\u001bb"}]}"#
    let run = try run(
      ["tables"],
      against: [.send(greeting + state), .receive, .send(list + "\n"), ok("tables"), .drain])
    #expect(run.received == ["{\"do\":\"tables\",\"id\":\(confirmedID)}"])
    #expect(
      run.output == """
        marble     marble  Marble
        long-name  maze
        x          holes   a\u{fffd}b

        """)
    #expect(run.exitCode == 0)
  }

  @Test("tables tells which files can't be played, and why")
  func broken() throws {
    let list =
      #"{"class":"tables","tables":[{"name":"a","game":"maze"}],"#
      + #""broken":[{"name":"my maze","message":"/t/my maze.table:2: \u001b[2Jno"}]}"#
    let run = try run(
      ["tables"], against: [.send(greeting), .receive, .send(list + "\n"), ok("tables"), .drain])
    #expect(
      run.output == """
        a  maze
        my maze can't be played: /t/my maze.table:2: \u{fffd}[2Jno

        """)
    #expect(run.exitCode == 0)
  }

  @Test("tables tells the file of each table that didn't come with balld")
  func files() throws {
    let list =
      #"{"class":"tables","tables":[{"name":"a","game":"maze","title":"A","best":{"time":9},"#
      + #""file":"/t/a\u001b.table"},{"name":"b","game":"maze","file":"/t/b.table"}]}"#
    let run = try run(
      ["tables"], against: [.send(greeting), .receive, .send(list + "\n"), ok("tables"), .drain])
    #expect(
      run.output == """
        a  maze  A, best 9.00 s, from /t/a\u{fffd}.table
        b  maze  from /t/b.table

        """)
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
        a   maze   A, best 12.34 s
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
        "'../a' is a path, and tables are asked for by their names: 'ballctl tables' lists them, "
          + "'balld --table FILE' plays a file"
      ),
      (["table", ""], "the table's name is empty: 'ballctl tables' lists them"),
      (["runs", ""], "the table's name is empty: 'ballctl tables' lists them"),
      (["record", ""], "the file's name is empty"),
      (
        [String(repeating: "x", count: 100_000)],
        "unknown command '\(String(repeating: "x", count: 40))…'"
      ),
      (
        ["table", String(repeating: "a/", count: 100_000)],
        "'\(String(repeating: "a/", count: 20))…' is a path, and tables are asked for by their names"
          + ": 'ballctl tables' lists them, 'balld --table FILE' plays a file"
      ),
      (["status", "--fast"], "option '--fast' has no meaning for 'status'"),
      (["runs", "a", "b"], "unexpected argument 'b'"),
      (["runs", "a b"], "'a b' can't be the name of a table: 'ballctl tables' lists them"),
      (
        ["table", "maze:12x8"],
        "'maze:12x8' names no random maze: maze:COLUMNSxROWS:SEED does, such as maze:12x8:1, "
          + "with 2 to 85 columns and rows and a seed below 2⁶⁴"
      ),
      (["runs", "--count=65"], "option '--count' needs a number from 0 to 64, not '65'"),
      (["runs", "--count=-1"], "option '--count' needs a number from 0 to 64, not '-1'"),
      (["tables", "--best"], "option '--best' has no meaning for 'tables'"),
      (["watch", "--rate=nan"], "option '--rate' needs a number from 0.1 to 1000, not 'nan'"),
      (["watch", "--rate=1e9"], "option '--rate' needs a number from 0.1 to 1000, not '1e9'"),
    ] {
      let run = try run(arguments, against: [])
      #expect(run.errors == "ballctl: \(message); see 'ballctl --help'\n")
      #expect(run.exitCode == 64)
      #expect(run.output == "")
    }
  }

  @Test("one that talks without end and never answers is given up")
  func flood() throws {
    let line = #"{"class":"new","text":""# + String(repeating: "x", count: 100_000) + "\"}\n"
    let run = try run(["pause"], against: [.receive, .flood(line)])
    #expect(run.exitCode == 69)
    #expect(run.errors.contains("doesn't answer"))
  }
}
