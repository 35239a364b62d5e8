// SPDX-License-Identifier: MIT

/// Reads `key = value` lines, one after the other.
///
/// - `[name]` begins a section. Names and keys are made of letters, digits, `.`, `_` and `-`.
/// - `#` begins a comment at the start of a line or value, or after a space or tab: `width = 3 # mm`
///   is 3, `name = a#b` is `a#b`.
/// - A value that begins with `"` ends at the next `"`; between them `#` is an ordinary character,
///   and `\"`, `\\`, `\n`, `\r` and `\t` are what they are in C.
/// - A value may be empty. A key stands once in a section, unless it is named as repeatable.
public struct KeyValueParser: Sendable {
  /// The file's name, for errors.
  public let file: String
  /// What was read so far, in the file's order.
  public private(set) var entries: [Entry] = []

  private let repeatable: Set<String>
  private var section = ""
  private var firstLines: [String: Int] = [:]

  /// A parser whose errors name `file`; the keys in `repeatable` may stand more than once.
  public init(file: String, repeatable: Set<String> = []) {
    self.file = file
    self.repeatable = repeatable
  }

  /// Takes the next line: an entry, a section's name, a comment or nothing.
  public mutating func take(_ line: TextLine) throws(KeyValueError) {
    let text = try validatedText(line, file: file)
    do throws(ValueError) {
      try take(text, number: line.number)
    } catch {
      throw KeyValueError(file: file, line: line.number, reason: error)
    }
  }

  private mutating func take(_ text: String, number: Int) throws(ValueError) {
    let content = trimmed(text[...])
    guard let first = content.first, first != "#" else { return }
    if first == "[" {
      section = try sectionName(content)
      return
    }
    guard let equals = content.firstIndex(of: "=") else {
      throw ValueError(found: quoted(content), expected: "`key = value`")
    }
    let key = trimmed(content[..<equals])
    guard isName(key) else {
      throw ValueError(
        found: quoted(key) + " before the `=`",
        expected: "a key of letters, digits, `.`, `_` and `-`")
    }
    let value = try self.value(trimmed(content[content.index(after: equals)...]))
    // A newline can't stand in a name, so it can't make two different pairs look alike.
    let place = "\(section)\n\(key)"
    if let line = firstLines[place], !repeatable.contains(String(key)) {
      throw ValueError(
        found: "`\(key)` a second time", expected: "it once only (it stands in line \(line))")
    }
    firstLines[place] = firstLines[place] ?? number
    entries.append(
      Entry(file: file, line: number, section: section, key: String(key), value: value))
  }

  private func sectionName(_ content: Substring) throws(ValueError) -> String {
    let header = withoutComment(content)
    let name = trimmed(header.dropFirst().dropLast())
    guard header.last == "]", isName(name) else {
      throw ValueError(found: quoted(content), expected: "a section such as `[name]`")
    }
    return String(name)
  }

  private func value(_ text: Substring) throws(ValueError) -> String {
    guard text.first == "\"" else { return String(withoutComment(text)) }
    var value = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      switch character {
      case "\"":
        let after = trimmed(rest)
        guard after.isEmpty || after.first == "#" else {
          throw ValueError(
            found: quoted(after) + " after the closing quote", expected: "the end of the line")
        }
        return value
      case "\\":
        guard let escaped = rest.popFirst(), let meaning = Self.escapes[escaped] else {
          throw ValueError(
            found: quoted(text), expected: #"`\"`, `\\`, `\n`, `\r` or `\t` after a `\`"#)
        }
        value.append(meaning)
      default: value.append(character)
      }
    }
    throw ValueError(found: quoted(text), expected: "a closing quote")
  }

  private static let escapes: [Character: Character] = [
    "\"": "\"", "\\": "\\", "n": "\n", "r": "\r", "t": "\t",
  ]
}

/// A value as it is written into a file: in quotes where it must be.
public func formatValue(_ value: String) -> String {
  let isPlain =
    value.first != "\"" && value.first != "#" && trimmed(value[...]).count == value.count
    && withoutComment(value[...]).count == value.count
    && !value.unicodeScalars.contains { $0.value < 0x20 }
  if isPlain { return value }
  var written = "\""
  for scalar in value.unicodeScalars {
    switch scalar {
    case "\0": continue  // No reader takes a NUL.
    case "\"": written += "\\\""
    case "\\": written += "\\\\"
    case "\n": written += "\\n"
    case "\r": written += "\\r"
    case "\t": written += "\\t"
    default: written.unicodeScalars.append(scalar)
    }
  }
  return written + "\""
}

/// The text of a line that is UTF-8 without NUL.
func validatedText(_ line: TextLine, file: String) throws(KeyValueError) -> String {
  let found: String
  if line.bytes.contains(0) {
    found = "a NUL byte"
  } else if let text = String(validating: line.bytes, as: UTF8.self) {
    return text
  } else {
    found = "bytes that are not UTF-8"
  }
  throw KeyValueError(
    file: file, line: line.number, reason: ValueError(found: found, expected: "text in UTF-8"))
}

func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

func trimmed(_ text: Substring) -> Substring {
  var text = text
  while let first = text.first, isBlank(first) { text.removeFirst() }
  while let last = text.last, isBlank(last) { text.removeLast() }
  return text
}

/// The text up to a `#` that stands at its start or after a blank, without the blanks before it.
private func withoutComment(_ text: Substring) -> Substring {
  var previousIsBlank = true
  for index in text.indices {
    if text[index] == "#", previousIsBlank { return trimmed(text[..<index]) }
    previousIsBlank = isBlank(text[index])
  }
  return text
}

private func isName(_ text: Substring) -> Bool {
  !text.isEmpty
    && text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
}
