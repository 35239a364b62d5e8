// SPDX-License-Identifier: MIT

import Testing

@testable import Daemon

@Suite("a client's outbox")
struct OutboxTests {
  /// A socket that takes only so many bytes until it is read.
  private struct Peer {
    var room: Int
    var got: [UInt8] = []

    mutating func take(_ bytes: UnsafeRawBufferPointer) -> Int {
      let count = min(room, bytes.count)
      got += bytes[..<count]
      room -= count
      return count
    }

    var text: String { String(decoding: got, as: UTF8.self) }
  }

  /// Whether the line was taken.
  private func append(_ line: [UInt8], to outbox: inout Outbox) -> Bool { outbox.append(line) }

  private func flush(_ outbox: inout Outbox, to peer: inout Peer) {
    outbox.flush { peer.take($0) }
  }

  @Test("lines arrive in their order, whatever the pieces", arguments: 1...9)
  func order(_ piece: Int) {
    var outbox = Outbox()
    for line in ["one\n", "two\n", "three\n"] { #expect(append(Array(line.utf8), to: &outbox)) }
    var peer = Peer(room: 0)
    while !outbox.isEmpty {
      peer.room = piece
      flush(&outbox, to: &peer)
    }
    #expect(peer.text == "one\ntwo\nthree\n")
  }

  @Test("of the states that weren't sent only the newest is, and it tells how many are missing")
  func newestOnly() {
    var outbox = Outbox()
    var peer = Peer(room: 0)
    for number in 1...5 {
      outbox.offer(Array("{\"seq\":\(number)}\n".utf8))
      flush(&outbox, to: &peer)
    }
    // The first had gone into the queue when the socket had no room; 2, 3 and 4 were replaced.
    peer.room = 1000
    flush(&outbox, to: &peer)
    #expect(peer.text == "{\"seq\":1,\"skipped\":0}\n{\"seq\":5,\"skipped\":3}\n")
    outbox.offer(Array("{\"seq\":6}\n".utf8))
    flush(&outbox, to: &peer)
    #expect(peer.text.hasSuffix("{\"seq\":6,\"skipped\":0}\n"))
  }

  @Test("a state that has been begun is finished before anything else is sent")
  func wholeLines() {
    var outbox = Outbox()
    var peer = Peer(room: 4)
    outbox.offer(Array("{\"a\":1}\n".utf8))
    flush(&outbox, to: &peer)
    outbox.offer(Array("{\"b\":2}\n".utf8))
    #expect(append(Array("event\n".utf8), to: &outbox))
    peer.room = 1000
    flush(&outbox, to: &peer)
    #expect(peer.text == "{\"a\":1,\"skipped\":0}\nevent\n{\"b\":2,\"skipped\":0}\n")
  }

  @Test("lines pile up to 256 KiB, and not a byte further")
  func bound() {
    var outbox = Outbox()
    let line = [UInt8](repeating: 0x78, count: 1024)
    for _ in 0..<256 { #expect(append(line, to: &outbox)) }
    #expect(!append([0x78], to: &outbox))
    var peer = Peer(room: 1024)
    flush(&outbox, to: &peer)
    #expect(append(line, to: &outbox))
    #expect(!append([0x78], to: &outbox))
  }

  @Test("a client that never reads costs the same after a million states")
  func flatMemory() {
    var outbox = Outbox()
    let state = Array("{\"seq\":1}\n".utf8)
    var peer = Peer(room: 0)
    for _ in 0..<1_000_000 { outbox.offer(state) }
    flush(&outbox, to: &peer)
    peer.room = 1000
    flush(&outbox, to: &peer)
    #expect(peer.text == "{\"seq\":1,\"skipped\":999999}\n")
  }
}
