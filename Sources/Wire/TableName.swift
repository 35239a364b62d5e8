// SPDX-License-Identifier: MIT

/// What a table may be called over the socket: a name, never a path.
///
/// Either 1 to `Limits.name` letters, digits, `.`, `_` and `-` of ASCII without a leading dot, or
/// `maze:COLUMNSxROWS:SEED` for a random maze: COLUMNS and ROWS from 1 to `Limits.grid`, SEED from 0
/// to 2⁶⁴ − 1, all in decimal digits without a zero before them. Whether there is such a table is the
/// daemon's to say.
public struct TableName: Hashable, Sendable, CustomStringConvertible {
  /// The name as it stands on the wire.
  public let description: String

  /// How many columns and rows balld's random mazes have; another server may take others.
  public static let mazeSides = 2...85

  /// The name of a random maze, for hints.
  public static let exampleMaze = "maze:12x8:1"

  /// Takes a text that is such a name; nil for any other.
  public init?(_ text: String) {
    guard TableName.isPlain(text) || TableName.isMaze(text) else { return nil }
    description = text
  }

  private static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8
    guard (1...Limits.name).contains(bytes.count), bytes.first != UInt8(ascii: ".") else {
      return false
    }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }

  private static func isMaze(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "maze", number(parts[2]) != nil else { return false }
    let extents = parts[1].split(separator: "x", omittingEmptySubsequences: false)
    return extents.count == 2
      && extents.allSatisfy { number($0).map { (1...UInt64(Limits.grid)).contains($0) } ?? false }
  }

  /// A number in its only spelling: `UInt64` would take a sign, and zeros before it.
  private static func number(_ text: Substring) -> UInt64? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      text == "0" || text.utf8.first != UInt8(ascii: "0")
    else { return nil }
    return UInt64(text)
  }
}
