// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

@Suite("the examples, and clients against what the protocol allows")
struct ExampleTests {
  private func conformance(_ client: [String]) throws -> Program.Result {
    try Program.run(
      path: "/usr/bin/env",
      ["python3", "\(packageRoot)/examples/conformance.py"] + client)
  }

  private static let clients = [
    ["\(Program.directory)/ballctl", "--runtime-dir", "{}", "watch"],
    ["\(Program.directory)/ballview", "--runtime-dir", "{}", "--once"],
    ["python3", "\(packageRoot)/examples/where.py", "{}/view.sock"],
  ]

  @Test("a client stands all that a daemon may send", arguments: clients)
  func stands(_ client: [String]) throws {
    let run = try conformance(client)
    #expect(run.code == 0)
    #expect(
      run.output.split(separator: "\n").count == 8 && !run.output.contains("failed"), "\(run)")
  }

  @Test("a client that takes each read for a line is found out")
  func found() throws {
    let careless = """
      import json, socket, sys
      daemon = socket.socket(socket.AF_UNIX)
      daemon.connect(sys.argv[1])
      daemon.sendall(b'{"do":"watch"}\\n')
      while data := daemon.recv(65536):
          for line in data.decode().splitlines(): json.loads(line)
      """
    let run = try conformance(["python3", "-c", careless, "{}/view.sock"])
    #expect(run.code == 1)
    #expect(run.output.contains("failed   lines that come in pieces"), "\(run.output)")
    #expect(run.output.contains("ok       an ordinary daemon"), "\(run.output)")
  }

  @Test("lean.py drives the ball, and where.py says where it is")
  func examples() throws {
    let daemon = try RunningDaemon(["--source", "client"])
    let client = try daemon.connect()
    try client.command(.watch(rate: nil))
    let lean = try Program.start(
      path: "/usr/bin/env",
      ["python3", "\(packageRoot)/examples/lean.py", "\(daemon.runtime)/control.sock"])
    var states: [State] = []
    repeat { states.append(try client.nextState()) } while states.count < 10
    #expect(states.last?.phase == .rolling)
    let whereabouts = try Program.run(
      path: "/bin/sh",
      [
        "-c",
        "python3 -u '\(packageRoot)/examples/where.py' '\(daemon.runtime)/view.sock' 2>&1 | head -n 2",
      ])
    #expect(whereabouts.output.contains("marble: ball 0 at "), "\(whereabouts.output)")
    lean.send(.terminate)
    _ = try lean.finish()
  }
}
