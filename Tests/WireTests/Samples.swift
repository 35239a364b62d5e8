// SPDX-License-Identifier: MIT

import Support
import Wire

extension SplitMix64 {
  /// A finite double of any magnitude and sign, often a small whole number or a zero.
  mutating func double() -> Double {
    switch next() % 8 {
    case 0: return Double(Int64(bitPattern: next()) % 1000)
    case 1: return next() % 2 == 0 ? 0 : -0.0
    case 2: return Double(next() % 1_000_000_000) / 1000
    default:
      let value = Double(bitPattern: next())
      return value.isFinite ? value : double()
    }
  }

  mutating func integer() -> Int64 {
    let bits = Int(next() % 54)
    let magnitude = Int64(bits == 0 ? 0 : next() >> UInt64(64 - bits))
    return next() % 2 == 0 ? magnitude : -magnitude
  }

  /// A short text with all that needs escaping.
  mutating func text() -> String {
    let alphabet: [Unicode.Scalar] = [
      "\0", "\u{1}", "\n", "\r", "\t", "\u{1f}", "\"", "\\", "/", "{", ",", "a", " ", "\u{7f}",
      "é", "\u{2028}", "漢", "🎱", "\u{301}", "\u{10ffff}",
    ]
    var text = ""
    for _ in 0..<next() % 12 {
      text.unicodeScalars.append(alphabet[Int(next() % UInt64(alphabet.count))])
    }
    return text
  }

  mutating func maybe<Value>(_ value: (inout SplitMix64) -> Value) -> Value? {
    next() % 2 == 0 ? value(&self) : nil
  }
}

func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
