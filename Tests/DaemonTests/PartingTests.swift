// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing

@testable import Daemon

@Suite("Parting from clients")
struct PartingTests {
  /// Waits until nobody's connection is left to be closed.
  private func waitUntilAllAreClosed(by parting: Parting) throws {
    let deadline = monotonicNow() + 20_000_000_000
    while !parting.users.isEmpty {
      try #require(monotonicNow() < deadline, "not closed")
      idle(until: monotonicNow() + 1_000_000)
    }
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
    var ends: [LingeringSocket] = []
    for user: UInt32 in [7, 8] {
      let pair = try UnixSocket.pair()
      if before > 0 { try writeAll([UInt8](repeating: 32, count: before), to: pair.writing.number) }
      let lingering = try LingeringSocket()
      try lingering.send(with: [1], on: pair.writing.number)
      ends.append(lingering)
      parting.close(pair.reading, of: user)
    }
    #expect(parting.users == [7, 8])
    for lingering in ends { lingering.end() }
    try waitUntilAllAreClosed(by: parting)
  }
}
