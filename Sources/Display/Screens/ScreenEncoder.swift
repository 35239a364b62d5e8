// SPDX-License-Identifier: MIT

/// Turns boxes of an upright picture into the bytes of a screen's rows.
struct ScreenEncoder {
  let layout: ScreenLayout
  let rotation: ScreenRotation
  private let red: [UInt32]
  private let green: [UInt32]
  private let blue: [UInt32]

  init(layout: ScreenLayout, rotation: ScreenRotation) {
    self.layout = layout
    self.rotation = rotation
    red = PixelFormat.values(of: layout.format.red)
    green = PixelFormat.values(of: layout.format.green)
    blue = PixelFormat.values(of: layout.format.blue)
  }

  /// The size of the picture that fills the screen.
  var pictureSize: (width: Int, height: Int) {
    rotation.isSideways ? (layout.height, layout.width) : (layout.width, layout.height)
  }

  /// Gives the bytes of a box, each screen row's with their place in the screen's memory.
  ///
  /// Rows that follow on each other in memory without a gap come as one.
  func encode<Failure: Error>(
    _ box: PixelBox, of picture: Picture,
    write: (UnsafeRawBufferPointer, _ offset: Int) throws(Failure) -> Void
  ) throws(Failure) {
    let box = box.intersection(picture.bounds)
    let size = pictureSize
    guard !box.isEmpty, picture.width == size.width, picture.height == size.height else { return }
    let onScreen = rotation.place(box, width: size.width, height: size.height)
    let pixel = layout.format.bytes
    let count = onScreen.width * pixel
    let start = layout.offset + onScreen.columns.lowerBound * pixel
    let isWhole = count == layout.stride
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: isWhole ? count * onScreen.height : count, alignment: 4)
    defer { bytes.deallocate() }
    for (index, row) in onScreen.rows.enumerated() {
      let part = UnsafeMutableRawBufferPointer(
        rebasing: isWhole ? bytes[index * count..<(index + 1) * count] : bytes[...])
      encode(row: row, onScreen.columns, of: picture, into: part)
      if !isWhole { try write(UnsafeRawBufferPointer(bytes), start + row * layout.stride) }
    }
    if isWhole {
      try write(
        UnsafeRawBufferPointer(bytes), start + onScreen.rows.lowerBound * layout.stride)
    }
  }

  private func encode(
    row: Int, _ columns: Range<Int>, of picture: Picture, into bytes: UnsafeMutableRawBufferPointer
  ) {
    // The picture's pixel of the row's first one, and the way from each to the next.
    let first: Int
    let step: Int
    switch rotation {
    case .none: (first, step) = (row * picture.width + columns.lowerBound, 1)
    case .right:
      // x on the screen is height − 1 − y of the picture.
      (first, step) = (
        (picture.height - 1 - columns.lowerBound) * picture.width + row, -picture.width
      )
    case .upsideDown:
      (first, step) = (
        (picture.height - 1 - row) * picture.width + picture.width - 1 - columns.lowerBound, -1
      )
    case .left:
      (first, step) = (
        columns.lowerBound * picture.width + picture.width - 1 - row, picture.width
      )
    }
    if step == 1, layout.format.isPicture {
      bytes.copyMemory(
        from: UnsafeRawBufferPointer(start: picture.pixels + first, count: 4 * columns.count))
      return
    }
    var source = first
    red.withUnsafeBufferPointer { red in
      green.withUnsafeBufferPointer { green in
        blue.withUnsafeBufferPointer { blue in
          for index in 0..<columns.count {
            let color = picture.pixels[source]
            let value =
              red[Int(color >> 16 & 255)] | green[Int(color >> 8 & 255)] | blue[Int(color & 255)]
            store(value, at: index, into: bytes)
            source += step
          }
        }
      }
    }
  }

  private func store(_ value: UInt32, at index: Int, into bytes: UnsafeMutableRawBufferPointer) {
    switch layout.format.bytes {
    case 2:
      bytes.storeBytes(
        of: UInt16(truncatingIfNeeded: value).littleEndian, toByteOffset: 2 * index,
        as: UInt16.self)
    case 3:
      for byte in 0..<3 {
        bytes[3 * index + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte)))
      }
    default:
      bytes.storeBytes(of: value.littleEndian, toByteOffset: 4 * index, as: UInt32.self)
    }
  }
}
