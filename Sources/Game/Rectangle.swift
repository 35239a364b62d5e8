// SPDX-License-Identifier: MIT

public import Physics

/// An upright rectangle on the table.
public struct Rectangle: Equatable, Hashable, Sendable {
  /// The left edge in the table frame, m.
  public let x: Double
  /// The upper edge in the table frame, m.
  public let y: Double
  /// The extent in x, m.
  public let width: Double
  /// The extent in y, m.
  public let height: Double

  /// A rectangle with this upper left corner and these extents, m.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The centre, m.
  public var centre: Vector2 { Vector2(x + width / 2, y + height / 2) }

  /// Whether a point lies in it; its edges belong to it.
  public func contains(_ point: Vector2) -> Bool {
    point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
  }

  /// Whether the two have more in common than an edge.
  func overlaps(_ other: Rectangle) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }

  /// Whether a disc reaches into it, further than to touch it.
  func overlaps(discAt centre: Vector2, radius: Double) -> Bool {
    let dx = centre.x - min(max(centre.x, x), x + width)
    let dy = centre.y - min(max(centre.y, y), y + height)
    return dx * dx + dy * dy < radius * radius
  }
}
