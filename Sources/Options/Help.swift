// SPDX-License-Identifier: MIT

extension OptionTable {
  /// The text of `--help`: at most 80 columns, where the placeholders allow it.
  public var help: String {
    var text = "Usage: \(program) [OPTION]..."
    if let operands { text += " \(operands)" }
    text += "\n\(summary)\n\n"
    for option in options {
      let head = (option.short.map { "  -\($0), " } ?? "      ") + option.synopsis
      var lines = wrapped(option.meaning, width: 79 - Self.column)[...]
      if head.count + 2 <= Self.column, let first = lines.popFirst() {
        text += head + spaces(Self.column - head.count) + first + "\n"
      } else {
        text += head + "\n"
      }
      for line in lines { text += spaces(Self.column) + line + "\n" }
    }
    if !closing.isEmpty { text += "\n\(closing)\n" }
    return text
  }

  /// Where the meanings begin.
  private static let column = 30

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  private func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
