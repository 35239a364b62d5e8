// SPDX-License-Identifier: MIT

import Options
import Testing
import Wire

@testable import Control

/// What each command has to go through, so that it ends; and the classes that it then prints.
private let scripts: [String: (script: [Step], input: String, classes: [String])] = {
  let up =
    #"{"class":"state","seq":1,"t":1,"phase":"rolling","balls":[],"tilt":[0,0],"up":[0,0,1]}"#
    + "\n"
  var scripts: [String: (script: [Step], input: String, classes: [String])] = [
    "status": ([.receive, .send(statusLine() + okLine("status")), .drain], "", ["status"]),
    "sensors": ([.receive, .send(sensor + state), .drain], "", ["sensor", "state"]),
    "watch": (
      [.receive, .send(greeting + sensor + table + state + impact)], "",
      ["hello", "sensor", "table", "state", "event", "error"]
    ),
    "tables": (
      [.receive, .send(#"{"class":"tables","tables":[]}"# + "\n" + okLine("tables")), .drain], "",
      ["tables"]
    ),
    "runs": (
      [
        .receive, .send(#"{"class":"runs","runs":[],"storage":{}}"# + "\n" + okLine("runs")),
        .drain,
      ], "", ["runs"]
    ),
    "send": (
      [
        .send(greeting), .receive, ok("watch"), .receive, ok("status"), .receive, ok("release"),
        .drain,
      ],
      "# nothing\n", ["ok"]
    ),
    // The file can't be made: what balld says is told, and then that.
    "record": (
      [.receive, ok("record"), .send(#"{"class":"record","text":"x"}"# + "\n"), .drain], "",
      ["ok", "error"]
    ),
    "calibrate": (
      [
        .receive, ok("watch"), .receive, ok("calibrate"), .receive,
        .send(sensor + okLine("calibrate")), .drain,
      ], "\n\n", ["question", "question", "sensor", "ok"]
    ),
    // The board isn't tilted: four questions, and an error.
    "which-way": (
      [
        .send(sensor), .receive, .send(up), .receive, .send(up), .receive, .send(up), .receive,
        .send(up), .receive, .send(up), .drain,
      ], "\n\n\n\n",
      ["question", "question", "question", "question", "error"]
    ),
  ]
  for command in [
    "level", "restart", "pause", "resume", "table", "next", "previous", "toggle", "clear",
  ] { scripts[command] = ([.receive, ok(command), .drain], "", ["ok"]) }
  return scripts
}()

@Suite("ballctl --json")
struct JSONTests {
  @Test(
    "each command of the table prints JSON objects alone, a line each",
    arguments: ControlProgram.options.commands.map(\.name))
  func objects(command: String) throws {
    let (script, input, classes) = try #require(
      scripts[command], "a new command needs its JSON form, and a row in this test")
    let operands = ["table": ["marble"], "toggle": ["0", "0"], "record": ["/nonexistent/file"]]
    let run = try run(
      [command, "--json"] + (operands[command] ?? []), against: script, input: input)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "", "\(run)")
    #expect(try lines.dropLast().map { try className(of: String($0)) } == classes, "\(run)")
  }

  /// The class of a line: one that balld knows is read as that, one of ballctl's own by its beginning.
  private func className(of line: String) throws -> String {
    if let message = try Message.decode(Array(line.utf8)) { return message.name }
    let parts = line.split(separator: "\"", maxSplits: 4)
    try #require(parts.count > 3 && parts[0] == "{" && parts[1] == "class", "\(line)")
    return String(parts[3])
  }

  @Test("the matrix that which-way has found is its last line")
  func mount() throws {
    func state(_ up: String) -> Step {
      .send(
        #"{"class":"state","seq":1,"t":1,"phase":"rolling","balls":[],"tilt":[0,0],"up":["#
          + up + "]}\n")
    }
    var script: [Step] = [.send(greeting + sensor), .receive, state("0,0,1")]
    for up in ["-0.34,0,0.94", "0.34,0,0.94", "0,-0.34,0.94", "0,0.34,0.94"] {
      script += [.receive, state(up)]
    }
    let run = try run(["which-way", "--json"], against: script + [.drain], input: "\n\n\n\n")
    #expect(
      run.output == """
        {"class":"question","about":"right"}
        {"class":"question","about":"left"}
        {"class":"question","about":"top"}
        {"class":"question","about":"bottom"}
        {"class":"mount","matrix":[1, 0, 0, 0, 1, 0, 0, 0, 1]}

        """)
  }

  @Test("an error is an object in the output, and words on standard error")
  func errors() throws {
    let error =
      #"{"class":"error","code":"refused","field":"do","message":"no","hint":"ask","#
      + "\"id\":\(confirmedID)}\n"
    let refused = try run(["pause", "--json"], against: [.receive, .send(error), .drain])
    #expect(refused.output == error)
    #expect(refused.errors == "ballctl: no\n  ask\n")
    for (arguments, code, exitCode) in [
      (["pause"], "unreachable", 69),
      (["fly"], "usage", 64), (["pause", "--fast"], "usage", 64),
    ] {
      let output = try run(["--json"] + arguments, against: [])
      #expect(output.output.hasPrefix("{\"class\":\"error\",\"code\":\"\(code)\",\"message\""))
      #expect(output.errors.hasPrefix("ballctl: "))
      #expect(output.exitCode == exitCode)
    }
    // A command line that can't be taken apart doesn't say who reads.
    #expect(try run(["--json", "--fly"], against: []).output == "")
  }
}
