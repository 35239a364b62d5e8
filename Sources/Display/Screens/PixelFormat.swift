// SPDX-License-Identifier: MIT

/// How a screen stores a pixel: 16, 24 or 32 bits with a field for each colour, the lowest byte first.
struct PixelFormat: Hashable {
  /// A colour's place in a pixel.
  struct Field: Hashable {
    /// Its lowest bit.
    var offset: Int
    /// How many bits it has.
    var length: Int
  }

  let bytes: Int
  let red: Field
  let green: Field
  let blue: Field

  /// A format; nil for one that no screen should have.
  init?(bits: Int, red: Field, green: Field, blue: Field) {
    guard bits == 16 || bits == 24 || bits == 32 else { return nil }
    for field in [red, green, blue] {
      guard field.offset >= 0, (1...16).contains(field.length), field.offset + field.length <= bits
      else { return nil }
    }
    bytes = bits / 8
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Whether a pixel of a `Picture` is one of the screen's as it is.
  var isPicture: Bool {
    bytes == 4 && red == Field(offset: 16, length: 8) && green == Field(offset: 8, length: 8)
      && blue == Field(offset: 0, length: 8)
  }

  /// A channel's 256 values as they stand in a pixel, rounded to the field's bits.
  static func values(of field: Field) -> [UInt32] {
    let most = (1 << field.length) - 1
    return (0...255).map { UInt32((($0 * most + 127) / 255) << field.offset) }
  }
}
