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
  private let onEnd: (Listener) -> Void
  /// Nil while accepting fails, until the timer `retry` goes off.
  private var registration: EventLoop.Registration?
  private var retry: EventLoop.Registration?

  /// Accepts clients from now on, and hands them to `onClient`.
  ///
  /// When nobody can connect any more it says so to `onEnd`: whoever owns it then lets it go.
  init(
    socket: consuming Descriptor, mayControl: Bool, on loop: EventLoop, log: Log,
    onClient: @escaping (consuming Descriptor, Bool) -> Void,
    onEnd: @escaping (Listener) -> Void
  ) throws(Errno) {
    self.socket = socket
    self.mayControl = mayControl
    self.loop = loop
    self.log = log
    self.onClient = onClient
    self.onEnd = onEnd
    retry = try loop.onTime { [unowned self] in accept() }
    accept()
  }

  private func accept(isShutDown: Bool = false) {
    do throws(Errno) {
      if registration == nil {
        registration = try loop.onReadable(socket.number) { [unowned self] readiness in
          accept(isShutDown: readiness.isShutDown)
        }
      }
      // One a turn: those who only connect and leave must not keep the steps and the other clients
      // waiting. The loop comes back at once while more are in the queue.
      onClient(try UnixSocket.accept(on: socket), mayControl)
    } catch .wouldBlock {
      guard isShutDown else { return }
      // Somebody who has the socket as well, as systemd does, has called shutdown(2) on it: accept(2), when
      // it mustn't wait, says no more of that than that nobody is there, and the loop would come back
      // for ever (Linux 6.12, __skb_recv_datagram).
      registration = nil
      retry = nil
      onEnd(self)
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
