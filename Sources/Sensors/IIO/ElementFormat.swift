// SPDX-License-Identifier: MIT

/// How one element of a scan lies in memory: the kernel's `scan_elements/…_type`.
///
/// Such as `le:s12/16>>4`: a little-endian word of 16 bits, in whose upper 12 bits lies a signed
/// number. What the word holds besides is not data, whatever it looks like: HID sensors copy the
/// next axis there.
public struct ElementFormat: Equatable, Sendable {
  /// Whether the most significant byte comes first.
  public let isBigEndian: Bool
  /// Whether the number is a two's complement.
  public let isSigned: Bool
  /// The number's own width, 1 to 64.
  public let bits: Int
  /// The width of the word that holds it: 8, 16, 24, 32, 40, 48, 56 or 64.
  public let storageBits: Int
  /// How far the number lies to the left in the word.
  public let shift: Int
  /// How many such words the element has; the first one is read.
  public let count: Int

  /// Makes a format; nil when the number doesn't fit into its word.
  public init?(
    isBigEndian: Bool = false, isSigned: Bool, bits: Int, storageBits: Int, shift: Int = 0,
    count: Int = 1
  ) {
    // The kernel's drivers use whole bytes only; the bounds keep every later sum small.
    guard (8...64).contains(storageBits), storageBits % 8 == 0, (1...storageBits).contains(bits),
      (0...(storageBits - bits)).contains(shift), (1...256).contains(count)
    else { return nil }
    self.isBigEndian = isBigEndian
    self.isSigned = isSigned
    self.bits = bits
    self.storageBits = storageBits
    self.shift = shift
    self.count = count
  }

  /// The bytes of one word.
  var wordSize: Int { storageBits / 8 }
  /// The bytes of all words, to a multiple of which the element is aligned.
  var size: Int { wordSize * count }

  /// The number at `address`, of which `wordSize` bytes are read; any alignment will do.
  ///
  /// An unsigned number of 64 bits that is too large comes out negative: no sensor has one, and
  /// no timestamp will.
  func integer(at address: UnsafeRawPointer) -> Int64 {
    var word: UInt64 = 0
    for index in 0..<wordSize {
      let place = isBigEndian ? wordSize - 1 - index : index
      word |= UInt64(address.load(fromByteOffset: index, as: UInt8.self)) << UInt64(8 * place)
    }
    word >>= UInt64(shift)
    // Up to the left end, which takes off what isn't the number's, and down again with its sign.
    let unused = UInt64(64 - bits)
    word <<= unused
    return isSigned ? Int64(bitPattern: word) >> unused : Int64(bitPattern: word >> unused)
  }
}
