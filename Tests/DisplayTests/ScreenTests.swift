// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing

@testable import Display

@Suite("Screens' memory")
struct ScreenTests {
  /// A screen in memory, read back by its own fields, bit by bit.
  private struct Memory {
    var bytes: [UInt8]
    let layout: ScreenLayout

    init(_ layout: ScreenLayout, size: Int) {
      self.layout = layout
      bytes = Array(repeating: 0xEE, count: size)
    }

    /// The colour of a pixel, each channel from 0 to 1.
    func color(_ x: Int, _ y: Int) -> [Double] {
      let start = layout.offset + y * layout.stride + x * layout.format.bytes
      var value = 0
      for byte in (0..<layout.format.bytes).reversed() {
        value = value << 8 | Int(bytes[start + byte])
      }
      return [layout.format.red, layout.format.green, layout.format.blue].map { field in
        let most = (1 << field.length) - 1
        return Double(value >> field.offset & most) / Double(most)
      }
    }

    mutating func draw(_ box: PixelBox, of picture: Picture, rotation: ScreenRotation) throws(Errno)
    {
      var bytes = bytes
      try ScreenEncoder(layout: layout, rotation: rotation).encode(box, of: picture) {
        (part, offset) throws(Errno) in
        for (index, byte) in part.enumerated() { bytes[offset + index] = byte }
      }
      self.bytes = bytes
    }
  }

  private static func format(
    _ bits: Int, _ red: (Int, Int), _ green: (Int, Int), _ blue: (Int, Int)
  ) -> PixelFormat? {
    PixelFormat(
      bits: bits, red: PixelFormat.Field(offset: red.0, length: red.1),
      green: PixelFormat.Field(offset: green.0, length: green.1),
      blue: PixelFormat.Field(offset: blue.0, length: blue.1))
  }

  private static let formats: [(name: String, format: PixelFormat?)] = [
    ("RGB565", format(16, (11, 5), (5, 6), (0, 5))),
    ("BGR565", format(16, (0, 5), (5, 6), (11, 5))),
    ("XRGB1555", format(16, (10, 5), (5, 5), (0, 5))),
    ("RGB888", format(24, (16, 8), (8, 8), (0, 8))),
    ("BGR888", format(24, (0, 8), (8, 8), (16, 8))),
    ("XRGB8888", format(32, (16, 8), (8, 8), (0, 8))),
    ("BGRX8888", format(32, (8, 8), (16, 8), (24, 8))),
    ("XBGR2101010", format(32, (0, 10), (10, 10), (20, 10))),
  ]

  /// A picture no two of whose pixels are alike.
  private func pattern(_ width: Int, _ height: Int) -> Picture {
    let picture = Picture(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        picture[x, y] =
          UInt32(x * 255 / max(1, width - 1)) << 16 | UInt32(y * 255 / max(1, height - 1)) << 8
          | UInt32((x * 37 + y * 91) % 256)
      }
    }
    return picture
  }

  /// Whether the screen shows the picture, turned, in a box of the picture, within half of a field's
  /// last bit; and no byte of anything else was touched.
  private func shows(
    _ memory: Memory, _ picture: Picture, _ box: PixelBox, _ rotation: ScreenRotation
  ) -> Bool {
    var touched: Set<Int> = []
    for y in box.rows {
      for x in box.columns {
        // In words: clockwise by a quarter, the upper left corner comes to the upper right.
        let place =
          switch rotation {
          case .none: (x, y)
          case .right: (picture.height - 1 - y, x)
          case .upsideDown: (picture.width - 1 - x, picture.height - 1 - y)
          case .left: (y, picture.width - 1 - x)
          }
        let format = memory.layout.format
        let start =
          memory.layout.offset + place.1 * memory.layout.stride + place.0 * format.bytes
        touched.formUnion(start..<start + format.bytes)
        let wanted = [picture[x, y] >> 16 & 255, picture[x, y] >> 8 & 255, picture[x, y] & 255]
        let fields = [format.red, format.green, format.blue]
        for (index, value) in memory.color(place.0, place.1).enumerated() {
          let step = 1 / Double((1 << fields[index].length) - 1)
          if abs(value - Double(wanted[index]) / 255) > step / 2 + 1e-9 { return false }
        }
      }
    }
    return memory.bytes.enumerated().allSatisfy { touched.contains($0) || $1 == 0xEE }
  }

  @Test(
    "each layout, odd stride, offset and rotation shows the picture, and touches nothing else",
    arguments: formats.map(\.name))
  func layouts(name: String) throws {
    let format = try #require(Self.formats.first { $0.name == name }?.format)
    for rotation in ScreenRotation.allCases {
      for (gap, xOffset, yOffset) in [(0, 0, 0), (3, 0, 0), (10, 2, 3)] {
        let (width, height) = (11, 7)
        let stride = (width + xOffset) * format.bytes + gap
        let size = (height + yOffset + 1) * stride
        let layout = try #require(
          ScreenLayout(
            width: width, height: height, stride: stride, xOffset: xOffset, yOffset: yOffset,
            size: size, format: format))
        let encoder = ScreenEncoder(layout: layout, rotation: rotation)
        let picture = pattern(encoder.pictureSize.width, encoder.pictureSize.height)
        for box in [picture.bounds, PixelBox(x: 2, y: 1, width: 4, height: 3)] {
          var memory = Memory(layout, size: size)
          try memory.draw(box, of: picture, rotation: rotation)
          #expect(
            shows(memory, picture, box, rotation), "\(rotation), stride \(stride), box \(box)")
        }
      }
    }
  }

  @Test("boxes beyond the picture, and pictures of another size, write nothing outside")
  func outside() throws {
    let format = try #require(Self.formats[0].format)
    let layout = try #require(
      ScreenLayout(width: 4, height: 4, stride: 8, size: 32, format: format))
    var memory = Memory(layout, size: 32)
    try memory.draw(PixelBox(x: 3, y: 3, width: 90, height: 90), of: pattern(4, 4), rotation: .none)
    #expect(memory.bytes.filter { $0 != 0xEE }.count <= 2)
    #expect(memory.bytes[30] != 0xEE || memory.bytes[31] != 0xEE)
    memory = Memory(layout, size: 32)
    try memory.draw(PixelBox(x: 0, y: 0, width: 5, height: 5), of: pattern(5, 5), rotation: .none)
    #expect(memory.bytes.allSatisfy { $0 == 0xEE })
  }

  @Test("numbers of a driver that can't be are refused, and never trap")
  func refused() throws {
    let format = try #require(Self.formats[0].format)
    #expect(ScreenLayout(width: 4, height: 4, stride: 8, size: 32, format: format) != nil)
    // Too short a row, too small a memory, an offset beyond it, no pixels, numbers beyond reason.
    #expect(ScreenLayout(width: 4, height: 4, stride: 7, size: 32, format: format) == nil)
    #expect(ScreenLayout(width: 4, height: 4, stride: 8, size: 31, format: format) == nil)
    #expect(
      ScreenLayout(width: 4, height: 4, stride: 8, yOffset: 1, size: 32, format: format) == nil)
    #expect(ScreenLayout(width: 0, height: 4, stride: 8, size: 32, format: format) == nil)
    let most = Int(UInt32.max)
    #expect(
      ScreenLayout(
        width: most, height: most, stride: most, xOffset: most, yOffset: most, size: most,
        format: format) == nil)
    for (bits, red) in [(8, (0, 3)), (16, (12, 5)), (32, (0, 0)), (32, (31, 8)), (15, (10, 5))] {
      #expect(Self.format(bits, red, (5, 5), (0, 5)) == nil, "\(bits) \(red)")
    }
  }

  @Test("screens are found by their driver's name, lamps apart, and by path")
  func finding() {
    let directory = TemporaryDirectory()
    for (entry, name) in [("fb0", "RPi-Sense FB"), ("fb2", "fb_ili9341"), ("fb10", "vc4drmfb")] {
      _ = try? Directory.make("\(directory.path)/\(entry)", mode: 0o700)
      _ = directory.file("\(entry)/name", "\(name)\n")
    }
    _ = try? Directory.make("\(directory.path)/fbcon", mode: 0o700)
    let finder = ScreenFinder(listing: directory.path, devices: "/dev")
    #expect(finder.all.map(\.number) == [0, 2, 10])
    #expect(finder.find(nil, isLamps: false)?.path == "/dev/fb2")
    #expect(finder.find(nil, isLamps: true)?.path == "/dev/fb0")
    #expect(finder.find("vc4drmfb", isLamps: false)?.path == "/dev/fb10")
    #expect(finder.find("ILI9341", isLamps: false)?.path == "/dev/fb2")
    #expect(finder.find("/dev/fb10", isLamps: false)?.name == "vc4drmfb")
    #expect(finder.find("/dev/other", isLamps: false)?.path == "/dev/other")
    #expect(finder.find("st7789", isLamps: false) == nil)
    #expect(finder.summary.contains("/dev/fb2 (fb_ili9341)"))
    let none = ScreenFinder(listing: "\(directory.path)/none", devices: "/dev")
    #expect(none.all.isEmpty && none.summary.contains("no framebuffer"))
  }
}
