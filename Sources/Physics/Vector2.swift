// SPDX-License-Identifier: MIT

/// A vector in the table frame: x to the right, y down the table.
public struct Vector2: Equatable, Hashable, Sendable {
  /// To the right.
  public var x: Double
  /// Down the table.
  public var y: Double

  /// A vector of two components.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The null vector.
  public static let zero = Vector2(0, 0)
}
