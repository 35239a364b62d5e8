// SPDX-License-Identifier: MIT

internal import Posix
internal import Wire

/// A display's way to the daemon, which comes and goes: what happens to it, the player is told.
struct DaemonLink {
  private let directory: String?
  private var connection: Connection?

  /// A link that `connect` makes, to the sockets in `directory`; nil to look where they usually are.
  init(directory: String?, connection: Connection? = nil) {
    self.directory = directory
    self.connection = connection
    connection?.patience = Self.patience
  }

  /// How long a command may wait for the daemon, in ns.
  ///
  /// Meanwhile no key is heard, not even the one that quits; and some hundred commands lie unread when
  /// one has to wait at all.
  private static let patience: Int64 = 250_000_000

  /// What to wait on; -1 without a connection.
  var descriptor: Int32 { connection?.descriptor ?? -1 }
  /// Whether the daemon would obey; nil without a connection.
  var mayControl: Bool? { connection?.mayControl }

  /// Tries to connect; returns whether there is a connection now.
  mutating func connect(telling player: inout Player) -> Bool {
    do throws(ConnectionError) {
      connection = try Connection.open(directory: directory)
      connection?.patience = Self.patience
      return true
    } catch {
      lose(error, telling: &player)
      return false
    }
  }

  /// The messages that have come; none when that showed that the connection is lost.
  mutating func messages(telling player: inout Player) -> [Message] {
    guard let connection else { return [] }
    do throws(ConnectionError) {
      return try connection.nextMessages()
    } catch {
      lose(error, telling: &player)
      return []
    }
  }

  /// Sends a command, if there is somebody to send it to.
  mutating func send(_ command: Request.Command, telling player: inout Player) {
    guard let connection else { return }
    do throws(ConnectionError) {
      try connection.send(Request(command))
    } catch {
      lose(error, telling: &player)
    }
  }

  private mutating func lose(_ error: ConnectionError, telling player: inout Player) {
    connection = nil
    player.failed(Self.reason(for: error), at: monotonicNow())
  }

  /// Why there is no connection, for people, in a few words.
  private static func reason(for error: ConnectionError) -> String {
    switch error {
    case .nobodyListens: "balld is not running"
    case .closed: "the connection to balld is lost"
    case .notPermitted, .untrusted: "balld's socket is not accessible"
    case .cannotConnect, .failed: "balld can't be reached"
    case .notReading: "balld doesn't answer"
    case .malformed: "balld isn't understood: are ballview and balld of one version?"
    }
  }
}
