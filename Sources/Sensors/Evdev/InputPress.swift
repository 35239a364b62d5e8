// SPDX-License-Identifier: MIT

/// A button, or a way of a four-way pad, that was pushed.
public struct InputPress: Equatable, Sendable {
  /// What was pushed.
  public var control: ButtonMap.Control
  /// What it does; nil when it only tells a menu which way to go.
  public var action: InputAction?

  /// A press of this control.
  public init(_ control: ButtonMap.Control, action: InputAction?) {
    self.control = control
    self.action = action
  }
}

/// Makes presses of the events of buttons: of those that are in the map, and of the four directions.
///
/// What else is pushed stays between the device and its other users.
public struct PressDecoder: Sendable {
  private let map: ButtonMap
  private let directionsAct: Bool
  private var hatX: Int32 = 0
  private var hatY: Int32 = 0

  /// A decoder by this map.
  ///
  /// - Parameters:
  ///   - map: Which buttons do what.
  ///   - directionsAct: False when the four-way pad tilts the table: then its presses are told, and
  ///     do nothing else.
  public init(_ map: ButtonMap, directionsAct: Bool) {
    self.map = map
    self.directionsAct = directionsAct
  }

  /// The press that the next item is: when a button goes down, not when it repeats or goes up.
  public mutating func take(_ item: InputItem) -> InputPress? {
    guard case .event(let event) = item, let control = pressed(event) else { return nil }
    guard case .direction = control else {
      return map.actions[control].map { InputPress(control, action: $0) }
    }
    return InputPress(control, action: directionsAct ? map.actions[control] : nil)
  }

  private mutating func pressed(_ event: InputEvent) -> ButtonMap.Control? {
    switch (event.type, event.code) {
    case (InputCode.key, let code) where event.value == 1:
      return DirectionPad.direction(of: code).map { .direction($0) } ?? .key(code)
    case (InputCode.absoluteAxis, InputCode.hatX):
      return Self.turned(&hatX, to: event.value, .left, .right)
    case (InputCode.absoluteAxis, InputCode.hatY):
      return Self.turned(&hatY, to: event.value, .up, .down)
    default: return nil
    }
  }

  private static func turned(
    _ hat: inout Int32, to value: Int32, _ less: Direction, _ more: Direction
  ) -> ButtonMap.Control? {
    defer { hat = value.signum() }
    if value == 0 || value.signum() == hat { return nil }
    return .direction(value < 0 ? less : more)
  }
}
