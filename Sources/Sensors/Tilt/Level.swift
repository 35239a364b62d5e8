// SPDX-License-Identifier: MIT

/// What the board does at one moment, as far as "this is level now" needs to know.
public struct Pose: Equatable, Sendable {
  /// The unit vector "up" in device axes.
  public var up: Vector3
  /// Whether it has been held quietly for a moment (see `Stillness.Limits.hand`).
  public var isSteady: Bool

  /// A pose; `up` must have the length 1.
  public init(up: Vector3, isSteady: Bool) {
    self.up = up
    self.isSteady = isSteady
  }
}

/// The pose that counts as level: the smallest rotation that takes its "up" to the table's normal.
///
/// A rotation of the whole vector, never a difference of two angles or of two axes' readings: so it
/// is right at any angle at which someone holds the board, and gravity keeps its length.
public struct Level: Codable, Equatable, Sendable {
  /// "Up" in device axes, of length 1, when the board counts as level.
  public let up: Vector3
  private let rotation: Rotation

  /// Level as gravity has it.
  public static let identity = Level(up: Vector3(0, 0, 1), rotation: .identity)

  /// Takes a pose as level.
  public init(_ pose: Pose) throws(LevelRefusal) {
    guard pose.isSteady else { throw .moving }
    guard let level = Level(up: pose.up) else { throw .upsideDown }
    self = level
  }

  /// The level whose "up" is this direction in device axes, of any length but 0.
  ///
  /// Nil within 10° of upside down, and where there is no direction.
  public init?(up: Vector3) {
    let length = up.length
    guard length.isFinite, length > 1e-6 else { return nil }
    // What is of length 1 already stays as it is, so that what was written down reads back the same.
    let direction = abs(length - 1) < 1e-12 ? up : (1 / length) * up
    // The sine and the side say how near to upside down it is.
    let horizontal = (direction.x * direction.x + direction.y * direction.y).squareRoot()
    if direction.z < 0, horizontal < Self.sineOfNearest { return nil }
    guard let rotation = Rotation(from: direction, to: Vector3(0, 0, 1)) else { return nil }
    self.init(up: direction, rotation: rotation)
  }

  private init(up: Vector3, rotation: Rotation) {
    self.up = up
    self.rotation = rotation
  }

  /// A vector in device axes, in level axes.
  public func apply(_ device: Vector3) -> Vector3 {
    // To the last bit where nothing is to be done.
    self == .identity ? device : rotation.rotate(device)
  }

  /// The sine of 10°: nearer to upside down no level is taken, since a small tilt would turn the axes
  /// round there.
  private static let sineOfNearest = 0.17364817766693036
}

/// Why a pose wasn't taken as level.
public enum LevelRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no sample yet, or none that tells up from down.
  case unknown
  /// The board moves.
  case moving
  /// It is within 10° of upside down.
  case upsideDown

  /// A stable word for each, for messages.
  public var code: String {
    switch self {
    case .unknown: "no-pose"
    case .moving: "moving"
    case .upsideDown: "upside-down"
    }
  }

  /// What is wrong.
  public var description: String {
    switch self {
    case .unknown: "cannot take the pose as level: the sensor has not told yet where up is"
    case .moving: "cannot take the pose as level: the board is moving"
    case .upsideDown: "cannot take the pose as level: the board is upside down"
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .unknown: "wait until the sensor gives samples, then try again"
    case .moving: "hold the board still for half a second, then try again"
    case .upsideDown: "turn it at least 10 degrees away from upside down, then try again"
    }
  }
}
