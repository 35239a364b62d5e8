// SPDX-License-Identifier: MIT

/// Two numbers in the table frame: x to the right, y down.
public struct XY: Hashable, Sendable {
  /// To the right.
  public var x: Double
  /// Down.
  public var y: Double

  /// Pairs two numbers.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// Three numbers along the axes of a sensor or a device.
public struct XYZ: Hashable, Sendable {
  /// To the right of the screen.
  public var x: Double
  /// To the screen's top.
  public var y: Double
  /// Out of the screen.
  public var z: Double

  /// Joins three numbers.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }
}
