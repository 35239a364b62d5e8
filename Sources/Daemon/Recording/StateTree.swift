// SPDX-License-Identifier: MIT

internal import KeyValue

/// A state as names within names, with texts at the ends: what lies between Swift's Codable and the
/// lines of a recording's state block.
///
/// A line is `session.world.step = 12`; a name under which there is nothing is `session.playlist = {}`.
/// Real numbers stand as their 64 bits, so that they are exact; texts in quotes.
final class StateTree {
  /// The text at this end; nil where other names are below, or nothing is.
  var value: String?
  /// The line that it was read from; 0 for one that is to be written.
  let line: Int
  /// Whether somebody has asked for it.
  var isRead = false
  private(set) var names: [String] = []
  private var children: [String: StateTree] = [:]

  init(line: Int = 0) { self.line = line }

  subscript(name: String) -> StateTree? { children[name] }

  /// Puts an end below this one, or finds it.
  func child(_ name: String, line: Int = 0) -> StateTree {
    if let child = children[name] { return child }
    let child = StateTree(line: line)
    children[name] = child
    names.append(name)
    return child
  }

  // MARK: Text

  /// Appends the lines of all that is below, in their order.
  func write(to text: inout String, under path: String = "") {
    if let value {
      text += "\(path) = \(value)\n"
    } else if names.isEmpty, !path.isEmpty {
      text += "\(path) = {}\n"
    }
    for name in names {
      children[name]?.write(to: &text, under: path.isEmpty ? name : "\(path).\(name)")
    }
  }

  /// Takes in a line.
  func take(_ text: String, line: Int) throws(ValueError) {
    guard let equals = text.firstIndex(of: "=") else {
      throw ValueError(found: quoted(text), expected: "a name, `=` and a value")
    }
    let path = text[..<equals].split(separator: " ", omittingEmptySubsequences: true)
    let names = path.first?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    guard path.count == 1, !names.contains(""), names.count <= Self.largestDepth else {
      throw ValueError(found: quoted(text), expected: "names with points between, `=` and a value")
    }
    var tree = self
    for name in names { tree = tree.child(String(name), line: line) }
    guard tree.value == nil, tree.names.isEmpty, tree !== self, !tree.isRead else {
      throw ValueError(found: "\(path[0]) again", expected: "each name once")
    }
    let value = text[text.index(after: equals)...].drop { $0 == " " }
    // Marked, so that the same empty name can't come twice.
    if value == "{}" { tree.isRead = true } else { tree.value = String(value) }
  }

  /// Forgets what was asked for so far.
  func markUnread() {
    isRead = false
    for child in children.values { child.markUnread() }
  }

  /// The first name with a value that nobody has asked for, and its line.
  func firstUnread(under path: String = "") -> (path: String, line: Int)? {
    if value != nil, !isRead { return (path, line) }
    for name in names {
      if let found = children[name]?.firstUnread(under: path.isEmpty ? name : "\(path).\(name)") {
        return found
      }
    }
    return nil
  }

  /// No state is nested so deeply.
  private static let largestDepth = 32
}

/// How single values stand in a recording's state block.
enum StateValue {
  /// A whole number beyond this is refused: no time or count comes near, and sums stay within 64 bits.
  static let largestInteger: Int64 = 4_500_000_000_000_000_000
  /// A real number beyond this is refused: nothing that is measured or concluded comes near.
  static let largestReal = 1e15

  static func text(_ value: Double) -> String {
    let digits = String(value.bitPattern, radix: 16)
    return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  static func real(_ text: String) -> Double? {
    guard text.hasPrefix("0x"), text.utf8.count == 18,
      let bits = UInt64(text.dropFirst(2), radix: 16)
    else { return nil }
    let value = Double(bitPattern: bits)
    // Written so that NaN fails.
    return value.magnitude <= largestReal ? value : nil
  }

  static func integer(_ text: String) -> Int64? {
    guard let value = Int64(text), value.magnitude <= largestInteger.magnitude else { return nil }
    return value
  }

  /// A text in quotes, on one line.
  static func text(quoting text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// What stands in the quotes; nil if it isn't so written.
  static func string(_ text: some StringProtocol) -> String? {
    var result = ""
    var isEscaped = false
    let scalars = text.unicodeScalars
    guard scalars.count >= 2, scalars.first == "\"", scalars.last == "\"" else { return nil }
    for scalar in scalars.dropFirst().dropLast() {
      if isEscaped {
        isEscaped = false
        switch scalar {
        case "n": result += "\n"
        case "r": result += "\r"
        case "\"", "\\": result.unicodeScalars.append(scalar)
        default: return nil
        }
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" {
        return nil
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return isEscaped ? nil : result
  }
}
