// SPDX-License-Identifier: MIT

/// In which order clients are heard that have sent something: each user gets a turn after the other,
/// however many connections one has, and of a user's the connections take turns.
///
/// All of them together are one of the things that the event loop has to do, not as many as there are
/// connections: it does a bounded part of it and goes on to the steps and the sensors.
struct ClientTurns {
  /// The users of whom somebody waits, the next first.
  private var users: [UInt32] = []
  /// The clients of each, by their numbers, the next first.
  private var waiting: [UInt32: [Int]] = [:]

  /// The most lines that are handed over before the loop goes on to what else is due.
  static let lines = 64
  /// The most time that it takes, but for the last line, ns.
  static let time: Int64 = 2_000_000
  /// The most lines of one client before it is the next user's turn.
  static let linesOfOne = 8

  /// Whether nobody waits.
  var isEmpty: Bool { users.isEmpty }

  /// Lets a client wait that doesn't yet.
  mutating func append(_ client: Int, of user: UInt32) {
    if waiting[user] == nil { users.append(user) }
    waiting[user, default: []].append(client)
  }

  /// Whose turn it is; that client no longer waits.
  mutating func next() -> Int? {
    guard let user = users.first else { return nil }
    users.removeFirst()
    var clients = waiting[user] ?? []
    let client = clients.isEmpty ? nil : clients.removeFirst()
    waiting[user] = clients.isEmpty ? nil : clients
    if !clients.isEmpty { users.append(user) }
    return client
  }
}
