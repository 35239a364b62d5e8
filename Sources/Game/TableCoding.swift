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
    do throws(KeyValueError) {
      self = try Table.parse(text: text, file: name, name: name)
    } catch {
      throw values.refusal(.text, "a table: \(error.description)")
    }
  }
}
