// SPDX-License-Identifier: MIT

/// A run that is over: what is kept of it.
///
/// Only runs on a table with a flag end, and only those in which a ball has moved.
public struct RunResult: Equatable, Sendable {
  /// How a run ends.
  public enum Ending: String, Equatable, Sendable {
    /// The flag was reached, as often as the table asks for.
    case won
    /// The balls were lost, or the time was up.
    case lost
    /// Somebody began another run, or laid out another table.
    case left
  }

  /// The table's name.
  public let table: String
  /// The table's hash: a table that was changed is another one.
  public let hash: String
  /// Which rules were played.
  public let rules: Table.Rules
  /// How it ended.
  public let ending: Ending
  /// How long it lasted, in steps; pauses don't count.
  public let steps: Int64
  /// The points; nil in a game without points.
  public let score: Int?
  /// How often a ball hit something.
  public let impacts: Int
  /// Whether it was played from its beginning on the blocks that the table was laid out with.
  public let isOriginal: Bool
  /// Whether the source tilted the table, if only for a while.
  public let wasDrivenBySource: Bool
  /// Whether clients tilted the table, if only for a while.
  public let wasDrivenByClient: Bool
}
