// SPDX-License-Identifier: MIT

/// A ball on the table: where its centre is and how it moves.
///
/// All of a ball's state is here. Whether it lies against a wall isn't remembered but seen: its
/// centre is exactly one radius away, and its velocity along the normal is exactly 0.
public struct Ball: Codable, Equatable, Hashable, Sendable {
  /// The centre in the table frame, m.
  public var position: Vector2
  /// The velocity in the table frame, m/s.
  public var velocity: Vector2

  /// A ball here that moves so; at rest if no velocity is given.
  public init(position: Vector2, velocity: Vector2 = .zero) {
    self.position = position
    self.velocity = velocity
  }

  var isResting: Bool { velocity.x == 0 && velocity.y == 0 }
}
