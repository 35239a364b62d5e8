// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing

@Suite("descriptors")
struct DescriptorTests {
  @Test("a descriptor is closed on exec from birth, and closed when its owner goes")
  func closedWithOwner() throws {
    // Other tests open descriptors at the same time: what counts is this one's number.
    var number: Int32 = -1
    do {
      let descriptor = try Descriptor.open("/dev/null", .reading)
      number = descriptor.number
      #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
    }
    #expect(fcntl(number, F_GETFD) == -1)
  }

  @Test("a released descriptor stays open")
  func released() throws {
    let number = try Descriptor.open("/dev/null", .reading).release()
    #expect(fcntl(number, F_GETFD) != -1)
    close(number)
  }

  @Test("a missing file is .noSuchFile, and says so in words")
  func missing() {
    #expect(throws: Errno.noSuchFile) { _ = try Descriptor.open("/nonexistent/x", .reading) }
    #expect(Errno.noSuchFile.description == "no such file or directory")
  }

  @Test("what is written into a pipe comes out of it, and then the end")
  func pipe() throws {
    var pair = try Descriptor.pipe()
    try writeAll("tilt", to: pair.writing.number)
    pair.writing = try Descriptor.open("/dev/null", .reading)
    #expect(try pair.reading.readAll(atMost: 16) == Array("tilt".utf8))
  }

  @Test("a file over the limit is refused, one of exactly the limit is read")
  func limit() throws {
    let directory = TemporaryDirectory()
    let path = directory.file("x", [UInt8](repeating: 7, count: 100))
    #expect(try Descriptor.open(path, .reading).readAll(atMost: 100).count == 100)
    #expect(throws: Errno(rawValue: EFBIG)) {
      _ = try Descriptor.open(path, .reading).readAll(atMost: 99)
    }
  }

  @Test("a second owner doesn't get the lock, until the first goes")
  func lock() throws {
    let directory = TemporaryDirectory()
    do {
      let first = try Descriptor.open(directory.path, .reading)
      try first.lockExclusively()
      let second = try Descriptor.open(directory.path, .reading)
      #expect(throws: Errno.wouldBlock) { try second.lockExclusively() }
    }
    try Descriptor.open(directory.path, .reading).lockExclusively()
  }

  @Test("a call that a signal interrupts is made again")
  func interrupted() throws {
    var calls = 0
    let result: Int32 = try systemCall {
      calls += 1
      errno = EINTR
      return calls < 3 ? -1 : 5
    }
    #expect(result == 5)
    #expect(calls == 3)
  }
}
