// SPDX-License-Identifier: MIT

/// One line from the daemon to a client, told apart by its `class`.
///
/// A client must expect classes, fields, phases and events that it doesn't know: a server with the
/// same major protocol number may add them.
public enum Message: Hashable, Sendable {
  /// The first line of every connection.
  case hello(Hello)
  /// Where the samples come from: on connecting, and whenever that changes.
  case sensor(SensorReport)
  /// The table: on connecting, and whenever it changes.
  case table(TableReport)
  /// The tables that can be asked for: the answer to the request `tables`.
  case tables(TableList)
  /// Runs that are over: the answer to the request `runs`.
  case runs(RunList)
  /// How the daemon is: the answer to the request `status`.
  case status(StatusReport)
  /// Where the balls are.
  case state(State)
  /// Something that happened between two states.
  case event(Event)
  /// A request that was refused, or a fault that a person can do something about.
  case error(ErrorReport)
  /// A request that was carried out.
  case ok(Confirmation)
  /// Lines of a recording of the session.
  case record(RecordPiece)
}
