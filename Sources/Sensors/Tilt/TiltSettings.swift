// SPDX-License-Identifier: MIT

public import KeyValue

/// What drives the ball.
public enum TiltMode: String, CaseIterable, Codable, Sendable {
  /// The specific force, hardly filtered: what a real marble on the board would feel, shaken or not.
  case board
  /// Gravity alone, as well as it can be told from what a hand adds: for a table held in the hand.
  case gravity
}

/// What turns a sample into a tilt.
public struct TiltSettings: Codable, Equatable, Sendable {
  /// Sensor axes → device axes.
  public var mounting: Mounting
  /// What drives the ball.
  public var mode: TiltMode
  /// The time constant of the low-pass of `TiltMode.board`, s.
  public private(set) var timeConstant: Double
  /// Device axes → the picture's axes.
  public var screenRotation: ScreenRotation
  /// Whether and how the table's axes are exchanged or turned round.
  public var axes: TableAxes
  /// The curve between hand and ball.
  public var feel: Feel

  /// The default time constant of the low-pass, s.
  ///
  /// A hand's tremor (8 to 12 Hz) passes, as it would reach a marble; the sensor's noise less so.
  public static let defaultTimeConstant = 0.01
  /// The longest time constant, s: with more the ball would no longer follow the hand.
  public static let longestTimeConstant = 10.0

  /// Settings with their defaults: identity, the board, 10 ms, no rotation, the normal feel.
  public init() {
    mounting = .identity
    mode = .board
    timeConstant = Self.defaultTimeConstant
    screenRotation = .none
    axes = TableAxes()
    feel = .normal
  }

  /// Settings of these values; throws unless the time constant (s) is between 0 and 10 s.
  public init(
    mounting: Mounting = .identity, mode: TiltMode = .board,
    timeConstant: Double = defaultTimeConstant, screenRotation: ScreenRotation = .none,
    axes: TableAxes = TableAxes(), feel: Feel = .normal
  ) throws(ValueError) {
    guard timeConstant >= 0, timeConstant <= Self.longestTimeConstant else {
      throw ValueError(
        found: "a time constant of \(timeConstant) s",
        expected: "one between 0 and \(Self.longestTimeConstant) s")
    }
    self.mounting = mounting
    self.mode = mode
    self.timeConstant = timeConstant
    self.screenRotation = screenRotation
    self.axes = axes
    self.feel = feel
  }
}
