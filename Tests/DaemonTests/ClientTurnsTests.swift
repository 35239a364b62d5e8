// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Testing

@testable import Daemon

@Suite("whose turn it is to be heard") struct ClientTurnsTests {
  private func order(_ waiting: [(client: Int, user: UInt32)]) -> [Int] {
    var turns = ClientTurns()
    for (client, user) in waiting { turns.append(client, of: user) }
    var order: [Int] = []
    while let client = turns.next() { order.append(client) }
    #expect(turns.isEmpty)
    return order
  }

  @Test(
    "each user's after the other's, and of a user's clients one after the other",
    arguments: [
      ([], []),
      ([(1, 1000)], [1]),
      ([(1, 1000), (2, 1000), (3, 1000)], [1, 2, 3]),
      ([(1, 1000), (2, 1000), (3, 1000), (4, 1001)], [1, 4, 2, 3]),
      ([(1, 1000), (2, 1001), (3, 1000), (4, 1001), (5, 1002)], [1, 2, 5, 3, 4]),
    ] as [([(Int, UInt32)], [Int])])
  func order(waiting: [(Int, UInt32)], order expected: [Int]) {
    #expect(order(waiting.map { (client: $0.0, user: $0.1) }) == expected)
  }

  @Test("who has more to say comes again after the others, and one user's many keep nobody off")
  func again() {
    var turns = ClientTurns()
    for client in 1...32 { turns.append(client, of: 1000) }
    turns.append(33, of: 1001)
    var heard: [Int] = []
    for _ in 0..<40 {
      guard let client = turns.next() else { break }
      heard.append(client)
      turns.append(client, of: client == 33 ? 1001 : 1000)
    }
    #expect(heard.filter { $0 == 33 }.count == 20)
    #expect(heard.filter { $0 != 33 } == Array(1...20))
  }

  /// A client that sends one line without end, and counts the lines that it gets.
  private final class Flood {
    private let socket: Descriptor
    private let block: [UInt8]
    private(set) var received = 0

    init(_ line: String, on server: Server) throws {
      let pair = try UnixSocket.pair()
      server.welcome(try pair.writing.duplicate(), mayControl: true)
      socket = try pair.reading.duplicate()
      // Whole lines, so that what the socket takes of it ends anywhere in one.
      block = Array(String(repeating: line, count: 4096 / line.utf8.count).utf8)
      _ = count()
      received = 0
    }

    func send() {
      // It takes what there is room for.
      _ = Glibc.send(socket.number, block, block.count, Int32(MSG_NOSIGNAL))
    }

    func count() -> Int {
      var buffer = [UInt8](repeating: 0, count: 1 << 18)
      while true {
        let taken = recv(socket.number, &buffer, buffer.count, 0)
        if taken <= 0 { return received }
        received += buffer[..<taken].reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
      }
    }
  }

  @Test(
    "32 clients that send without end are heard two turns at the most before what is due is done",
    arguments: ["x\n", "\n", "{\"do\":\"menu\",\"open\":true,\"id\":1}\n"])
  func flood(line: String) throws {
    let server = try idleServer()
    let floods = try (0..<32).map { _ in try Flood(line, on: server) }
    var heard: [Int] = []
    var timer: EventLoop.Registration?
    // What it does holds it.
    defer { timer = nil }
    timer = try server.loop.onTime {
      // It is due at once, again and again, as steps and samples are that come fast.
      for flood in floods { flood.send() }
      heard.append(floods.reduce(0) { $0 + $1.count() })
      if heard.count == 200 { server.loop.stop() }
      timer?.setTime(monotonicNow())
    }
    timer?.setTime(monotonicNow())
    try server.loop.run()
    let between = zip(heard.dropFirst(), heard).map { $0 - $1 }
    #expect(between.allSatisfy { $0 <= 2 * ClientTurns.lines }, "\(between.max() ?? 0) lines")
    #expect(floods.allSatisfy { $0.received > 0 })
  }
}
