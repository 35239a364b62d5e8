// SPDX-License-Identifier: MIT

public import Posix

/// A client's end of the socket.
///
/// It never blocks but in `send`, and belongs to one thread.
public final class Connection {
  /// The socket's path, for messages to people.
  public let path: String
  /// Whether this is the socket on which more than `watch` may be asked for.
  public let mayControl: Bool

  /// How long `send` waits for the daemon, in ns: five seconds, if nobody says otherwise.
  public var patience: Int64 = 5_000_000_000

  private let socket: Descriptor
  private var splitter = LineSplitter(limit: Limits.clientLine)
  private var hasEnded = false

  /// Takes over a connected, non-blocking socket.
  public init(consuming socket: consuming Descriptor, path: String, mayControl: Bool) {
    self.socket = socket
    self.path = path
    self.mayControl = mayControl
  }

  /// Connects to the daemon of `directory`, or to the first that answers where daemons usually are.
  ///
  /// `control.sock` is opened if that is allowed, else `view.sock`.
  public static func open(directory: String?) throws(ConnectionError) -> Connection {
    if let directory { return try open(directories: [directory], toVerify: nil) }
    return try open(
      directories: RuntimeDirectory.candidates, toVerify: RuntimeDirectory.temporary)
  }

  /// As `open`, in this order; `toVerify` is the one that anybody could have made.
  static func open(
    directories: [String], toVerify: String?, user: UInt32 = Process.user
  ) throws(ConnectionError) -> Connection {
    var denied: String?
    for directory in directories {
      if directory == toVerify { try verify(directory, user: user) }
      for name in [RuntimeDirectory.controlSocket, RuntimeDirectory.viewSocket] {
        let path = "\(directory)/\(name)"
        let socket: Descriptor
        do throws(Errno) {
          socket = try UnixSocket.connect(to: path)
        } catch .noSuchFile, .notDirectory, .connectionRefused {
          continue
        } catch .permissionDenied {
          denied = denied ?? directory
          continue
        } catch {
          throw .cannotConnect(path: path, error)
        }
        if directory == toVerify { try verify(peerOf: socket, in: directory, user: user) }
        return Connection(
          consuming: socket, path: path, mayControl: name == RuntimeDirectory.controlSocket)
      }
    }
    if let denied { throw .notPermitted(directory: denied) }
    throw .nobodyListens(in: directories)
  }

  /// Throws if the directory is there and isn't this user's own.
  private static func verify(_ directory: String, user: UInt32) throws(ConnectionError) {
    do throws(UntrustedDirectory) {
      try RuntimeDirectory.verifyOwner(of: directory, user: user)
    } catch {
      if error.reason != .unreadable(.noSuchFile) { throw .untrusted(error) }
    }
  }

  /// Throws if somebody else answers: the directory can have come since it was looked at.
  private static func verify(
    peerOf socket: borrowing Descriptor, in directory: String, user: UInt32
  ) throws(ConnectionError) {
    let peer: UInt32
    do throws(Errno) {
      peer = try UnixSocket.peerUser(of: socket.number)
    } catch {
      throw .untrusted(UntrustedDirectory(path: directory, reason: .unreadable(error)))
    }
    guard peer == user else {
      throw .untrusted(UntrustedDirectory(path: directory, reason: .owner(peer)))
    }
  }

  /// The descriptor to wait for: readable when `nextMessages` has something to do.
  public var descriptor: Int32 { socket.number }

  /// Sends a request; waits, if need be, until the daemon takes it, for `patience` at the most.
  public func send(_ request: Request) throws(ConnectionError) { try send(line: request.line) }

  /// Sends a line as it is, its `\n` included; waits as the other `send` does.
  public func send(line: [UInt8]) throws(ConnectionError) {
    let deadline = monotonicNow() + patience
    var rest = line[...]
    while !rest.isEmpty {
      do throws(Errno) {
        rest = rest.dropFirst(try Self.send(rest, on: socket.number))
      } catch .wouldBlock {
        try waitUntilWritable(until: deadline)
      } catch .brokenPipe, .connectionReset {
        throw .closed(path: path)
      } catch {
        throw .failed(path: path, error)
      }
    }
  }

  /// The messages that have arrived since the last call; none if nothing has.
  ///
  /// What arrived before the daemon closed the connection is given out first; the next call throws
  /// `.closed`. Classes of a newer server are left out.
  public func nextMessages() throws(ConnectionError) -> [Message] {
    var messages: [Message] = []
    for line in try nextLines() {
      do throws(MessageError) {
        if let message = try Message.decode(line) { messages.append(message) }
      } catch {
        throw .malformed(path: path, error.description)
      }
    }
    return messages
  }

  /// The lines that have arrived since the last call, without their `\n`: as `nextMessages`.
  public func nextLines() throws(ConnectionError) -> [[UInt8]] {
    if hasEnded { throw .closed(path: path) }
    var lines: [[UInt8]] = []
    // Bounded, so that a server that never pauses can't keep a client here.
    for _ in 0..<16 {
      guard let count = try receive() else { break }
      while let line = splitter.next() {
        guard case .line(let bytes) = line else {
          throw .malformed(path: path, "a line is longer than \(Limits.clientLine) bytes")
        }
        lines.append(bytes)
      }
      if count < Self.chunk { break }
    }
    if hasEnded, lines.isEmpty { throw .closed(path: path) }
    return lines
  }

  /// How much is read in one go, in bytes.
  private static let chunk = 16384

  /// Reads once into the splitter: how many bytes came, or nil if there is nothing now or any more.
  private func receive() throws(ConnectionError) -> Int? {
    let number = socket.number
    var outcome = Result<Int, Errno>.success(0)
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
      do throws(Errno) {
        count = try Posix.read(into: UnsafeMutableRawBufferPointer(buffer), from: number)
        outcome = .success(count)
      } catch {
        outcome = .failure(error)
      }
    }
    switch outcome {
    case .success(0), .failure(.connectionReset):
      hasEnded = true
      return nil
    case .success(let count):
      splitter.append(bytes)
      return count
    case .failure(.wouldBlock): return nil
    case .failure(let error): throw .failed(path: path, error)
    }
  }

  private func waitUntilWritable(until deadline: Int64) throws(ConnectionError) {
    var awaited = [Awaited(socket.number, reading: false, writing: true)]
    do throws(Errno) {
      try poll(&awaited, until: deadline)
    } catch {
      throw .failed(path: path, error)
    }
    guard awaited[0].isWritable || awaited[0].hasEnded else { throw .notReading(path: path) }
  }

  private static func send(_ bytes: ArraySlice<UInt8>, on number: Int32) throws(Errno) -> Int {
    try bytes.withUnsafeBytes { buffer -> Result<Int, Errno> in
      do throws(Errno) {
        return .success(try UnixSocket.send(buffer, on: number))
      } catch {
        return .failure(error)
      }
    }.get()
  }
}
