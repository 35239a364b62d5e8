// SPDX-License-Identifier: MIT

internal import Posix

/// Where the files of a probe lie: in memory, if this computer has a place for them there.
let placeForFiles = isAccessible("/dev/shm", writing: true) ? "/dev/shm" : "/tmp"

/// The bytes of an input, taken one after the other as what a probe needs; zeros when they are used up.
struct Tape {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Whether nothing is left.
  var isOver: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  /// A number from 0 to `bound` − 1.
  mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

  /// Two bytes, the lower one first.
  mutating func short() -> UInt16 { UInt16(byte()) | UInt16(byte()) << 8 }

  /// A number that a driver or a device may give: mostly small, else an end of the range, else any.
  mutating func count() -> Int32 {
    let word = byte()
    switch word {
    case 255: return .max
    case 254: return .min
    case 253: return Int32(truncatingIfNeeded: UInt32(short()) | UInt32(short()) << 16)
    case 252: return Int32(Int16(bitPattern: short()))
    case 251: return .max - 1
    case 250: return .min + 1
    default: return Int32(word) - 100
    }
  }

  /// The bytes up to the next zero, as a text, of at most 80 bytes.
  mutating func text() -> String {
    let bytes = rest.prefix(80).prefix { $0 != 0 }
    rest = rest.dropFirst(bytes.count)
    if rest.first == 0 { rest = rest.dropFirst() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// As many bytes, with zeros where there are no more.
  mutating func take(_ count: Int) -> [UInt8] {
    let bytes = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
    return bytes + [UInt8](repeating: 0, count: count - bytes.count)
  }
}

/// Traps unless a text fits on one line and gives a terminal no order; nothing is in order.
func requirePlain(_ text: String?) {
  // Said in a build that is optimised, too.
  if let text, !isPlain(text) { fatalError("not plain: \(text.debugDescription)") }
}

/// Whether a text fits on one line and gives a terminal no order.
func isPlain(_ text: String) -> Bool {
  !text.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }
}
