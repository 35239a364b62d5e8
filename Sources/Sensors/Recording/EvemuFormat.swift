// SPDX-License-Identifier: MIT

internal import KeyValue

/// Reads what evemu-record writes of an accelerometer's events: evemu 1.0 to 1.3.
///
/// Lines (evemu's README): `# EVEMU x.y` first (1.0 hadn't it), `N:` name, `I:` bus, vendor and
/// product, `P:` property bits, `B:` event bits, `A:` an axis with its bounds and (since 1.2) its
/// resolution, `E:` an event; comments, and `L:` and `S:`, say nothing here. What the device is, and
/// what its events mean, is found as for a live one: `InputRole`, `MotionDecoder`.
struct EvemuFormat: RecordingFormat {
  private let file: String
  private var isFirstLine = true
  private var device = InputDevice(path: "", name: "")
  private var propertyLines = 0
  /// The bytes of the `B:` lines so far, by type.
  private var bytes: [UInt16: Int] = [:]
  private var motion: RecordedMotion?
  private var headerLine = 1
  private var conclusions: [String] = []

  /// Whether a file that begins so is evemu's.
  static func begins(with line: TextLine) -> Bool {
    line.number == 1
      && ["# EVEMU ", "N: ", "E: "].contains { line.bytes.starts(with: $0.utf8) }
  }

  init(file: String) { self.file = file }

  var meaning: RecordedMeaning {
    RecordedMeaning(
      format: "evemu", line: headerLine, time: .nanoseconds,
      acceleration: .metresPerSecondSquared, angularVelocity: .radiansPerSecond,
      conclusions: conclusions)
  }

  mutating func take(_ line: TextLine, into rows: inout RecordedRows) throws(RecordingError) {
    do throws(ValueError) {
      try takeLine(line, into: &rows)
    } catch {
      // Else it is a line that was being written when the plug was pulled.
      guard !line.isTerminated, motion != nil else {
        throw self.error(line.number, error.description)
      }
      rows.truncatedLines += 1
    }
  }

  func finish() throws(RecordingError) {
    guard let motion else {
      throw error(headerLine, "found no event, expected those of an accelerometer")
    }
    if let code = motion.missingAxis {
      throw error(
        headerLine,
        "found no event of \(Self.axisName(code)), expected readings of all three axes")
    }
  }

  private static func axisName(_ code: UInt16) -> String {
    let names = ["ABS_X", "ABS_Y", "ABS_Z", "ABS_RX", "ABS_RY", "ABS_RZ"]
    return names.indices.contains(Int(code)) ? names[Int(code)] : "axis \(code)"
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
    case UInt8(ascii: "N"):
      // To the line's end, blanks and all.
      device.name = String(decoding: bytes.dropFirst(2).drop { $0 <= 0x20 }, as: UTF8.self)
    case UInt8(ascii: "I"):
      _ = words.hexadecimal()
      device.vendor = words.hexadecimal() ?? 0
      device.product = words.hexadecimal() ?? 0
    case UInt8(ascii: "P"):
      // Eight bytes a line, the lowest bits first.
      if propertyLines == 0, let first = words.hexadecimal() {
        device.isMarkedAccelerometer = first & 1 << InputCode.accelerometer != 0
      }
      propertyLines += 1
    case UInt8(ascii: "B"):
      guard let type = words.hexadecimal() else { throw malformed(bytes) }
      takeBits(of: type, &words)
    case UInt8(ascii: "A"):
      guard let code = words.hexadecimal(), let minimum = words.integer(),
        let maximum = words.integer(), let fuzz = words.integer(), let flat = words.integer()
      else { throw malformed(bytes) }
      device.axes[code] = InputDevice.Axis(
        minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat,
        resolution: words.integer() ?? 0)
    case UInt8(ascii: "L"), UInt8(ascii: "S"): break
    default: throw malformed(bytes)
    }
  }

  /// Takes the keys that a `B:` line tells; it goes on where the last one of its type ended.
  private mutating func takeBits(of type: UInt16, _ words: inout Words) {
    while let byte = words.hexadecimal() {
      let first = 8 * bytes[type, default: 0]
      // Whoever has more of them than the kernel knows is no accelerometer either.
      guard first < 1 << 15 else { return }
      bytes[type, default: 0] += 1
      guard type == InputCode.key else { continue }
      for bit in 0..<8 where byte & 1 << bit != 0 { device.keys.insert(UInt16(first + bit)) }
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
    if motion == nil { motion = try motionOfDevice() }
    var words = Words(line.bytes, from: 2)
    guard let time = DecimalNumber(words.next())?.scaled(byPowerOfTen: 9),
      let type = words.hexadecimal(), let code = words.hexadecimal(), let value = words.integer()
    else { throw malformed(line.bytes) }
    guard (-RecordedClock.largest...RecordedClock.largest).contains(time) else {
      throw ValueError(
        found: "an event \(time / 1_000_000_000) s from the clock's zero",
        expected: "a time within 126 years of it")
    }
    let event = InputEvent(time: time, type: type, code: code, value: value)
    switch motion?.take(event) {
    case .sample(let sample):
      rows.rows.append(
        RecordedRow(
          time: .nanoseconds(sample.time), line: line.number,
          acceleration: sample.acceleration, angularVelocity: sample.angularVelocity))
    case .dropped: rows.droppedFrames += 1
    case .incomplete, nil: break
    }
  }

  /// How the device's events are read, if it is an accelerometer that tells its scale.
  private mutating func motionOfDevice() throws(ValueError) -> RecordedMotion {
    // Old drivers have no property: three axes and no key is what udev takes for one, too.
    device.surroundings.isAccelerometer = device.keys.isEmpty
    switch InputRole(of: device) {
    case .accelerometer(let layout, let found):
      if found.mounting != .identity { conclusions.append("axes turned: \(found.origin)") }
      return RecordedMotion(layout, found.mounting)
    case .unusable:
      throw ValueError(
        found: "axes without a resolution",
        expected: "ABS_X, ABS_Y and ABS_Z with their counts per g: record with evemu 1.2 or later"
          + ", from a driver that gives them")
    case .stick, .keyboard, .none:
      throw ValueError(
        found: device.keys.isEmpty
          ? "the events of a device that is no accelerometer"
          : "the events of a device with keys or buttons",
        expected: "an accelerometer's (a gamepad has it in a device of its own)")
    }
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
