// SPDX-License-Identifier: MIT

/// What Cairo's built-in font can show of a text: ASCII.
///
/// Latin letters lose their marks (É becomes E, by the letter's name in Unicode), arrows become
/// words, and anything else a question mark.
func plainLetters(_ text: String) -> String {
  var plain = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x20...0x7E: plain.append(scalar)
    case 0x2018, 0x2019: plain.append("'")
    case 0x201C, 0x201D: plain.append("\"")
    case 0x2010...0x2015: plain.append("-")
    case 0xDF: plain.append(contentsOf: "ss".unicodeScalars)
    default: plain.append(contentsOf: baseLetter(of: scalar).unicodeScalars)
    }
  }
  return String(plain)
}

/// `LATIN SMALL LETTER E WITH ACUTE` is an e.
private func baseLetter(of scalar: Unicode.Scalar) -> String {
  guard let name = scalar.properties.name, name.hasPrefix("LATIN ") else { return "?" }
  let words = name.split(separator: " ")
  guard words.count >= 4, words[2] == "LETTER", words[3].unicodeScalars.count <= 2 else {
    return "?"
  }
  return words[1] == "SMALL" ? words[3].lowercased() : String(words[3])
}
