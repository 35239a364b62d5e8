// SPDX-License-Identifier: MIT

internal import Posix

/// Closes clients' connections, without waiting for what a client has sent along.
///
/// A connection in which descriptors lie is closed on a thread of its own, since that may last for as long as
/// the client likes (`UnixSocket.readWithoutDescriptors`). One thread for all of them, which runs only as long
/// as there are any: nobody who uses balld sends descriptors, so none but those who do wait for each other.
/// Until such a connection is closed it keeps its place among the clients of its user.
final class Parting: Sendable {
  private struct Waiting {
    var sockets: [Int32] = []
    /// Whose they are, with that of the one that is being closed.
    var users: [UInt32] = []
    var isClosing = false
  }

  private let waiting = Lock(Waiting())

  /// Whose connections aren't closed yet.
  var users: [UInt32] { waiting.withLock { $0.users } }

  /// Closes a connection of `user`, now or soon.
  func close(_ socket: consuming Descriptor, of user: UInt32) {
    guard UnixSocket.holdsDescriptors(socket.number) else { return }
    let number = socket.release()
    let mustStart = waiting.withLock { waiting in
      waiting.sockets.append(number)
      waiting.users.append(user)
      defer { waiting.isClosing = true }
      return !waiting.isClosing
    }
    if mustStart { start() }
  }

  private func start() {
    do throws(Errno) {
      try Thread.start("balld-parting") { [self] in
        while let number = next() { _ = Descriptor(consuming: number) }
      }
    } catch {
      // No thread is to be had. They keep their places, and the next that goes tries again.
      waiting.withLock { $0.isClosing = false }
    }
  }

  /// The next to close; the one before it is closed.
  private func next() -> Int32? {
    waiting.withLock { waiting in
      if waiting.users.count > waiting.sockets.count { waiting.users.removeFirst() }
      if waiting.sockets.isEmpty {
        waiting.isClosing = false
        return nil
      }
      return waiting.sockets.removeFirst()
    }
  }
}
