// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing
import Wire

/// A client that speaks to the socket by itself, as well or as badly as it likes.
private final class RawClient {
  private let socket: Descriptor
  private var received: [UInt8] = []
  private var isOver = false

  init(_ path: String) throws { socket = try UnixSocket.connect(to: path) }

  /// Sends all, waiting for room for at most `seconds`; how much was taken.
  @discardableResult
  func send(_ bytes: [UInt8], seconds: Double = 20) throws -> Int {
    let deadline = monotonicNow() + Int64(seconds * 1e9) * Sanitizer.slowness
    var rest = bytes[...]
    while !rest.isEmpty, monotonicNow() < deadline {
      let taken = rest.withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if taken >= 0 {
        rest = rest.dropFirst(taken)
      } else if errno == EAGAIN {
        var awaited = Awaited(socket.number, reading: false, writing: true)
        try poll(&awaited, until: deadline)
      } else {
        break
      }
    }
    return bytes.count - rest.count
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Receives what has come, at most so much.
  func receive(atMost count: Int = 64 << 10, until deadline: Int64) throws {
    var awaited = Awaited(socket.number)
    try poll(&awaited, until: deadline)
    guard awaited.isReadable else { return }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = recv(socket.number, &bytes, count, 0)
    if got > 0 { received += bytes[..<got] } else { isOver = true }
  }

  /// The first error or `ok` from now on; nil when the connection ends instead.
  func answer() throws -> Message? {
    let deadline = monotonicNow() + 20_000_000_000 * Sanitizer.slowness
    while !isOver || received.contains(10) {
      if let line = takeLine() {
        switch try? Message.decode(line) {
        case .ok(let confirmation)?: return .ok(confirmation)
        case .error(let report)?: return .error(report)
        default: break
        }
      } else {
        try #require(monotonicNow() < deadline, "no answer")
        try receive(until: deadline)
      }
    }
    return nil
  }

  private func takeLine() -> [UInt8]? {
    guard let end = received.firstIndex(of: 10) else { return nil }
    defer { received.removeSubrange(...end) }
    return Array(received[..<end])
  }

  /// The code of the next error; "ok" for a confirmation, "end" for the connection's.
  func outcome() throws -> String {
    switch try answer() {
    case .ok?: "ok"
    case .error(let report)?: report.code.rawValue
    default: "end"
    }
  }

  /// Reads on until the connection ends; how many bytes came.
  func drain() throws -> Int {
    let deadline = monotonicNow() + 20_000_000_000 * Sanitizer.slowness
    while !isOver {
      try #require(monotonicNow() < deadline, "the connection didn't end")
      try receive(until: deadline)
    }
    return received.count
  }

  func closeWriting() { shutdown(socket.number, Int32(SHUT_WR)) }
}

@Suite("clients that behave badly") struct BadClientTests {
  /// A way to behave, and what is its end.
  struct Kind: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// What stands in the daemon's log about it; nil for nothing.
    var log: String?
    /// How often it takes the table over.
    var takeovers = 0
    /// Behaves so towards the socket at this path.
    var act: @Sendable (_ path: String) throws -> Void
  }

  private static let kinds: [Kind] = [
    Kind(
      testDescription: "byte by byte: understood",
      log: nil, act: byteByByte),
    Kind(
      testDescription: "half a line, and no more: waited for, and carried out when it is whole",
      log: nil, act: halfALine),
    Kind(
      testDescription: "half a line, then gone: nothing is carried out",
      log: nil, act: brokenOff),
    Kind(
      testDescription: "a line of 1 MB: one error, and the connection goes on",
      log: nil, act: longLine),
    Kind(
      testDescription: "1 MB without an end: nothing is kept of it, and nothing is said twice",
      log: nil, act: endlessLine),
    Kind(
      testDescription: "NULs: an error a line",
      log: nil, act: nuls),
    Kind(
      testDescription: "invalid UTF-8: an error a line",
      log: nil, act: notUTF8),
    Kind(
      testDescription: "a flood of requests whose answers it never reads: dropped, with a line",
      log: "it left 256 KiB of lines unread", act: flood),
    Kind(
      testDescription: "a flood of errors that it reads: each is answered",
      log: nil, act: floodOfErrors),
    Kind(
      testDescription: "it closes its side for writing: it is gone",
      log: nil, act: closedForWriting),
    Kind(
      testDescription: "it reads a byte now and then: it gets whole lines, if fewer states",
      log: nil, takeovers: 1, act: slowReader),
  ]

  private static let ping = "{\"do\":\"release\",\"id\":1}\n"

  @Sendable private static func byteByByte(_ path: String) throws {
    let client = try RawClient(path)
    for byte in ping.utf8 { try client.send([byte]) }
    #expect(try client.outcome() == "ok")
  }

  @Sendable private static func halfALine(_ path: String) throws {
    let client = try RawClient(path)
    try client.send(String(ping.dropLast(5)))
    let other = try RawClient(path)
    try other.send(ping)
    #expect(try other.outcome() == "ok")
    try client.send(String(ping.suffix(5)))
    #expect(try client.outcome() == "ok")
  }

  @Sendable private static func brokenOff(_ path: String) throws {
    do {
      let client = try RawClient(path)
      try client.send("{\"do\":\"tilt\",\"x\":5,\"y\":0}")
    }
    let other = try RawClient(path)
    try other.send("{\"do\":\"release\",\"id\":2}\n" + ping)
    #expect(try other.outcome() == "ok")
  }

  @Sendable private static func longLine(_ path: String) throws {
    let client = try RawClient(path)
    try client.send(Array(String(repeating: "x", count: 1 << 20).utf8))
    try client.send("\n" + ping)
    #expect(try client.outcome() == "line-too-long")
    #expect(try client.outcome() == "ok")
  }

  @Sendable private static func endlessLine(_ path: String) throws {
    let client = try RawClient(path)
    for _ in 0..<16 { try client.send([UInt8](repeating: 120, count: 1 << 16)) }
    try client.send("\n" + ping)
    #expect(try client.outcome() == "line-too-long")
    #expect(try client.outcome() == "ok")
  }

  @Sendable private static func nuls(_ path: String) throws {
    let client = try RawClient(path)
    try client.send("\u{0}\u{0}\u{0}\n{\"do\":\"re\u{0}start\"}\n" + ping)
    #expect(try client.outcome() == "bad-json")
    #expect(try client.outcome() == "bad-json")
    #expect(try client.outcome() == "ok")
  }

  @Sendable private static func notUTF8(_ path: String) throws {
    let client = try RawClient(path)
    for bytes: [UInt8] in [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]] {
      try client.send("{\"do\":\"")
      try client.send(bytes)
      try client.send("\"}\n")
      #expect(try client.outcome() == "bad-json")
    }
    try client.send(ping)
    #expect(try client.outcome() == "ok")
  }

  @Sendable private static func flood(_ path: String) throws {
    let client = try RawClient(path)
    let lines = Array(String(repeating: ping, count: 500).utf8)
    // Its answers fill the socket's buffer and the queue; then nobody takes its lines any more.
    var blocks = 0
    while blocks < 2000, try client.send(lines, seconds: 5) == lines.count { blocks += 1 }
    let taken = blocks
    #expect(taken < 2000)
    // What had been queued for it in the kernel may be read, and then it is over.
    _ = try client.drain()
  }

  @Sendable private static func floodOfErrors(_ path: String) throws {
    let client = try RawClient(path)
    try client.send(String(repeating: "x\n", count: 1000) + ping)
    for _ in 0..<1000 { #expect(try client.outcome() == "bad-json") }
    #expect(try client.outcome() == "ok")
  }

  @Sendable private static func closedForWriting(_ path: String) throws {
    let client = try RawClient(path)
    try client.send(ping)
    client.closeWriting()
    #expect(try client.outcome() == "ok")
    #expect(try client.outcome() == "end")
  }

  @Sendable private static func slowReader(_ path: String) throws {
    let client = try RawClient(path)
    try client.send("{\"do\":\"watch\"}\n{\"do\":\"tilt\",\"x\":1,\"y\":0.5}\n")
    for _ in 0..<2000 { try client.receive(atMost: 1, until: monotonicNow() + 1_000_000) }
    try client.send("{\"do\":\"release\",\"id\":3}\n")
    #expect(try client.outcome() == "ok")
  }

  @Test("each has its defined end, and costs the others nothing", arguments: kinds)
  func end(_ kind: Kind) throws {
    let daemon = try RunningDaemon()
    let good = try daemon.connect()
    try good.command(.watch(rate: nil), id: 10)
    let memory = try daemon.anonymousMemory()

    try kind.act("\(daemon.runtime)/control.sock")

    let begin = monotonicNow()
    try good.send(.pause, id: 11)
    var takeovers = 0
    try good.first { message -> Void? in
      if case .event(let event) = message, case .takeover = event.kind { takeovers += 1 }
      return message == .ok(Confirmation(command: "pause", id: 11)) ? () : nil
    }
    let counted = takeovers
    #expect(counted == kind.takeovers)
    #expect(monotonicNow() - begin < 1_000_000_000)
    let more = try daemon.anonymousMemory() - memory
    #expect(!Sanitizer.leavesMemoryAlone || more < 1 << 20, "\(more) bytes more")
    let result = try daemon.stop()
    #expect(result.code == 0)
    let lines = result.errors.split(separator: "\n").filter { $0.contains("client") }
    if let log = kind.log {
      #expect(lines.count == 1 && lines[0].contains(log), "\(lines)")
    } else {
      #expect(lines == [])
    }
  }

  @Test(
    "a client that sends files which take a minute to close is dropped, and keeps nobody waiting")
  func lingeringDescriptors() throws {
    let daemon = try RunningDaemon()
    let good = try daemon.connect()
    let path = "\(daemon.runtime)/\(RuntimeDirectory.viewSocket)"
    var lingering: [LingeringSocket] = []
    for bytes in ["x\n", "{\"do\":\"watch\"}\n", ""] {
      let bad = try UnixSocket.connect(to: path)
      for _ in 0..<2 {
        let socket = try LingeringSocket()
        // The second comes too late where it has been dropped for the first.
        try? socket.send(with: Array(bytes.utf8) + [32], on: bad.number)
        lingering.append(socket)
      }
      // Some are gone before they are read. The others see their end at once, though one connection is closed
      // after the other, a minute each.
      if !bytes.isEmpty {
        var awaited = Awaited(bad.number, reading: false)
        let deadline = monotonicNow() + 20_000_000_000
        while !awaited.hasEnded {
          try poll(&awaited, until: deadline)
          try #require(monotonicNow() < deadline, "who sends files isn't dropped")
        }
      }
    }
    let before = monotonicNow()
    try good.command(.pause)
    #expect(monotonicNow() - before < 10_000_000_000)
    let result = try daemon.stop()
    #expect(monotonicNow() - before < 20_000_000_000)
    #expect(result.code == 0)
    #expect(result.errors.contains("it sent descriptors, which nobody takes"))
  }

}
