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
      run.output.split(separator: "\n").count == 9 && !run.output.contains("failed"), "\(run)")
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

  private func example(_ arguments: [String]) throws -> Program.Result {
    try Program.run(
      path: "/usr/bin/env",
      ["python3", "\(packageRoot)/examples/\(arguments[0])"] + arguments.dropFirst())
  }

  @Test(
    "conformance.py refuses a client that it couldn't try, in a line",
    arguments: [
      (["true"], 64, "{}"), (["ballctl", "watch"], 64, "{}"), ([], 64, "Usage"),
      (["/nowhere/client", "{}"], 66, "/nowhere/client"), (["--help"], 0, "Usage"),
    ] as [([String], Int32, String)])
  func untried(client: [String], code: Int32, word: String) throws {
    let run = try conformance(client)
    #expect(run.code == code, "\(run)")
    #expect((run.errors + run.output).contains(word), "\(run)")
    #expect(!run.errors.contains("Traceback"), "\(run.errors)")
    #expect(!run.output.contains("failed"), "\(run.output)")
  }

  @Test("conformance.py finds out a client that asks for nothing that makes sense, and goes on")
  func strangeRequests() throws {
    for request in ["[1]", "{\"id\":1}", "nonsense", "{\"do\":[],\"id\":7}"] {
      let strange = """
        import socket, sys, time
        daemon = socket.socket(socket.AF_UNIX)
        daemon.connect(sys.argv[1])
        daemon.sendall(b'\(request)\\n')
        sys.stderr.write('x' * 200000)
        time.sleep(0.2)
        """
      let run = try conformance(["python3", "-c", strange, "{}/view.sock"])
      #expect(run.code == 1 && !run.errors.contains("Traceback"), "\(run)")
      #expect(run.output.split(separator: "\n").count == 9, "\(run)")
    }
  }

  @Test(
    "where.py and lean.py end with a line when what they are told makes no sense, or nobody is there",
    arguments: [
      "hello\n", "[]\n", "{\"class\":\"state\"}\n", "{\"class\":\"error\"}\n", "{}\n", "\u{ff}\n",
      "{\"class\":\"state\",\"balls\":[1],\"phase\":1,\"t\":\"x\"}\n",
      "{\"class\":\"table\",\"name\":1,\"width\":0,\"height\":0}\n"
        + "{\"class\":\"state\",\"t\":1,\"balls\":[{\"x\":1,\"y\":1}],\"phase\":\"rolling\"}\n",
    ])
  func nonsense(line: String) throws {
    let run = try whereServed { peer in try writeAll(line, to: peer.number) }
    #expect(!run.errors.contains("Traceback"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run)")
  }

  /// Runs where.py against a server that does `body` with the connection, and then hangs up.
  private func whereServed(
    _ body: (borrowing Descriptor) throws -> Void
  ) throws -> Program.Result {
    let directory = TemporaryDirectory()
    let path = "\(directory.path)/view.sock"
    let listener = try UnixSocket.listen(at: path, mode: 0o600)
    let program = try Program.start(
      path: "/usr/bin/env", ["python3", "\(packageRoot)/examples/where.py", path])
    var awaited = [Awaited(listener.number)]
    try poll(&awaited, until: monotonicNow() + 20_000_000_000)
    do {
      let peer = try UnixSocket.accept(on: listener)
      // What it asks for is taken first: it couldn't be sent to somebody who has gone.
      var awaited = [Awaited(peer.number)]
      try poll(&awaited, until: monotonicNow() + 20_000_000_000)
      var request = [UInt8](repeating: 0, count: 1000)
      _ = try request.withUnsafeMutableBytes { try peer.read(into: $0) }
      try body(peer)
    }
    return try program.finish()
  }

  @Test("where.py prints what it is told without what could give a terminal an order")
  func orders() throws {
    let told =
      #"{"class":"table","name":"a\u001b[2Jb\u009bc\ud800","width":1,"height":1}"# + "\n"
      + #"{"class":"state","t":1,"balls":[{"x":0.5,"y":0.5}],"phase":"r\u001b]0;x\u0007"}"# + "\n"
      + #"{"class":"error","message":"no\u001bc","hint":"look\u0085"}"# + "\n"
    let run = try whereServed { peer in try writeAll(told, to: peer.number) }
    #expect(run.output.contains("a?[2Jb?c?: ball 0 at  50% from the left"), "\(run)")
    #expect(run.output.contains("(r?]0;x?)"), "\(run)")
    #expect(run.errors.hasPrefix("no?c look?\n"), "\(run)")
  }

  @Test("where.py takes no line without an end into its memory")
  func endless() throws {
    var sent = 0
    let run = try whereServed { peer in
      let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
      let number = peer.number
      // Until it hangs up; 64 MB at the most.
      while sent < 64 {
        var awaited = [Awaited(number, reading: false, writing: true)]
        try poll(&awaited, until: monotonicNow() + 20_000_000_000)
        let outcome = block.withUnsafeBytes { bytes in
          Result { () throws(Errno) in try UnixSocket.send(bytes, on: number) }
        }
        guard case .success = outcome else { break }
        sent += 1
      }
    }
    #expect(sent < 64)
    #expect(run.code != 0 && run.errors.contains("longer than"), "\(run)")
  }

  @Test("script/demo says what is wrong with its arguments")
  func demo() throws {
    let run = try Program.run(path: "\(packageRoot)/script/demo", ["foo"])
    #expect(run.code == 64 && run.errors.contains("foo"), "\(run)")
    let help = try Program.run(path: "\(packageRoot)/script/demo", ["--help"])
    #expect(help.code == 0 && help.errors.isEmpty && help.output.contains("recording"), "\(help)")
  }

  @Test("script/demo says what it was that failed, also where the compiler says nothing")
  func demoFails() throws {
    let directory = TemporaryDirectory()
    let swift = directory.file("swift", "#!/bin/sh\nexit 1\n")
    _ = try Program.run(path: "/bin/chmod", ["755", swift])
    let run = try Program.run(
      path: "/usr/bin/env",
      ["PATH=\(directory.path):/usr/bin:/bin:/usr/sbin:/sbin", "\(packageRoot)/script/demo"])
    #expect(run.code == 1 && run.errors.contains("demo: building balld failed:\n"), "\(run)")
  }

  @Test("every script says with --help what it does, and does nothing else")
  func help() throws {
    let scripts = try Directory.names(in: "\(packageRoot)/script")
    #expect(scripts.contains("test") && scripts.contains("deb"))
    for name in scripts {
      let path = "\(packageRoot)/script/\(name)"
      let text = try Descriptor.open(path, .reading).readAll(atMost: 1 << 16)
      // One that doesn't know the option would do its work.
      guard String(decoding: text, as: UTF8.self).contains("!= --help ]") else {
        Issue.record("\(name) doesn't know --help")
        continue
      }
      let help = try Program.run(path: path, ["--help"])
      #expect(help.code == 0 && help.errors.isEmpty, "\(name): \(help)")
      let lines = help.output.split(separator: "\n")
      #expect(
        lines.count > 0 && !lines.contains { $0.hasPrefix("#") || $0.hasPrefix("set ") }, "\(help)")
    }
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
