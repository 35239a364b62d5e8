// SPDX-License-Identifier: MIT

internal import CShims

@testable internal import Display

/// Draws on screens that say of themselves what an input has.
public enum ScreenProbe {
  /// Takes a framebuffer's layout that may be anything, and draws boxes of a picture on it.
  ///
  /// Traps where a promise isn't kept: whatever is written lies in the screen's memory, as far as its driver
  /// says that there is any, and within its rows; and each pixel is the one that is found one by one.
  ///
  /// - Returns: how many boxes were drawn.
  @discardableResult
  public static func draw(_ input: [UInt8]) -> Int {
    var tape = Tape(input)
    // What the lamps' driver says of their levels.
    let gamma = LampGamma((0..<32).map { input.indices.contains($0) ? input[$0] % 40 : 0 })
    precondition((-1...40).allSatisfy { gamma.level(for: $0) < 32 })
    guard let layout = ScreenLayout(screen(&tape)) else { return 0 }
    precondition(layout.width > 0 && layout.height > 0 && layout.offset >= 0)
    // What a picture of it would take, no input should.
    guard layout.width * layout.height <= 4096 else { return 0 }
    let rotation = ScreenRotation.allCases[tape.below(4)]
    let encoder = ScreenEncoder(layout: layout, rotation: rotation)
    let size = encoder.pictureSize
    let picture = Picture(width: size.width, height: size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        picture[x, y] = UInt32(x &* 0x03_0507 &+ y &* 0x0b_0d11) & 0xff_ffff
      }
    }
    var count = 0
    while count < 4, count == 0 || !tape.isOver {
      let box = PixelBox(
        x: Int(Int8(bitPattern: tape.byte())), y: Int(Int8(bitPattern: tape.byte())),
        width: tape.below(200), height: tape.below(200))
      draw(box, of: picture, encoder)
      count += 1
    }
    return count
  }

  private static func screen(_ tape: inout Tape) -> shim_screen {
    func number(_ usual: [UInt32]) -> UInt32 {
      let word = Int(tape.byte())
      switch word {
      case 255: return .max
      case 254: return UInt32(tape.short()) << 16 | UInt32(tape.short())
      case 253: return UInt32(tape.short())
      case 128...: return usual[word % usual.count]
      default: return UInt32(word)
      }
    }
    var screen = shim_screen()
    screen.is_packed_truecolor = tape.byte() == 0 ? 0 : 1
    screen.bits_per_pixel = number([16, 24, 32])
    screen.width = number([8, 64, 320, 16384])
    screen.height = number([8, 64, 240, 16384])
    screen.x_offset = number([0])
    screen.y_offset = number([0])
    screen.stride = number([
      screen.width &* (screen.bits_per_pixel / 8), screen.width &* 4 &+ 64,
    ])
    screen.size = number([screen.stride &* screen.height, 1 << 20, 1 << 31])
    screen.red_offset = number([16, 11])
    screen.red_length = number([8, 5])
    screen.green_offset = number([8, 5])
    screen.green_length = number([8, 6])
    screen.blue_offset = number([0])
    screen.blue_length = number([8, 5])
    return screen
  }

  private static func draw(_ box: PixelBox, of picture: Picture, _ encoder: ScreenEncoder) {
    let layout = encoder.layout
    var written = ScreenBytes(layout)
    encoder.encode(box, of: picture) { (bytes, offset) in
      for (index, byte) in bytes.enumerated() { written.put(byte, at: offset + index) }
    }
    let box = box.intersection(picture.bounds)
    var expected = ScreenBytes(layout)
    for y in box.rows {
      for x in box.columns {
        let place = encoder.rotation.place(x: x, y: y, width: picture.width, height: picture.height)
        let start = layout.offset + place.y * layout.stride + place.x * layout.format.bytes
        let color = picture[x, y]
        var value: UInt32 = 0
        for (field, shift) in [
          (layout.format.red, UInt32(16)), (layout.format.green, 8), (layout.format.blue, 0),
        ] {
          let most = (UInt32(1) << UInt32(field.length)) - 1
          let level = ((color >> shift & 255) * most + 127) / 255
          value |= level << UInt32(field.offset)
        }
        for byte in 0..<layout.format.bytes {
          expected.put(UInt8(truncatingIfNeeded: value >> UInt32(8 * byte)), at: start + byte)
        }
      }
    }
    // Where a pixel has more bits than its three fields, whatever else is in it is nobody's.
    precondition(written.values == expected.values, "\(layout) \(box)")
  }
}

/// The bytes of a screen's rows that were written.
private struct ScreenBytes {
  /// Row by row, without what lies between the rows; −1 where nothing was written.
  private(set) var values: [Int16]
  private let layout: ScreenLayout
  private let width: Int

  init(_ layout: ScreenLayout) {
    self.layout = layout
    width = layout.width * layout.format.bytes
    values = [Int16](repeating: -1, count: width * layout.height)
  }

  /// Puts a byte at an offset into the screen's memory; traps where there is no row.
  mutating func put(_ byte: UInt8, at offset: Int) {
    let (row, column) = (offset - layout.offset).quotientAndRemainder(dividingBy: layout.stride)
    precondition(offset >= layout.offset && row < layout.height && column < width)
    values[row * width + column] = Int16(byte)
  }
}
