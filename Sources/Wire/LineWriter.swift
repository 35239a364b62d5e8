// SPDX-License-Identifier: MIT

/// Writes one JSON object as one line, without a tree and without a locale.
///
/// Members are written in the order of the calls. A required number that isn't finite is a
/// programmer's error and traps, as JSON has no word for it; an optional one is left out, since
/// what isn't known is absent.
struct LineWriter: TextOutputStream {
  private var bytes: [UInt8]
  /// Whether the next member or element is the first of its object or array.
  private var isFirst = true

  /// Appends to `bytes`.
  init(appendingTo bytes: consuming [UInt8]) { self.bytes = bytes }

  /// Ends the line and gives the buffer back.
  consuming func finish() -> [UInt8] {
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  // MARK: structure

  mutating func open() { begin(UInt8(ascii: "{")) }

  mutating func close() { end(UInt8(ascii: "}")) }

  mutating func openArray() { begin(UInt8(ascii: "[")) }

  mutating func closeArray() { end(UInt8(ascii: "]")) }

  /// Begins an object as an array's element.
  mutating func openElement() {
    separate()
    open()
  }

  mutating func key(_ key: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    literal(key)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  // MARK: members

  /// A member that is an object, with what `write` puts into it.
  mutating func object(_ name: StaticString, _ write: (inout LineWriter) -> Void) {
    key(name)
    open()
    write(&self)
    close()
  }

  mutating func member(_ name: StaticString, _ value: Double) {
    key(name)
    number(value)
  }

  mutating func member(_ name: StaticString, _ value: Double?) {
    if let value, value.isFinite { member(name, value) }
  }

  mutating func member(_ name: StaticString, _ value: Int64) {
    key(name)
    integer(value)
  }

  mutating func member(_ name: StaticString, _ value: Int64?) {
    if let value { member(name, value) }
  }

  mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    literal(value ? "true" : "false")
  }

  mutating func member(_ name: StaticString, _ value: String) {
    key(name)
    text(value)
  }

  /// A text of any length; keeping to a limit is the caller's.
  mutating func member(_ name: StaticString, whole value: String) {
    key(name)
    text(value, limit: nil)
  }

  mutating func member(_ name: StaticString, _ value: String?) {
    if let value { member(name, value) }
  }

  mutating func element(_ value: Double) {
    separate()
    number(value)
  }

  mutating func element(_ value: String) {
    separate()
    text(value)
  }

  // MARK: values

  /// The shortest digits that read back as the same double; whole numbers without their ".0".
  private mutating func number(_ value: Double) {
    precondition(value.isFinite, "a number on the wire must be finite")
    value.write(to: &self)
    let count = bytes.count
    // "-0.0" stays: "-0" would be read as the integer 0, and its sign would be lost.
    if bytes[count - 1] == UInt8(ascii: "0"), bytes[count - 2] == UInt8(ascii: "."),
      value != 0 || value.sign == .plus
    {
      bytes.removeLast(2)
    }
  }

  private mutating func integer(_ value: Int64) {
    var digits: (UInt64, UInt64, UInt32) = (0, 0, 0)
    var magnitude = value.magnitude
    withUnsafeMutableBytes(of: &digits) { buffer in
      // 19 digits and a sign at the most: 20 bytes.
      var index = buffer.count
      repeat {
        index -= 1
        buffer[index] = UInt8(ascii: "0") + UInt8(magnitude % 10)
        magnitude /= 10
      } while magnitude != 0
      if value < 0 {
        index -= 1
        buffer[index] = UInt8(ascii: "-")
      }
      bytes.append(contentsOf: buffer[index...])
    }
  }

  /// A quoted text, cut at a character where it would exceed so many bytes.
  private mutating func text(_ value: String, limit: Int? = Limits.text) {
    bytes.append(UInt8(ascii: "\""))
    let end = limit.map { bytes.count + $0 } ?? .max
    for scalar in value.unicodeScalars {
      let before = bytes.count
      escaped(scalar)
      if bytes.count > end {
        bytes.removeLast(bytes.count - before)
        break
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escaped(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": literal("\\\"")
    case "\\": literal("\\\\")
    case "\n": literal("\\n")
    case "\r": literal("\\r")
    case "\t": literal("\\t")
    // Those beyond ASCII too: on a terminal they begin orders as well as ESC does.
    case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
      literal("\\u00")
      bytes.append(hexadecimal(UInt8(scalar.value >> 4)))
      bytes.append(hexadecimal(UInt8(scalar.value & 15)))
    case _ where scalar.isASCII: bytes.append(UInt8(scalar.value))
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  private func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }

  private mutating func literal(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func begin(_ bracket: UInt8) {
    bytes.append(bracket)
    isFirst = true
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    isFirst = false
  }

  private mutating func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
  }

  // MARK: TextOutputStream, for Double.write(to:)

  mutating func write(_ string: String) { bytes.append(contentsOf: string.utf8) }

  // The standard library's own short cut past a String: without it numbers are only slower.
  // swift-format-ignore: NoLeadingUnderscores
  mutating func _writeASCII(_ buffer: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: buffer)
  }
}
