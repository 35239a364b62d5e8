// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing

@testable import Daemon

@Suite("Parting from clients")
struct PartingTests {
  /// Waits until so many connections are left to be closed.
  private func wait(until count: Int, areLeftBy parting: Parting) throws {
    let deadline = monotonicNow() + 20_000_000_000
    while parting.users.count > count {
      try #require(monotonicNow() < deadline, "not closed")
      idle(until: monotonicNow() + 1_000_000)
    }
  }

  /// Parts from a connection of `user` in which a descriptor lies, behind so many bytes.
  private func part(
    from user: UInt32, after bytes: Int = 0, by parting: Parting
  ) throws -> LingeringSocket {
    let pair = try UnixSocket.pair()
    if bytes > 0 { try writeAll([UInt8](repeating: 32, count: bytes), to: pair.writing.number) }
    let lingering = try LingeringSocket()
    try lingering.send(with: [1], on: pair.writing.number)
    parting.close(pair.reading, of: user)
    return lingering
  }

  @Test("a connection is closed at once, whatever was written into it")
  func plain() throws {
    let pair = try UnixSocket.pair()
    let number = pair.writing.number
    try writeAll([UInt8](repeating: 32, count: 100_000), to: number)
    let parting = Parting()
    parting.close(pair.reading, of: 7)
    #expect(parting.users.isEmpty)
    #expect(throws: Errno.brokenPipe) {
      let bytes: [UInt8] = [1]
      let outcome = bytes.withUnsafeBytes { bytes -> Result<Int, Errno> in
        do throws(Errno) {
          return .success(try UnixSocket.send(bytes, on: number))
        } catch {
          return .failure(error)
        }
      }
      _ = try outcome.get()
    }
    _ = pair.writing.number
  }

  @Test("a connection whose other end has gone without reading all is closed at once, too")
  func reset() throws {
    let pair = try UnixSocket.pair()
    try writeAll([UInt8](repeating: 32, count: 100), to: pair.reading.number)
    try pair.writing.close()
    let parting = Parting()
    parting.close(pair.reading, of: 7)
    #expect(parting.users.isEmpty)
  }

  @Test(
    "where a descriptor lies that lingers nobody waits, and the connections keep their places until it is closed",
    arguments: [0, 10_000])
  func lingering(before: Int) throws {
    let parting = Parting()
    let ends = try [7, 8].map { try part(from: $0, after: before, by: parting) }
    #expect(parting.users == [7, 8])
    for lingering in ends { lingering.end() }
    try wait(until: 0, areLeftBy: parting)
  }

  @Test("each gives back the place of its own user, and the next ones are closed as the first were")
  func places() throws {
    let parting = Parting()
    for _ in 0..<2 {
      let ends = try [7, 8].map { try part(from: $0, by: parting) }
      ends[0].end()
      try wait(until: 1, areLeftBy: parting)
      #expect(parting.users == [8])
      ends[1].end()
      try wait(until: 0, areLeftBy: parting)
    }
  }
}
