// SPDX-License-Identifier: MIT

public import KeyValue

/// What a button does, on a board that has no keyboard.
public enum InputAction: String, CaseIterable, Sendable {
  /// The balls go back to the start.
  case restart
  /// The game pauses, or goes on.
  case pause
  /// The present pose becomes level.
  case level
  /// The next table.
  case nextTable = "next-table"
  /// The table before.
  case previousTable = "previous-table"
  /// What is offered is taken.
  case select
}

/// Which buttons do what.
///
/// Its text, as the configuration has it, is a list such as
/// `BTN_START=pause BTN_SELECT=restart left=previous-table`: the kernel's names for keys and
/// buttons, and `left`, `right`, `up` and `down` for a four-way pad or arrow keys.
public struct ButtonMap: Equatable, Sendable {
  /// What can be pushed.
  public enum Control: Hashable, Sendable {
    /// The key or button of this code.
    case key(UInt16)
    /// A way of the four-way pad, or an arrow key.
    case direction(Direction)

    /// What it is called in the map's text, such as `BTN_START` or `left`.
    public var name: String {
      switch self {
      case .key(let code): InputNames.name(ofKey: code) ?? "\(code)"
      case .direction(let direction): direction.rawValue
      }
    }
  }

  /// What each of them does.
  public private(set) var actions: [Control: InputAction]

  /// Gamepads have all of these buttons, the Sense HAT's joystick the four directions and Enter.
  public static let defaultText =
    "BTN_START=pause BTN_SELECT=restart BTN_MODE=level BTN_TL=previous-table BTN_TR=next-table"
    + " BTN_SOUTH=select KEY_ENTER=select left=previous-table right=next-table up=level"
    + " down=restart"

  /// What these controls do; others do nothing.
  public init(_ actions: [Control: InputAction]) { self.actions = actions }

  /// Reads the configuration's text; an empty one lets no button do anything.
  public init(_ text: String) throws(ValueError) {
    actions = [:]
    for word in text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" }) {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else {
        throw ValueError(found: quoted(String(word)), expected: "such as `BTN_START=pause`")
      }
      guard let action = InputAction(rawValue: parts[1]) else {
        throw ValueError(found: quoted(parts[1]), expected: Self.allActions)
      }
      let control = try Self.control(parts[0])
      guard actions.updateValue(action, forKey: control) == nil else {
        throw ValueError(found: "\(parts[0]) twice", expected: "each button once")
      }
    }
  }

  private static func control(_ name: String) throws(ValueError) -> Control {
    if let direction = Direction(rawValue: name) { return .direction(direction) }
    guard let code = InputNames.key(name) else {
      throw ValueError(
        found: quoted(name),
        expected: "a button's name in the kernel, such as `BTN_START` or `KEY_ENTER` (evtest shows"
          + " it), or `left`, `right`, `up`, `down`")
    }
    // An arrow is a direction, by whatever name.
    return DirectionPad.direction(of: code).map { .direction($0) } ?? .key(code)
  }

  private static let allActions =
    "one of " + InputAction.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")

  /// The same as the configuration would have it, in the order of the names.
  public var text: String {
    actions.map { "\($0.name)=\($1.rawValue)" }.sorted().joined(separator: " ")
  }
}
