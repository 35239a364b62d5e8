// SPDX-License-Identifier: MIT

/// Text in lines of so many characters.
enum WrappedText {
  /// Breaks a text between words into lines no longer than `width`, and through a word that is longer
  /// by itself.
  ///
  /// An empty text is one empty line. Of more than `most` lines the last one ends in dots.
  static func lines(_ text: String, width: Int, most: Int = .max) -> [String] {
    let width = max(1, width)
    var lines: [String.UnicodeScalarView] = []
    for word in text.unicodeScalars.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1].append(" ")
        lines[lines.count - 1].append(contentsOf: word)
        continue
      }
      var rest = word[...]
      while !rest.isEmpty {
        lines.append(String.UnicodeScalarView(rest.prefix(width)))
        rest = rest.dropFirst(width)
      }
    }
    guard lines.count > max(1, most) else {
      return lines.isEmpty ? [""] : lines.map { String($0) }
    }
    var shown = lines.prefix(max(1, most)).map { String($0) }
    shown[shown.count - 1] =
      String(shown[shown.count - 1].prefix(max(0, width - 3))) + String("...".prefix(width))
    return shown
  }
}
