// SPDX-License-Identifier: MIT

/// A text from elsewhere, fit to be printed on one line of a terminal.
///
/// Characters that would break the line or give the terminal an order (C0, DEL and C1 controls) are
/// replaced by U+FFFD.
public func plainText(_ text: String) -> String {
  var line = ""
  for scalar in text.unicodeScalars {
    let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
    line.unicodeScalars.append(isControl ? "\u{fffd}" : scalar)
  }
  return line
}

/// What somebody has given, quoted in a message: its first 40 characters, and `…` for what follows.
public func excerpt(_ text: String) -> String {
  let start = text.prefix(40)
  return "'\(plainText(String(start)))\(start.endIndex == text.endIndex ? "" : "…")'"
}
