// SPDX-License-Identifier: MIT

internal import CShims

/// Where a screen's pixels lie in its memory.
///
/// Drivers differ: everything is taken from what they say.
struct ScreenLayout: Hashable {
  let width: Int
  let height: Int
  /// Bytes from one row to the next.
  let stride: Int
  /// Where the first pixel is, in bytes.
  let offset: Int
  let format: PixelFormat

  /// A layout in a memory of `size` bytes; nil if it wouldn't fit in there.
  init?(
    width: Int, height: Int, stride: Int, xOffset: Int = 0, yOffset: Int = 0, size: Int,
    format: PixelFormat
  ) {
    let sides = 1...Picture.longestSide
    guard sides.contains(width), sides.contains(height), (0...(1 << 20)).contains(stride),
      (0...(1 << 20)).contains(xOffset), (0...(1 << 20)).contains(yOffset)
    else { return nil }
    let offset = yOffset * stride + xOffset * format.bytes
    guard (xOffset + width) * format.bytes <= stride,
      offset + (height - 1) * stride + width * format.bytes <= size
    else { return nil }
    (self.width, self.height, self.stride) = (width, height, stride)
    (self.offset, self.format) = (offset, format)
  }

  /// What a driver says; nil for a screen with a palette, with planes, or with numbers that can't be.
  init?(_ screen: shim_screen) {
    guard screen.is_packed_truecolor != 0,
      let format = PixelFormat(
        bits: Int(screen.bits_per_pixel),
        red: PixelFormat.Field(offset: Int(screen.red_offset), length: Int(screen.red_length)),
        green: PixelFormat.Field(
          offset: Int(screen.green_offset), length: Int(screen.green_length)),
        blue: PixelFormat.Field(offset: Int(screen.blue_offset), length: Int(screen.blue_length)))
    else { return nil }
    self.init(
      width: Int(screen.width), height: Int(screen.height), stride: Int(screen.stride),
      xOffset: Int(screen.x_offset), yOffset: Int(screen.y_offset), size: Int(screen.size),
      format: format)
  }
}
