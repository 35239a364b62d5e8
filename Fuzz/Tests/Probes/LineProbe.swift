// SPDX-License-Identifier: MIT

internal import Posix

@testable internal import Wire

/// Reads what a fuzzer or a test made up as lines of the socket.
public enum LineProbe {
  /// Cuts bytes that may be anything into lines, and reads each as a request and as a message.
  ///
  /// The first byte says in blocks of how many bytes (its low six bits and one), whether lines may have
  /// 64 bytes alone (64), and whether all goes through a socket as well (128). Traps where a promise
  /// isn't kept: the lines are the same in whatever blocks they come; a request that was read is written
  /// to a line that reads back equal; and so is a message, but for texts that are too long.
  ///
  /// - Returns: how many requests and messages were understood.
  @discardableResult
  public static func read(_ input: [UInt8]) -> Int {
    guard let mode = input.first else { return 0 }
    let bytes = input.dropFirst()
    let limit = mode & 64 == 0 ? Limits.requestLine : 64
    let lines = split(bytes, limit: limit, blockSize: Int(mode & 63) + 1)
    precondition(lines == split(bytes, limit: limit, blockSize: max(1, bytes.count)))
    if mode & 128 != 0 { sendThroughSocket(Array(bytes)) }
    var understood = 0
    // The answers to the first that are refused: most inputs have many such lines, alike to each other.
    var answers = 3
    for case .line(let line) in lines {
      precondition(line.count < limit)
      if readRequest(line, &answers) { understood += 1 }
      if readMessage(line) { understood += 1 }
    }
    return understood
  }

  private static func split(
    _ bytes: ArraySlice<UInt8>, limit: Int, blockSize: Int
  ) -> [LineSplitter.Line] {
    var splitter = LineSplitter(limit: limit)
    var lines: [LineSplitter.Line] = []
    var rest = bytes
    while !rest.isEmpty {
      splitter.append(rest.prefix(blockSize))
      rest = rest.dropFirst(blockSize)
      while let line = splitter.next() { lines.append(line) }
      precondition(splitter.held < limit)
    }
    if let line = splitter.finish() { lines.append(line) }
    return lines
  }

  /// What a client gets of these bytes when the other end sends them and is gone.
  private static func sendThroughSocket(_ bytes: [UInt8]) {
    let receiver: Connection
    do throws(Errno) {
      let pair = try UnixSocket.pair()
      // Swift 6.0's optimizer dies of a look at the number inside the pair.
      let writing = try pair.writing.duplicate()
      try writeAll(bytes, to: writing.number)
      receiver = Connection(
        consuming: try pair.reading.duplicate(), path: "", mayControl: true)
    } catch {
      preconditionFailure("no socket: \(error)")
    }
    var lines: [[UInt8]] = []
    do throws(ConnectionError) {
      while true { lines += try receiver.nextLines() }
    } catch {
      precondition(error == .closed(path: ""))
    }
    let expected = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    precondition(lines == expected.dropLast().map { Array($0) })
  }

  private static func readRequest(_ line: [UInt8], _ answers: inout Int) -> Bool {
    let request: Request
    do throws(ErrorReport) {
      request = try Request.decode(line)
    } catch {
      // The answer is a line that a client understands.
      if answers > 0 { precondition(readMessage(Message.error(error).line)) }
      answers -= 1
      return false
    }
    do throws(ErrorReport) {
      let again = try Request.decode(request.line)
      precondition(again == request)
    } catch {
      preconditionFailure("a request that was read can't be read back: \(error)")
    }
    return true
  }

  /// Traps unless a sensor's report is a line that a client reads to the same.
  static func verify(_ report: SensorReport) {
    let line = Message.sensor(report).line
    precondition(line.count <= Limits.requestLine, "\(line.count) bytes")
    do throws(MessageError) {
      guard case .sensor(let again) = try Message.decode(line) else {
        preconditionFailure("a sensor's report is read as something else")
      }
      precondition(Message.sensor(again).line == line)
    } catch {
      preconditionFailure("a sensor's report can't be read: \(error)")
    }
  }

  private static func readMessage(_ line: [UInt8]) -> Bool {
    do throws(MessageError) {
      guard let message = try Message.decode(line) else { return false }
      let written = message.line
      precondition(written.last == UInt8(ascii: "\n") && !written.dropLast().contains(10))
      do throws(MessageError) {
        let again = try Message.decode(written)
        precondition(again?.line == written)
        // In a shorter line no text can have been cut.
        if written.count < Limits.text { precondition(again == message) }
      } catch {
        preconditionFailure("a message that was read can't be read back: \(error)")
      }
      return true
    } catch {
      return false
    }
  }
}
