// SPDX-License-Identifier: MIT

/// Which ways a four-way pad is pushed, in whatever of three manners it tells: a hat's axes,
/// buttons of its own, or arrow keys.
struct DirectionPad: Equatable, Sendable {
  private var held: Set<UInt16> = []
  private var hatX: Int32 = 0
  private var hatY: Int32 = 0

  /// −1 to the left, 1 to the right, 0 for neither or both.
  var horizontal: Double { sum(.left, .right, hatX) }
  /// −1 to the top, 1 to the bottom, 0 for neither or both.
  var vertical: Double { sum(.up, .down, hatY) }

  /// Takes an event; whether it was the pad's.
  mutating func take(_ event: InputEvent) -> Bool {
    switch (event.type, event.code) {
    case (InputCode.absoluteAxis, InputCode.hatX): hatX = event.value.signum()
    case (InputCode.absoluteAxis, InputCode.hatY): hatY = event.value.signum()
    case (InputCode.key, let code) where Self.direction(of: code) != nil:
      if event.value == 0 { held.remove(code) } else { held.insert(code) }
    default: return false
    }
    return true
  }

  /// The way that a key means, if it means one.
  static func direction(of key: UInt16) -> Direction? {
    InputCode.arrows[key] ?? InputCode.padButtons[key]
  }

  private func sum(_ less: Direction, _ more: Direction, _ hat: Int32) -> Double {
    let directions = held.compactMap { Self.direction(of: $0) }
    let keys = (directions.contains(more) ? 1 : 0) - (directions.contains(less) ? 1 : 0)
    return Double(max(-1, min(1, Int32(keys) + hat)))
  }
}
