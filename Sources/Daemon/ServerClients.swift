// SPDX-License-Identifier: MIT

internal import Game
internal import Posix
internal import Wire

/// The clients: how they come, are served, and go.
extension Server {
  /// Serves a client that has connected, or tells it that there is no room.
  func welcome(_ socket: consuming Descriptor, mayControl: Bool) {
    newestClient += 1
    let user: UInt32
    do throws(Errno) {
      user = try UnixSocket.peerUser(of: socket.number)
    } catch {
      log(.warning, "cannot tell whose a client is: \(error), dropping it")
      return
    }
    let client = Client(number: newestClient, socket: socket, user: user, mayControl: mayControl)
    if let refusal = limits.refusal(of: user, beside: clients.values.map(\.user)) {
      // It is told once, if its socket takes it, and that is all.
      try? client.queue(Message.error(refusal).line)
      return
    }
    do throws(Errno) {
      client.registration = try loop.onReadable(client.descriptor) {
        [unowned self, unowned client] ready in
        serve(client, ready)
      }
      client.continuation = try loop.onTime { [unowned self, unowned client] in
        attempt(client) { client throws(Client.End) in try read(client) }
      }
    } catch {
      log(.warning, "cannot serve a client: \(error), dropping it")
      return
    }
    clients[client.number] = client
    var greeting = hello
    greeting.client = Report.name(ofClient: client.number)
    send(.hello(greeting), to: client)
    introduce(client)
    followStatus()
  }

  /// Tells a client what it plays with and on.
  func introduce(_ client: Client) {
    client.announcements = announcements
    send(Message.sensor(sensor).line, to: client)
    send(currentTableLine(), to: client)
  }

  private func serve(_ client: Client, _ ready: EventLoop.Readiness) {
    attempt(client) { client throws(Client.End) in
      if ready.canWrite { try client.flush() }
      if ready.canRead { try read(client) }
    }
  }

  private func read(_ client: Client) throws(Client.End) {
    try client.read { handle($0, from: client) }
  }

  /// Does something with a client, and parts from it when that ends its connection.
  func attempt(_ client: Client, _ action: (Client) throws(Client.End) -> Void) {
    do throws(Client.End) {
      try action(client)
    } catch {
      part(from: client, error)
    }
  }

  private func part(from client: Client, _ end: Client.End) {
    guard clients.removeValue(forKey: client.number) != nil else { return }
    client.registration = nil
    client.continuation = nil
    menus.remove(client.number)
    recorder.end(client: client.number, &engine)
    switch end {
    case .closed, .broken(.connectionReset), .broken(.brokenPipe): break
    case .broken(let error): log(.notice, "dropping client \(client.number): \(error)")
    case .queueFull:
      log(.notice, "dropping client \(client.number): it left 256 KiB of lines unread")
    }
    if engine.session.drivingClient == client.number {
      orphan = client.number
      release?.setDue()
    }
    followStatus()
  }

  /// Gives the table back for a client that is gone.
  ///
  /// Not while clients are being served: it publishes, and so may part from further ones.
  func releaseForOrphan() {
    guard let number = orphan else { return }
    orphan = nil
    enter(.session(.release(client: number)))
  }
}
