// SPDX-License-Identifier: MIT

internal import Options
internal import Posix
internal import Wire

/// A connection to balld, and the waiting on it.
struct Session {
  let connection: Connection

  /// How long balld may take for an answer, in ns.
  static let patience: Int64 = 5_000_000_000

  /// How much may come before an answer, and with it, in bytes.
  static let longestAnswer = 16 << 20

  init(_ connection: Connection) { self.connection = connection }

  init(directory: String?) throws(Failure) {
    do throws(ConnectionError) {
      connection = try Connection.open(directory: directory)
    } catch {
      throw Failure(error)
    }
  }

  /// A line as it came, and the message in it unless a newer server's.
  struct Received {
    var line: [UInt8]
    var message: Message?
  }

  /// Waits for lines until the deadline (CLOCK_MONOTONIC, ns; nil for ever); none when it has come.
  ///
  /// Throws `outputClosed` when nobody reads `output` any more: one who waits to print would never know.
  func receive(until deadline: Int64?, for output: Output? = nil) throws(Failure) -> [Received] {
    while true {
      let received = try receiveNow()
      if !received.isEmpty { return received }
      // Without an output a negative number, which is skipped.
      var awaited = [
        Awaited(connection.descriptor), Awaited(output?.number ?? -1, reading: false),
      ]
      do throws(Errno) {
        try poll(&awaited, until: deadline)
      } catch {
        throw Failure(.failed(path: connection.path, error))
      }
      if awaited[1].hasEnded { throw .outputClosed }
      if !awaited[0].isReadable { return [] }
    }
  }

  /// What has come, without waiting; a server of another major protocol number is refused.
  func receiveNow() throws(Failure) -> [Received] {
    do throws(ConnectionError) {
      var all: [Received] = []
      for line in try connection.nextLines() {
        do throws(MessageError) {
          all.append(Received(line: line, message: try Message.decode(line)))
        } catch {
          throw ConnectionError.malformed(path: connection.path, error.description)
        }
        if case .hello(let hello) = all.last?.message, !hello.isUnderstood {
          throw ConnectionError.malformed(
            path: connection.path,
            "\(hello.server) speaks protocol \(hello.protocolVersion), this ballctl speaks "
              + "\(Hello.currentProtocol)")
        }
      }
      return all
    } catch {
      throw Failure(error)
    }
  }

  func send(_ request: Request) throws(Failure) { try send(line: request.line) }

  func send(line: [UInt8]) throws(Failure) {
    do throws(ConnectionError) {
      try connection.send(line: line)
    } catch {
      throw Failure(error)
    }
  }

  /// Sends a command and waits until balld has confirmed it; what it sent until then, the confirmation
  /// last.
  @discardableResult
  func confirm(_ command: Request.Command) throws(Failure) -> [Received] {
    var before: [Received] = []
    // An id that no line of `send` is likely to have.
    let id = Limits.integer
    try send(Request(command, id: id))
    let deadline = monotonicNow() + Self.patience
    var bytes = 0
    while true {
      let received = try receive(until: deadline)
      // One that talks without end, and doesn't answer, doesn't answer.
      bytes += received.reduce(0) { $0 + $1.line.count }
      if received.isEmpty || monotonicNow() > deadline || bytes > Self.longestAnswer {
        throw unanswered
      }
      for item in received {
        switch item.message {
        case .ok(let confirmation) where confirmation.id == id: return before + [item]
        case .error(let report): throw Failure(report)
        default: before.append(item)
        }
      }
    }
  }

  var unanswered: Failure {
    Failure(
      exitCode: .unavailable, message: "balld at \(connection.path) doesn't answer; is it stopped?")
  }
}
