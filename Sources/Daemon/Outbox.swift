// SPDX-License-Identifier: MIT

internal import Wire

/// What waits to be sent to one client: a bounded queue of lines, and one slot for the newest state.
///
/// States are newest-only: a client that reads too slowly skips some, and is told how many. Other
/// lines must all arrive; when they pile up past the bound the client is given up. So a queued line
/// may overtake an older state that is still in the slot.
struct Outbox {
  /// The most bytes that may wait in the queue.
  static let queueLimit = 256 << 10

  private var queue: [UInt8] = []
  private var sent = 0
  private var newest: [UInt8]?
  private var skipped: Int64 = 0

  /// Whether anything waits.
  var isEmpty: Bool { sent == queue.count && newest == nil }

  /// Appends a line, with its end.
  ///
  /// False when the client has let too much pile up.
  mutating func append(_ line: [UInt8]) -> Bool {
    guard queue.count - sent + line.count <= Self.queueLimit else { return false }
    queue += line
    return true
  }

  /// Puts a state's line, without its field `skipped`, into the slot.
  ///
  /// The state that lay there unsent is dropped and counted.
  mutating func offer(_ state: [UInt8]) {
    if newest != nil { skipped += 1 }
    newest = state
  }

  /// Sends what it can.
  ///
  /// `send` returns how many bytes it took, 0 for no room.
  mutating func flush<Failure: Error>(
    _ send: (UnsafeRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    while true {
      if sent == queue.count {
        queue.removeAll(keepingCapacity: queue.capacity <= 16 << 10)
        sent = 0
        takeNewest()
        if queue.isEmpty { return }
      }
      let taken = try Self.pass(queue, from: sent, to: send)
      if taken == 0 { return }
      sent += taken
    }
  }

  /// Moves the state from the slot into the empty queue.
  ///
  /// Not before: a newer one may still come.
  private mutating func takeNewest() {
    guard let state = newest else { return }
    newest = nil
    queue += state
    State.insert(skipped: skipped, intoLine: &queue)
    skipped = 0
  }

  private static func pass<Failure: Error>(
    _ bytes: [UInt8], from start: Int,
    to send: (UnsafeRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    let outcome = bytes.withUnsafeBytes { all -> Result<Int, Failure> in
      do throws(Failure) {
        return .success(try send(UnsafeRawBufferPointer(rebasing: all[start...])))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}
