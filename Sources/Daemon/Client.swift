// SPDX-License-Identifier: MIT

internal import KeyValue
internal import Posix
internal import Sensors
internal import Wire

/// One connection: what it may do, what it has asked for, and what waits to be sent to it.
final class Client {
  /// Counted from 1 over the daemon's life.
  let number: Int
  /// The user at the other end.
  let user: UInt32
  /// Whether it came in by the socket that takes commands.
  let mayControl: Bool
  /// The count of announcements up to which it knows of sensor and table.
  var announcements = 0
  /// What it watches; nil before its first `watch`.
  var subscription: Subscription?
  /// Set once the loop knows the connection; dropped before the descriptor is closed.
  var registration: EventLoop.Registration?
  /// The connection's descriptor, which `parting` closes in the end.
  let descriptor: Int32
  private let parting: Parting
  private var source: ClientSource
  private var splitter = Wire.LineSplitter(limit: Limits.requestLine)
  private var outbox = Outbox()
  /// Whether lines that were read weren't handled yet.
  private(set) var hasLines = false
  /// Whether it waits for its turn with what has come; meanwhile the loop doesn't look for more.
  private(set) var isInTurn = false

  init(
    number: Int, socket: consuming Descriptor, user: UInt32, mayControl: Bool, parting: Parting
  ) {
    self.number = number
    self.user = user
    source = ClientSource(name: Report.name(ofClient: number))
    self.mayControl = mayControl
    descriptor = socket.release()
    self.parting = parting
  }

  deinit { parting.close(Descriptor(consuming: descriptor), of: user) }

  /// Why a connection is at its end.
  enum End: Error {
    /// The client has closed it.
    case closed
    /// The connection broke.
    case broken(Errno)
    /// More was queued than a client may let pile up.
    case queueFull
    /// It sent descriptors, which nobody asks for.
    case descriptors
  }

  /// Hands over some of the lines that have come: first those that were left over, else what a reading
  /// of at most 4 KiB gives.
  ///
  /// What it leaves over is told by `hasLines`.
  ///
  /// - Parameters:
  ///   - limit: The most lines that are handed over, 1 or more.
  ///   - end: When to leave the rest for later (ns of CLOCK_MONOTONIC).
  ///   - handle: Is called with each line.
  /// - Returns: How many lines were handed over.
  /// - Throws: That the connection is at its end.
  func read(
    atMost limit: Int, until end: Int64, _ handle: (Wire.LineSplitter.Line) -> Void
  ) throws(End) -> Int {
    if !hasLines { try receive() }
    var count = 0
    while let line = splitter.next() {
      handle(line)
      count += 1
      hasLines = count >= limit || monotonicNow() >= end
      if hasLines { return count }
    }
    hasLines = false
    return count
  }

  private func receive() throws(End) {
    let outcome = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) {
      buffer -> Result<Int?, Errno> in
      do throws(Errno) {
        let count = try UnixSocket.readWithoutDescriptors(into: buffer, from: descriptor)
        splitter.append(UnsafeRawBufferPointer(rebasing: buffer[..<(count ?? 0)]))
        return .success(count)
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .success(0): throw .closed
    case .success(nil): throw .descriptors
    case .success, .failure(.wouldBlock): break
    case .failure(let error): throw .broken(error)
    }
  }

  /// The samples that a client's line gives, dated on CLOCK_MONOTONIC, on which it came at `arrival`.
  func samples(_ sample: ClientSample, arrival: Int64) throws(ValueError) -> [Sample] {
    try source.hand(
      acceleration: Report.vector(sample.acceleration),
      angularVelocity: sample.angularVelocity.map(Report.vector), seconds: sample.t,
      arrival: arrival)
    var samples: [Sample] = []
    source.read(now: arrival, into: &samples)
    return samples
  }

  /// Queues a line that must arrive.
  func queue(_ line: [UInt8]) throws(End) {
    guard outbox.append(line) else { throw .queueFull }
    try flush()
  }

  /// Puts a state into the slot for the newest one.
  func offer(_ state: [UInt8]) throws(End) {
    outbox.offer(state)
    try flush()
  }

  /// Sends what the socket takes, and waits for room if something is left.
  func flush() throws(End) {
    do throws(Errno) {
      try outbox.flush { bytes throws(Errno) in
        do throws(Errno) {
          return try UnixSocket.send(bytes, on: descriptor)
        } catch .wouldBlock {
          return 0
        }
      }
    } catch {
      throw .broken(error)
    }
    try awaitWhatIsNext()
  }

  /// Lets it wait for its turn, or go on after it.
  func setInTurn(_ isInTurn: Bool) throws(End) {
    self.isInTurn = isInTurn
    try awaitWhatIsNext()
  }

  private func awaitWhatIsNext() throws(End) {
    do throws(Errno) {
      try registration?.setWaits(forInput: !isInTurn, forRoom: !outbox.isEmpty)
    } catch {
      // It would never be heard again.
      throw .broken(error)
    }
  }
}
