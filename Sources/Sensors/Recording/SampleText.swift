// SPDX-License-Identifier: MIT

internal import KeyValue

/// A sample as it stands in a recorded session: `t ax ay az`, or `t ax ay az gx gy gz`.
///
/// In s, m/s² and rad/s, with spaces between. Reading gives back what was written, bit for bit.
public enum SampleText {
  /// Appends a sample.
  public static func write(_ sample: Sample, to text: inout String) {
    writeSeconds(sample.time, to: &text)
    write(sample.acceleration, to: &text)
    if let rate = sample.angularVelocity { write(rate, to: &text) }
  }

  /// Appends a number: the shortest decimal that reads back to it; what isn't finite, as its bits.
  public static func write(_ number: Double, to text: inout String) {
    if number.isFinite {
      number.write(to: &text)
    } else {
      text += "0x\(String(number.bitPattern, radix: 16))"
    }
  }

  /// Appends a time in ns as seconds, with as many digits behind the point as it takes.
  static func writeSeconds(_ nanoseconds: Int64, to text: inout String) {
    let (seconds, fraction) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    if nanoseconds < 0 { text += "-" }
    text += "\(seconds)"
    if fraction == 0 { return }
    var digits = String(fraction)
    digits = String(repeating: "0", count: 9 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    text += ".\(digits)"
  }

  private static func write(_ vector: Vector3, to text: inout String) {
    for number in [vector.x, vector.y, vector.z] {
      text += " "
      write(number, to: &text)
    }
  }

  /// Reads a sample off the words that are left; nil unless they are one and nothing else.
  public static func sample(_ words: inout TextWords) -> Sample? {
    guard let time = words.seconds(), let force = words.vector() else { return nil }
    if words.isEmpty { return Sample(time: time, acceleration: force) }
    guard let rate = words.vector(), words.isEmpty else { return nil }
    return Sample(time: time, acceleration: force, angularVelocity: rate)
  }
}

/// The words of a line, between single spaces, taken from the front.
public struct TextWords {
  private var rest: UnsafeBufferPointer<UInt8>

  /// The words of these bytes, which must stay where they are for as long as this is used.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes }

  /// Whether all are taken.
  public var isEmpty: Bool { rest.isEmpty }

  /// Takes the next word's bytes; none at the end.
  public mutating func bytes() -> UnsafeBufferPointer<UInt8> {
    var length = 0
    while length < rest.count, rest[length] != UInt8(ascii: " ") { length += 1 }
    let word = UnsafeBufferPointer(rebasing: rest[..<length])
    rest = UnsafeBufferPointer(rebasing: rest[min(length + 1, rest.count)...])
    return word
  }

  /// Takes the next word; empty at the end.
  public mutating func word() -> String { String(decoding: bytes(), as: UTF8.self) }

  /// Takes all that is left.
  public mutating func remainder() -> String {
    defer { rest = UnsafeBufferPointer(rebasing: rest[rest.count...]) }
    return String(decoding: rest, as: UTF8.self)
  }

  /// Takes a whole number in its decimal digits; nil if it is none.
  public mutating func integer() -> Int64? {
    let word = bytes()
    guard let number = DecimalNumber(word), number.exponent == 0, number.isExact else { return nil }
    return number.scaled(byPowerOfTen: 0)
  }

  /// Takes a number as `SampleText` writes it; nil if it is none.
  public mutating func number() -> Double? {
    let word = bytes()
    if let value = parseDecimal(word) { return value }
    let text = String(decoding: word, as: UTF8.self)
    guard text.hasPrefix("0x"), let bits = UInt64(text.dropFirst(2), radix: 16) else { return nil }
    return Double(bitPattern: bits)
  }

  /// Takes a time in seconds; ns, or nil if it is none.
  mutating func seconds() -> Int64? {
    guard let number = DecimalNumber(bytes()) else { return nil }
    return RecordedClock.nanoseconds(.number(number), powerOfTen: 9)
  }

  /// Takes three numbers; nil if one of them is none.
  public mutating func vector() -> Vector3? {
    let (x, y, z) = (number(), number(), number())
    guard let x, let y, let z else { return nil }
    return Vector3(x, y, z)
  }
}
