// SPDX-License-Identifier: MIT

/// A number with a fixed count of digits after the point, right-aligned to `width`.
func fixed(_ value: Double, _ digits: Int, width: Int = 0) -> String {
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let scaled = (value * scale).rounded()
  var text: String
  if let whole = Int64(exactly: scaled) {
    text = String(whole.magnitude)
    while text.count <= digits { text = "0" + text }
    if digits > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -digits)) }
    if whole < 0 { text = "-" + text }
  } else {
    text = value.description
  }
  return String(repeating: " ", count: max(0, width - text.count)) + text
}

/// A matrix of three rows as the configuration takes it, to three decimals: `0, -1, 0; 1, 0, 0; 0, 0, 1`.
func matrixText(_ elements: [Double]) -> String {
  let texts = elements.map { element -> String in
    let rounded = (element * 1000).rounded() / 1000
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
  return stride(from: 0, to: texts.count, by: 3).map { start in
    texts[start..<min(start + 3, texts.count)].joined(separator: ", ")
  }.joined(separator: "; ")
}
