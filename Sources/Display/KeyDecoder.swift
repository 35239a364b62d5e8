// SPDX-License-Identifier: MIT

/// Turns the bytes that a terminal sends into keys, however they are split into reads.
///
/// Known: the arrows in both cursor key modes (CSI A and SS3 A), with and without modifiers, and
/// with kitty's event types (CSI 1;1:3A is a release), clicks in xterm's mode 1006 (CSI <0;5;7M), Ctrl
/// and a letter, UTF-8. Everything else of the form of an escape sequence is skipped whole, and so
/// is what is pasted between the marks of mode 2004.
/// ESC with a character at once after it is Alt and that key, which has no meaning here.
public struct KeyDecoder: Sendable {
  private enum Position {
    case ground
    /// After ESC.
    case escaped
    /// After ESC O: an arrow or a function key.
    case singleShift
    /// After ESC [ [: one of the console's F1 to F5.
    case consoleFunction
    /// After CSI M: a click in xterm's oldest form, with how many of its three bytes came.
    case oldClick(count: Int)
    /// In CSI, with what came of it.
    case sequence([UInt8])
    /// In a string (OSC, DCS, APC, PM, SOS), up to ST or BEL.
    case string(isEscaped: Bool)
    /// In a character of UTF-8, of which so many bytes are lacking.
    case character(value: UInt32, lacking: Int, least: UInt32)
  }

  private var position = Position.ground
  private var isPasting = false

  /// The longest CSI sequence that is remembered: enough for all that are known.
  private static let longestSequence = 32

  /// Begins between two keys.
  public init() {}

  /// Whether something has begun that more must follow: the caller waits `patience`, and if
  /// nothing more comes calls `settle`.
  ///
  /// A string or a paste counts too: Alt-] begins one by mistake, and a paste's end can get lost.
  /// Else no key would be heard any more, not even the one that quits.
  public var isUndecided: Bool {
    switch position {
    case .escaped, .singleShift, .consoleFunction, .oldClick, .sequence, .string: true
    case .ground, .character: isPasting
    }
  }

  /// How long a terminal may take now, in ns, until more must have come.
  ///
  /// Between the bytes of one key 50 ms; within a paste, which may come over a slow line, a second.
  public var patience: Int64 { isPasting ? 1_000_000_000 : 50_000_000 }

  /// Takes bytes in and returns the keys that they complete.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      if let key = take(byte), !isPasting { keys.append(key) }
    }
    return keys
  }

  /// Says that nothing followed in time: what looked like the start of a sequence is Escape.
  public mutating func settle() -> [Key] {
    guard isUndecided else { return [] }
    defer {
      position = .ground
      isPasting = false
    }
    if case .escaped = position, !isPasting { return [.escape] }
    // A sequence that broke off: no key.
    return []
  }

  private mutating func take(_ byte: UInt8) -> Key? {
    switch position {
    case .ground:
      return begin(byte)
    case .escaped:
      return takeEscaped(byte)
    case .singleShift:
      position = .ground
      return arrow(byte)
    case .consoleFunction:
      position = .ground
      return nil
    case .oldClick(let count):
      // A terminal that knows mode 1000 and not 1006: to be skipped, or its bytes would be keys.
      position = count < 2 ? .oldClick(count: count + 1) : .ground
      return nil
    case .sequence(let bytes):
      return takeSequence(byte, after: bytes)
    case .string(let isEscaped):
      let isEnd = byte == 0x07 || (isEscaped && byte == UInt8(ascii: "\\"))
      position = isEnd ? .ground : .string(isEscaped: byte == 0x1B)
      return nil
    case .character(let value, let lacking, let least):
      guard byte & 0xC0 == 0x80 else {
        // Broken off: the new byte begins something else.
        position = .ground
        return begin(byte)
      }
      let grown = value << 6 | UInt32(byte & 0x3F)
      if lacking > 1 {
        position = .character(value: grown, lacking: lacking - 1, least: least)
        return nil
      }
      position = .ground
      // Overlong forms and surrogates are no characters.
      guard grown >= least, let scalar = Unicode.Scalar(grown) else { return nil }
      return .character(scalar)
    }
  }

  private mutating func begin(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x1B:
      position = .escaped
      return nil
    case 0x01...0x1A:
      return .control(Unicode.Scalar(byte + 0x40))
    case 0x20...0x7E:
      return .character(Unicode.Scalar(byte))
    case 0xC2...0xDF:
      position = .character(value: UInt32(byte & 0x1F), lacking: 1, least: 0x80)
      return nil
    case 0xE0...0xEF:
      position = .character(value: UInt32(byte & 0x0F), lacking: 2, least: 0x800)
      return nil
    case 0xF0...0xF4:
      position = .character(value: UInt32(byte & 0x07), lacking: 3, least: 0x1_0000)
      return nil
    default:
      return nil
    }
  }

  private mutating func takeEscaped(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "["):
      position = .sequence([])
    case UInt8(ascii: "O"):
      position = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      position = .string(isEscaped: false)
    case 0x1B:
      // The first was Escape; the second may begin a sequence.
      return .escape
    default:
      position = .ground
    }
    return nil
  }

  private mutating func takeSequence(_ byte: UInt8, after bytes: [UInt8]) -> Key? {
    if byte == 0x1B {
      position = .escaped
      return nil
    }
    guard (0x40...0x7E).contains(byte) else {
      // Parameters. Of a longer sequence only the end matters.
      position = .sequence(bytes.count < Self.longestSequence ? bytes + [byte] : bytes)
      return nil
    }
    position = .ground
    if byte == UInt8(ascii: "~") {
      if bytes.elementsEqual("200".utf8) { isPasting = true }
      if bytes.elementsEqual("201".utf8) { isPasting = false }
      return nil
    }
    if byte == UInt8(ascii: "["), bytes.isEmpty {
      position = .consoleFunction
      return nil
    }
    if byte == UInt8(ascii: "M") {
      if bytes.isEmpty { position = .oldClick(count: 0) }
      return click(bytes)
    }
    guard case .arrow(let direction)? = arrow(byte) else { return nil }
    return isRelease(bytes) ? .released(direction) : .arrow(direction)
  }

  /// Whether parameters end in kitty's event type 3, as in `1;1:3`.
  private func isRelease(_ parameters: [UInt8]) -> Bool {
    guard let colon = parameters.lastIndex(of: UInt8(ascii: ":")) else { return false }
    return parameters[(colon + 1)...].elementsEqual([UInt8(ascii: "3")])
  }

  /// The parameters of mode 1006: `<` and button, column, row; a press of the left button alone,
  /// whatever modifiers are held, and neither its way nor the wheel.
  private func click(_ parameters: [UInt8]) -> Key? {
    guard parameters.first == UInt8(ascii: "<") else { return nil }
    let numbers = parameters.dropFirst().split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
    ).map { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let row = numbers[2], (0..<32).contains(button), button & 3 == 0,
      (1...10_000).contains(column), (1...10_000).contains(row)
    else { return nil }
    return .click(column: column - 1, row: row - 1)
  }

  private func arrow(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .arrow(.up)
    case UInt8(ascii: "B"): .arrow(.down)
    case UInt8(ascii: "C"): .arrow(.right)
    case UInt8(ascii: "D"): .arrow(.left)
    default: nil
    }
  }
}
