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
