// SPDX-License-Identifier: MIT

public import Physics

/// Something that happened at an instant, as opposed to a state that lasts.
public struct Event: Equatable, Sendable {
  /// What happened.
  public enum Kind: Equatable, Sendable {
    /// A ball has hit a wall and was thrown back or stopped by it.
    case impact(Impact)
    /// The game was paused.
    case paused
    /// The game goes on.
    case resumed
    /// The balls were put back to the start.
    case restarted
    /// A client has taken the table over from the source, or from another client.
    case takeover(client: Int)
    /// The client that drove has given the table back.
    case released(client: Int)
    /// The recording has ended.
    case finished
  }

  /// What happened.
  public let kind: Kind
  /// When, in seconds of session time.
  public let time: Double
}
