// SPDX-License-Identifier: MIT

internal import Game
internal import Glibc
internal import Posix
internal import Sensors
internal import Wire

@testable internal import Daemon

/// Lets a server carry out what clients ask for that a fuzzer or a test made up.
///
/// The server is the daemon's own, with clients at sockets; its time goes on only when the input says
/// so, so that the same input gives the same session.
public struct CommandProbe: Sendable {
  private let configuration = Configuration()
  private let prepared: PreparedSettings
  private let tables: [Table]
  /// The list of the tables, so that it isn't read for each input anew.
  private let tableList: [UInt8]

  /// A probe that plays the shipped tables, which lie in `directory`.
  public init(tables directory: String) throws {
    var prepared = try Configuration().prepared()
    prepared.library = TableLibrary(directories: [directory])
    let names = ["marble", "bounce", "classic-maze", "labyrinth", "mill", "twins", "maze:3x4:5"]
    var tables: [Table] = []
    for name in names { tables.append(try prepared.library.table(named: name)) }
    self.tables = tables
    tableList = Message.tables(prepared.library.list(log: Log { _ in })).line
    self.prepared = prepared
  }

  /// How it is shown that a recording of what was carried out replays to the same state.
  public enum Verification: Sendable {
    /// Not at all.
    case none
    /// The inputs that were recorded enter the engine that there was at the beginning.
    case inputs
    /// The recording is read as a file is; it takes some milliseconds.
    case text
  }

  /// Carries out an input: its first byte says on which table, each line from there on is an action of
  /// `ProbedServer`.
  ///
  /// Traps where a promise isn't kept: the balls stay on the table; all that a client gets are messages;
  /// and what a further client has recorded replays to the state that the server is in.
  ///
  /// - Returns: how many messages the clients got.
  @discardableResult
  public func carryOut(_ input: [UInt8], verification: Verification) -> Int {
    guard let first = input.first else { return 0 }
    // The loop wants the signals that it hears to be blocked.
    var before = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &before)
    Process.block(Server.signals)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    do throws(Errno) {
      let probed = ProbedServer(try server(on: tables[Int(first) % tables.count]))
      if verification != .none { try probed.beginRecording() }
      let lines = input.dropFirst().split(separator: UInt8(ascii: "\n"))
      for line in lines.prefix(300) { try probed.act(line) }
      if verification != .none { probed.verifyRecording(fromText: verification == .text) }
      return probed.received
    } catch {
      preconditionFailure("the system refuses: \(error)")
    }
  }

  /// The slowest time: none passes by itself while an input is carried out.
  private static let standing = Pacing.Speed.factor(1e-9)

  private func server(on table: Table) throws(Errno) -> Server {
    let log = Log { precondition(!$0.contains("\n")) }
    let engine = Engine(
      table: table, playlist: [tables[2], tables[1], tables[6]], restartSteps: 3000,
      pipeline: prepared.pipeline, gestures: prepared.gestures, recording: nil)
    let server = try Server(
      engine: engine, sensor: Report.sensor(SourceStatus(), .iio, pipeline: prepared.pipeline),
      configuration: configuration, prepared: prepared, store: SensorStore(in: nil, log: log),
      speed: Self.standing, recording: nil, log: log)
    server.tableLines.list = (tableList, monotonicNow())
    return server
  }
}
