// SPDX-License-Identifier: MIT

internal import KeyValue

/// Reads what evemu-record writes of an accelerometer's events: evemu 1.0 to 1.3.
///
/// Lines (evemu's README): `# EVEMU x.y` first (1.0 hadn't it), `N:` name, `P:` property bits, `B:`
/// event bits, `A:` an axis with its resolution (since 1.2), `E:` an event; comments, and `I:`, `L:`
/// and `S:`, say nothing here. The resolution is in counts per g, of the gyro's axes in counts per
/// degree a second (the kernel's Documentation/input/event-codes.rst, INPUT_PROP_ACCELEROMETER).
struct EvemuFormat: RecordingFormat {
  private let file: String
  private var isFirstLine = true
  private var isAccelerometer = false
  private var hasKeys = false
  private var propertyLines = 0
  /// The counts per g, or per degree a second, of ABS_X to ABS_RZ.
  private var resolutions = [Double?](repeating: nil, count: EvdevFrames.axisCount)
  private var frames: EvdevFrames?
  private var headerLine = 1

  /// Whether a file that begins so is evemu's.
  static func begins(with line: TextLine) -> Bool {
    line.number == 1
      && ["# EVEMU ", "N: ", "E: "].contains { line.bytes.starts(with: $0.utf8) }
  }

  init(file: String) { self.file = file }

  var meaning: RecordedMeaning {
    RecordedMeaning(
      format: "evemu", line: headerLine, time: .nanoseconds, acceleration: .gravities,
      angularVelocity: .degreesPerSecond)
  }

  mutating func take(_ line: TextLine, into rows: inout RecordedRows) throws(RecordingError) {
    do throws(ValueError) {
      try takeLine(line, into: &rows)
    } catch {
      // Else it is a line that was being written when the plug was pulled.
      guard !line.isTerminated, frames != nil else {
        throw self.error(line.number, error.description)
      }
      rows.truncatedLines += 1
    }
  }

  func finish() throws(RecordingError) {
    guard let frames else {
      throw error(headerLine, "found no event, expected those of an accelerometer")
    }
    if let name = frames.missingAxis {
      throw error(
        headerLine, "found no event of \(name), expected readings of all three axes")
    }
  }

  private mutating func takeLine(
    _ line: TextLine, into rows: inout RecordedRows
  ) throws(ValueError) {
    defer { isFirstLine = false }
    let bytes = line.bytes
    if isFirstLine, bytes.starts(with: "# EVEMU ".utf8) { return try takeVersion(bytes) }
    guard bytes.count >= 2, bytes[1] == UInt8(ascii: ":") else {
      // Comments, and blank lines.
      if bytes.first == nil || bytes[0] == UInt8(ascii: "#") || bytes[0] <= 0x20 { return }
      throw ValueError(
        found: quoted(String(decoding: bytes, as: UTF8.self)), expected: "a line of evemu's")
    }
    if bytes[0] == UInt8(ascii: "E") { return try takeEvent(line, into: &rows) }
    headerLine = line.number
    var words = Words(bytes, from: 2)
    switch bytes[0] {
    case UInt8(ascii: "P"):
      // Eight bytes a line, the lowest bits first.
      if propertyLines == 0, let first = words.hexadecimal() { isAccelerometer = first & 0x40 != 0 }
      propertyLines += 1
    case UInt8(ascii: "B"):
      guard let type = words.hexadecimal() else { throw malformed(bytes) }
      while type == 1, let bits = words.hexadecimal() { hasKeys = hasKeys || bits != 0 }
    case UInt8(ascii: "A"):
      guard let code = words.hexadecimal(), words.integer() != nil, words.integer() != nil,
        words.integer() != nil, words.integer() != nil
      else { throw malformed(bytes) }
      if Int(code) < resolutions.count, let resolution = words.integer(), resolution > 0 {
        resolutions[Int(code)] = Double(resolution)
      }
    case UInt8(ascii: "N"), UInt8(ascii: "I"), UInt8(ascii: "L"), UInt8(ascii: "S"): break
    default: throw malformed(bytes)
    }
  }

  private func takeVersion(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueError) {
    var words = Words(bytes, from: 7)
    let version = words.text()
    guard ["1.0", "1.1", "1.2", "1.3"].contains(version) else {
      throw ValueError(found: "evemu's version \(quoted(version))", expected: "1.0 to 1.3")
    }
  }

  private mutating func takeEvent(
    _ line: TextLine, into rows: inout RecordedRows
  ) throws(ValueError) {
    if frames == nil { frames = EvdevFrames(resolutions: try readableResolutions()) }
    var words = Words(line.bytes, from: 2)
    guard let time = DecimalNumber(words.next())?.scaled(byPowerOfTen: 6),
      let type = words.hexadecimal(), let code = words.hexadecimal(), let value = words.integer()
    else { throw malformed(line.bytes) }
    let outcome = frames?.take(type: type, code: code, value: value, microseconds: time)
    switch outcome {
    case .frame(let frame):
      rows.rows.append(
        RecordedRow(
          time: .nanoseconds(frame.nanoseconds), line: line.number,
          acceleration: frame.acceleration, angularVelocity: frame.angularVelocity))
    case .dropped: rows.droppedFrames += 1
    case .incomplete, nil: break
    }
  }

  /// The resolutions, if this is an accelerometer that tells its scale.
  private func readableResolutions() throws(ValueError) -> [Double?] {
    // Old drivers have no property: three axes and no key is what udev takes for one, too.
    guard isAccelerometer || !hasKeys else {
      throw ValueError(
        found: "the events of a device with keys or buttons",
        expected: "an accelerometer's (a gamepad has it in a device of its own)")
    }
    guard resolutions[..<3].allSatisfy({ $0 != nil }) else {
      throw ValueError(
        found: "axes without a resolution",
        expected: "ABS_X, ABS_Y and ABS_Z with their counts per g: record with evemu 1.2 or later"
          + ", from a driver that gives them")
    }
    return isAccelerometer ? resolutions : resolutions[..<3] + [nil, nil, nil]
  }

  private func malformed(_ bytes: UnsafeBufferPointer<UInt8>) -> ValueError {
    let kinds = ["E": "`E: seconds.microseconds type code value`", "A": "`A: code` and numbers"]
    let kind = String(decoding: bytes.prefix(1), as: UTF8.self)
    return ValueError(
      found: quoted(String(decoding: bytes, as: UTF8.self)),
      expected: kinds[kind] ?? "a line of evemu's")
  }

  private func error(_ line: Int, _ reason: String) -> RecordingError {
    RecordingError(kind: .notUnderstood, file: file, line: line, reason: reason)
  }
}

/// The words of a line, with blanks between them.
private struct Words {
  private var rest: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    rest = UnsafeBufferPointer(rebasing: bytes[min(start, bytes.count)...])
  }

  /// The next word; empty behind the last.
  mutating func next() -> UnsafeBufferPointer<UInt8> {
    var start = 0
    while start < rest.count, rest[start] <= 0x20 { start += 1 }
    var end = start
    while end < rest.count, rest[end] > 0x20 { end += 1 }
    let word = UnsafeBufferPointer(rebasing: rest[start..<end])
    rest = UnsafeBufferPointer(rebasing: rest[end...])
    return word
  }

  mutating func text() -> String { String(decoding: next(), as: UTF8.self) }

  /// A number in base 16 of one to four digits.
  mutating func hexadecimal() -> UInt16? {
    let word = next()
    guard (1...4).contains(word.count) else { return nil }
    var value: UInt16 = 0
    for byte in word {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }

  /// An integer of 32 bits: an event's value, which some write without its sign.
  mutating func integer() -> Int32? {
    guard let number = DecimalNumber(next()), let value = number.scaled(byPowerOfTen: 0) else {
      return nil
    }
    return Int32(exactly: value) ?? UInt32(exactly: value).map { Int32(bitPattern: $0) }
  }
}
