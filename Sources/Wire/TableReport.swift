// SPDX-License-Identifier: MIT

/// `{"class":"table",…}`: what the ball rolls on.
///
/// Metres, in the table frame.
public struct TableReport: Hashable, Sendable {
  /// The table's name.
  public var name: String
  /// Distinguishes two versions of a table with the same name.
  public var hash: String
  /// The rules, such as `marble`.
  public var game: String
  /// The extent in x, in m.
  public var width: Double
  /// The extent in y, in m.
  public var height: Double
  /// The balls' radius, in m.
  public var ballRadius: Double

  /// Makes a report.
  public init(
    name: String, hash: String, game: String, width: Double, height: Double, ballRadius: Double
  ) {
    self.name = name
    self.hash = hash
    self.game = game
    self.width = width
    self.height = height
    self.ballRadius = ballRadius
  }
}
