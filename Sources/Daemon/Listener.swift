// SPDX-License-Identifier: MIT

internal import Posix

/// A socket on which clients arrive.
final class Listener {
  /// Whether those who come in here may give commands.
  let mayControl: Bool
  private let socket: Descriptor
  private let loop: EventLoop
  private let log: Log
  private let onClient: (consuming Descriptor, Bool) -> Void
  /// Nil while accepting fails, until the timer `retry` goes off.
  private var registration: EventLoop.Registration?
  private var retry: EventLoop.Registration?

  /// Accepts clients from now on, and hands them to `onClient`.
  init(
    socket: consuming Descriptor, mayControl: Bool, on loop: EventLoop, log: Log,
    onClient: @escaping (consuming Descriptor, Bool) -> Void
  ) throws(Errno) {
    self.socket = socket
    self.mayControl = mayControl
    self.loop = loop
    self.log = log
    self.onClient = onClient
    retry = try loop.onTime { [unowned self] in accept() }
    accept()
  }

  private func accept() {
    do throws(Errno) {
      if registration == nil {
        registration = try loop.onReadable(socket.number) { [unowned self] _ in accept() }
      }
      // One a turn: those who only connect and leave must not keep the steps and the other clients
      // waiting. The loop comes back at once while more are in the queue.
      onClient(try UnixSocket.accept(on: socket), mayControl)
    } catch .wouldBlock {
      return
    } catch .connectionAborted {
      return
    } catch {
      // Typically no descriptors left. The connection stays in the kernel's queue; to be woken by
      // it again at once would be to spin.
      log(.warning, "cannot accept a client: \(error), retrying in 1 s")
      registration = nil
      retry?.setTime(monotonicNow() + 1_000_000_000)
    }
  }
}
