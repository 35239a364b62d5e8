// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing
import Wire

@testable import Control

/// What a server does, in order, with its one client.
enum Step: Sendable {
  /// Sends these bytes.
  case send(String)
  /// Sends these bytes again and again, until the client has gone.
  case flood(String)
  /// The same, and sends this thread a SIGINT when a megabyte has gone: more than a socket holds.
  case interruptingFlood(String, pthread_t)
  /// Waits for the client's next line.
  case receive
  /// Waits until the client has printed something, and ends its output, as `head -n 1` does.
  case endOutput
  /// Waits until the client has gone, and keeps what it sends until then.
  case drain
}

/// How a run of ballctl went.
struct Run {
  var exitCode: Int32
  var output: String
  var errors: String
  /// The lines that the server received.
  var received: [String]
}

/// Runs ballctl against a server that follows `script`, on the socket of this name in a directory of its
/// own.
func run(
  _ arguments: [String], against script: [Step], on socket: String = "control.sock",
  input: String = ""
) throws -> Run {
  let inputs = try Descriptor.pipe()
  let outputs = try Descriptor.pipe()
  let server = try ScriptedServer(script, on: socket, output: outputs.reading.number)
  let errors = try Descriptor.pipe()
  try writeAll(input, to: inputs.writing.number)
  let program = ControlProgram(
    input: inputs.reading.number, output: outputs.writing.number, errors: errors.writing.number)
  shut(inputs.writing.number)
  let exitCode = program.run(arguments + ["--runtime-dir", server.directory])
  shut(outputs.writing.number)
  shut(errors.writing.number)
  return Run(
    exitCode: exitCode, output: try contents(of: outputs.reading.number),
    errors: try contents(of: errors.reading.number).replacing(server.directory, with: "DIR"),
    received: server.join())
}

/// Ends a pipe for its reader while its owner keeps the number: the number now is /dev/null.
func shut(_ number: Int32) {
  let null = open("/dev/null", O_RDWR | O_CLOEXEC)
  dup2(null, number)
  close(null)
}

private func contents(of number: Int32) throws -> String {
  var all: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = try chunk.withUnsafeMutableBytes { try Posix.read(into: $0, from: number) }
    if count == 0 { return String(decoding: all, as: UTF8.self) }
    all += chunk[..<count]
  }
}

extension String {
  fileprivate func replacing(_ old: String, with new: String) -> String {
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: old) {
      result += rest[..<range.lowerBound] + new
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}

/// A server on a thread of its own, for one client.
private final class ScriptedServer {
  var directory: String { place.path }
  private let place = TemporaryDirectory()
  private var thread = pthread_t()

  init(_ script: [Step], on socket: String, output: Int32) throws {
    // A client that leaves early mustn't end the tests.
    signal(SIGPIPE, SIG_IGN)
    let listener = try UnixSocket.listen(at: "\(place.path)/\(socket)", mode: 0o600)
    let work = Work(listener: listener.release(), script: script, output: output)
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeUnretainedValue().run()
        return argument
      }, Unmanaged.passRetained(work).toOpaque())
  }

  /// Waits for the script's end; the lines that were received.
  func join() -> [String] {
    var result: UnsafeMutableRawPointer?
    pthread_join(thread, &result)
    guard let result else { return [] }
    return Unmanaged<Work>.fromOpaque(result).takeRetainedValue().received
  }

  private final class Work {
    let listener: Int32
    let script: [Step]
    /// Where the client's output can be read.
    let output: Int32
    var received: [String] = []
    private var splitter = LineSplitter(limit: 1 << 20)

    init(listener: Int32, script: [Step], output: Int32) {
      self.listener = listener
      self.script = script
      self.output = output
    }

    private func flood(_ number: Int32, with bytes: [UInt8], interrupting thread: pthread_t? = nil)
    {
      var total = 0
      let deadline = monotonicNow() + 30_000_000_000
      var offset = 0
      while monotonicNow() < deadline {
        var awaited = [Awaited(number, reading: false, writing: true)]
        guard (try? poll(&awaited, until: deadline)) != nil else { return }
        let rest = Array(bytes[offset...])
        let count = send(number, rest, rest.count, Int32(MSG_NOSIGNAL))
        if count < 0, errno != EAGAIN { return }
        offset = (offset + max(0, count)) % bytes.count
        total += max(0, count)
        if let thread, total > 1 << 20, total - count <= 1 << 20 { pthread_kill(thread, SIGINT) }
      }
    }

    func run() {
      defer { close(listener) }
      // A client that never comes must not hang the test.
      guard !script.isEmpty, isReady(listener) else { return }
      guard let client = try? UnixSocket.accept(on: Descriptor(consuming: dup(listener))) else {
        return
      }
      for step in script {
        switch step {
        case .send(let text): try? writeAll(text, to: client.number)
        case .flood(let text): flood(client.number, with: Array(text.utf8))
        case .interruptingFlood(let text, let thread):
          flood(client.number, with: Array(text.utf8), interrupting: thread)
        case .endOutput:
          if isReady(output) { shut(output) }
        case .receive: if let line = next(client.number) { received.append(line) }
        case .drain: while let line = next(client.number) { received.append(line) }
        }
      }
    }

    private func next(_ client: Int32) -> String? {
      var chunk = [UInt8](repeating: 0, count: 65536)
      while true {
        if case .line(let line) = splitter.next() { return String(decoding: line, as: UTF8.self) }
        guard isReady(client) else { return nil }
        let count = chunk.withUnsafeMutableBytes { read(client, $0.baseAddress, $0.count) }
        if count <= 0 { return nil }
        splitter.append(chunk[..<count])
      }
    }

    private func isReady(_ number: Int32) -> Bool {
      var awaited = [Awaited(number)]
      try? Posix.poll(&awaited, until: monotonicNow() + 10_000_000_000)
      return awaited[0].isReadable
    }
  }
}
