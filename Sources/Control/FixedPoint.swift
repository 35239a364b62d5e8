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

/// So many bytes, in the unit that gives few digits.
func bytesText(_ bytes: Int64) -> String {
  let units: [(String, Double)] = [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)]
  for (unit, size) in units where Double(bytes) >= size {
    return "\(fixed(Double(bytes) / size, 1)) \(unit)"
  }
  return "\(bytes) bytes"
}

/// A time span of so many s, in the two units that say most: `42 s`, `5 min`, `3 h 12 min`, `12 d 3 h`.
func spanText(_ seconds: Double) -> String {
  guard seconds.isFinite, seconds < 1e9 else { return "\(seconds) s" }
  let seconds = Int(max(0, seconds))
  let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400)
  if days > 0 { return "\(days) d \(hours % 24) h" }
  if hours > 0 { return "\(hours) h \(minutes % 60) min" }
  return minutes > 0 ? "\(minutes) min" : "\(seconds) s"
}

/// A matrix of three rows as the configuration takes it, to three decimals: `0, -1, 0; 1, 0, 0; 0, 0, 1`.
func matrixText(_ elements: [Double]) -> String {
  stride(from: 0, to: elements.count, by: 3).map { start in
    numbersText(elements[start..<min(start + 3, elements.count)])
  }.joined(separator: "; ")
}

/// Numbers to three decimals, with commas between: `0, -1, 0.866`.
func numbersText(_ numbers: some Sequence<Double>) -> String {
  numbers.map { number -> String in
    let rounded = (number * 1000).rounded() / 1000
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }.joined(separator: ", ")
}
