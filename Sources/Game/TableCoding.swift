// SPDX-License-Identifier: MIT

internal import KeyValue

/// A table in a recording: its name, and its whole text.
extension Table: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, text
  }

  /// Writes the name and the text.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encode(text, forKey: .text)
  }

  /// Reads a name and a text, which is refused as a table file would be.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let name = try values.decode(String.self, forKey: .name)
    let text = try values.decode(String.self, forKey: .text)
    guard Self.canBeNamed(name) else {
      throw values.refusal(
        .name, "a table's name of at most 64 letters, digits, '.', '_', '-' and ':'")
    }
    do throws(KeyValueError) {
      self = try Table.parse(text: text, file: name, name: name)
    } catch {
      throw values.refusal(.text, "a table: \(error.description)")
    }
  }

  /// Whether a table can have this name where it comes from a file that is named for it, or from a random
  /// maze: it goes into lines and lists as it is.
  ///
  /// No narrower than what may be asked for (`TableName` of Wire, which knows nothing of games): a test
  /// compares them.
  static func canBeNamed(_ name: String) -> Bool {
    let signs = Set("._-:".utf8)
    return (1...64).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".")
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || signs.contains(byte)
      }
  }
}
