// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing

@Suite("Unix sockets")
struct UnixSocketTests {
  private let directory = TemporaryDirectory()

  private func mode(of path: String) throws -> UInt32 {
    try Directory.status(of: path).mode
  }

  @Test("the node has the mode that was asked for, whatever the umask", arguments: [0o666, 0o660])
  func nodeMode(_ wanted: UInt32) throws {
    let path = "\(directory.path)/s"
    let listener = try UnixSocket.listen(at: path, mode: wanted)
    #expect(try mode(of: path) == wanted)
    _ = listener.number
  }

  @Test("a client's bytes arrive, and the kernel tells who it is")
  func conversation() throws {
    let path = "\(directory.path)/s"
    let listener = try UnixSocket.listen(at: path, mode: 0o600)
    #expect(throws: Errno.wouldBlock) { _ = try UnixSocket.accept(on: listener) }
    let client = try UnixSocket.connect(to: path)
    let served = try UnixSocket.accept(on: listener)
    #expect(try UnixSocket.peerUser(of: served.number) == Process.user)
    #expect(fcntl(served.number, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(served.number, F_GETFD) & FD_CLOEXEC != 0)
    try writeAll("hello", to: client.number)
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = try buffer.withUnsafeMutableBytes { try served.read(into: $0) }
    #expect(String(decoding: buffer[..<count], as: UTF8.self) == "hello")
  }

  @Test(
    "what comes with a descriptor isn't read, what came before it is, and the descriptor stays where it is"
  )
  func descriptors() throws {
    let pair = try UnixSocket.pair()
    let lingering = try LingeringSocket()
    try writeAll("hello", to: pair.writing.number)
    var buffer = [UInt8](repeating: 0, count: 5)
    let number = pair.reading.number
    let first = try buffer.withUnsafeMutableBytes {
      try UnixSocket.readWithoutDescriptors(into: $0, from: number)
    }
    #expect(first == 5 && buffer == Array("hello".utf8))
    try lingering.send(with: [1, 2], on: pair.writing.number)
    let second = try buffer.withUnsafeMutableBytes {
      try UnixSocket.readWithoutDescriptors(into: $0, from: number)
    }
    #expect(second == nil)
    lingering.end()
    #expect(UnixSocket.holdsDescriptors(number))
    _ = pair.writing.number
  }

  @Test("once it was looked whether descriptors lie in a connection, none can come any more")
  func noneAfterwards() throws {
    let pair = try UnixSocket.pair()
    try writeAll("hello", to: pair.writing.number)
    #expect(!UnixSocket.holdsDescriptors(pair.reading.number))
    #expect(throws: Errno.brokenPipe) {
      try LingeringSocket().send(with: [1], on: pair.writing.number)
    }
  }

  @Test("sending to a client that is gone is an error, not the end of the process")
  func brokenPipe() throws {
    var pair = try UnixSocket.pair()
    pair.reading = try Descriptor.open("/dev/null", .reading)
    let bytes: [UInt8] = [1]
    #expect(throws: Errno.brokenPipe) {
      _ = try bytes.withUnsafeBytes { try UnixSocket.send($0, on: pair.writing.number) }
    }
  }

  @Test("a node that a dead process left behind is replaced")
  func stale() throws {
    let path = "\(directory.path)/s"
    do { _ = try UnixSocket.listen(at: path, mode: 0o600) }
    #expect(try Directory.status(of: path).isDirectory == false)
    let listener = try UnixSocket.listen(at: path, mode: 0o600)
    _ = try UnixSocket.connect(to: path)
    _ = listener.number
  }

  @Test("a node on which somebody listens is left alone")
  func inUse() throws {
    let path = "\(directory.path)/s"
    let listener = try UnixSocket.listen(at: path, mode: 0o600)
    #expect(throws: Errno.addressInUse) { _ = try UnixSocket.listen(at: path, mode: 0o600) }
    _ = try UnixSocket.connect(to: path)
    _ = listener.number
  }

  @Test("a file that is no socket is never deleted")
  func ordinaryFile() throws {
    let path = directory.file("s", "precious")
    #expect(throws: Errno.addressInUse) { _ = try UnixSocket.listen(at: path, mode: 0o600) }
    #expect(try Descriptor.open(path, .reading).readAll(atMost: 99) == Array("precious".utf8))
  }

  @Test(
    "a path of 107 bytes is the longest",
    arguments: [(UnixSocket.longestPath, true), (UnixSocket.longestPath + 1, false)])
  func longPath(_ length: Int, _ fits: Bool) {
    let prefix = "\(directory.path)/"
    let path = prefix + String(repeating: "x", count: length - prefix.utf8.count)
    let listener = Result { try UnixSocket.listen(at: path, mode: 0o600).release() }
    switch listener {
    case .success(let number):
      #expect(fits)
      close(number)
    case .failure(let error):
      #expect(!fits)
      #expect(error as? Errno == .nameTooLong)
    }
  }
}
