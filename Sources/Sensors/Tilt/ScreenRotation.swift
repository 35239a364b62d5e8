// SPDX-License-Identifier: MIT

/// How far the picture is turned on the screen, clockwise as one looks at it.
///
/// With 90°, the top of the picture lies along the right edge of the screen. A display turns its picture by
/// what has the same name in `Display`, which doesn't link this.
public enum ScreenRotation: Int, CaseIterable, Codable, Sendable {
  /// The picture's top is the screen's top.
  case none = 0
  /// The picture's top is at the screen's right edge.
  case right = 90
  /// The picture's top is at the screen's bottom edge.
  case upsideDown = 180
  /// The picture's top is at the screen's left edge.
  case left = 270

  /// A vector in device axes, in the axes of the picture: x to its right, y to its top, z out of it.
  public func picture(_ device: Vector3) -> Vector3 {
    switch self {
    case .none: device
    case .right: Vector3(-device.y, device.x, device.z)
    case .upsideDown: Vector3(-device.x, -device.y, device.z)
    case .left: Vector3(device.y, -device.x, device.z)
    }
  }
}
