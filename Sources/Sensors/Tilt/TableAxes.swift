// SPDX-License-Identifier: MIT

/// How the tilt's two axes are exchanged or turned round, for boards that are held some other way.
///
/// A mirror, which no rotation is: the ball then rolls to an edge that is not the lower one. So it
/// comes after everything that has to do with the sensor, and is off by default.
public struct TableAxes: Codable, Equatable, Hashable, Sendable {
  /// Whether x and y change places, before anything is turned round.
  public var areSwapped: Bool
  /// Whether the table's x points the other way.
  public var isXInverted: Bool
  /// Whether the table's y points the other way.
  public var isYInverted: Bool

  /// By default the axes are as they are.
  public init(areSwapped: Bool = false, isXInverted: Bool = false, isYInverted: Bool = false) {
    self.areSwapped = areSwapped
    self.isXInverted = isXInverted
    self.isYInverted = isYInverted
  }

  /// The tilt in these axes.
  public func apply(_ tilt: Tilt) -> Tilt {
    let (x, y) = areSwapped ? (tilt.y, tilt.x) : (tilt.x, tilt.y)
    return Tilt(x: isXInverted ? -x : x, y: isYInverted ? -y : y, z: tilt.z)
  }
}
