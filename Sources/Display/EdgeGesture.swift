// SPDX-License-Identifier: MIT

internal import Wire

/// Opens the menu without keys: the board is stood on an edge for a second.
///
/// "On edge" is 55 degrees or more away from the pose in which the tilt is none, whatever that is:
/// a screen on a wall has its level there. No game asks for half as much.
struct EdgeGesture: Hashable, Sendable {
  /// cos 55°.
  static let steepness = 0.5735764363510461
  /// How long it must stand, in ns.
  static let patience: Int64 = 1_000_000_000
  /// The tilt (m/s²) below which the present pose is taken for the level one.
  private static let levelTilt = 0.05

  /// "Up" in the device frame while the table is level; nil until that was seen.
  private var level: XYZ?
  private var steepSince: Int64?
  private var isDone = false

  /// When `advance` wants to be called next.
  var deadline: Int64? { isDone ? nil : steepSince.map { $0 + Self.patience } }

  /// Where "up" is, and what the table feels, as of a state; nil while no sensor tells.
  mutating func take(up: XYZ?, tilt: XY, at now: Int64) {
    guard let up else {
      steepSince = nil
      return
    }
    if tilt.x * tilt.x + tilt.y * tilt.y < Self.levelTilt * Self.levelTilt { level = up }
    let cosine = cosineFromLevel(up) ?? 1
    if cosine <= Self.steepness {
      steepSince = steepSince ?? now
    } else {
      steepSince = nil
      isDone = false
    }
  }

  /// The cosine of the angle between a pose and the level one; nil while that isn't known.
  func cosineFromLevel(_ up: XYZ) -> Double? {
    level.map { up.x * $0.x + up.y * $0.y + up.z * $0.z }
  }

  /// Time has passed; true once the board has stood long enough, and once only for each time.
  mutating func advance(to now: Int64) -> Bool {
    guard let since = steepSince, !isDone, now - since >= Self.patience else { return false }
    isDone = true
    return true
  }
}
