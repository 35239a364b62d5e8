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
      return parting.close(socket, of: .max)
    }
    let client = Client(
      number: newestClient, socket: socket, user: user, mayControl: mayControl, parting: parting)
    if let refusal = limits.refusal(
      of: user, mayControl: mayControl, beside: clients.values.map(\.user) + parting.users)
    {
      // It is told once, if its socket takes it, and that is all.
      try? client.queue(Message.error(refusal).line)
      return
    }
    do throws(Errno) {
      client.registration = try loop.onReadable(client.descriptor) {
        [unowned self, unowned client] ready in
        serve(client, ready)
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
      guard ready.canRead, !client.isInTurn else { return }
      try line(up: client)
    }
  }

  /// Lets a client wait for its turn to be heard.
  private func line(up client: Client) throws(Client.End) {
    try client.setInTurn(true)
    turns.append(client.number, of: client.user)
    turn?.setDueInTurn()
  }

  /// Hears the clients that have sent something, as much as one turn of the loop is for.
  func hearClients() {
    let end = monotonicNow() + ClientTurns.time
    var left = ClientTurns.lines
    while left > 0, monotonicNow() < end, let number = turns.next() {
      // Who was parted from meanwhile isn't heard any more.
      guard let client = clients[number] else { continue }
      attempt(client) { client throws(Client.End) in
        let count = try client.read(atMost: min(left, ClientTurns.linesOfOne), until: end) {
          handle($0, from: client)
        }
        // A reading without a line is work as well.
        left -= max(1, count)
      }
      guard clients[number] != nil else { continue }
      if client.hasLines {
        turns.append(number, of: client.user)
      } else {
        attempt(client) { client throws(Client.End) in try client.setInTurn(false) }
      }
    }
    if !turns.isEmpty { turn?.setDueInTurn() }
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
    if closeMenu(of: client) { release?.setDue() }
    recorder.end(client: client.number, &engine)
    switch end {
    case .closed, .broken(.connectionReset), .broken(.brokenPipe): break
    case .broken(let error): noteDrop(of: client, "\(error)")
    case .descriptors: noteDrop(of: client, "it sent descriptors, which nobody takes")
    case .queueFull: noteDrop(of: client, "it left \(Outbox.queueLimit >> 10) KiB of lines unread")
    }
    if engine.session.drivingClient == client.number {
      orphan = client.number
      release?.setDue()
    }
    followStatus()
  }

  /// Not each time: who comes again and again, only to be dropped, would fill the log.
  private func noteDrop(of client: Client, _ reason: String) {
    guard let passedOver = dropNotices.take(at: monotonicNow()) else { return }
    log(
      .notice,
      "dropping client \(client.number): \(reason)\(RareNotice.addition(for: passedOver))")
  }

  /// Takes a client for one without an open menu; returns whether it was one with.
  func closeMenu(of client: Client) -> Bool {
    let count = menus.count
    menus.removeAll { $0 == client.number }
    return menus.count < count
  }

  /// Gives the table back for a client that is gone, and tells the others whose menu is open now.
  ///
  /// Not while clients are being served: it publishes, and so may part from further ones.
  func tellOfParting() {
    guard let number = orphan else { return advance() }
    orphan = nil
    enter(.session(.release(client: number)))
  }
}
