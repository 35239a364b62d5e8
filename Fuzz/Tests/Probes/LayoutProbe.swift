// SPDX-License-Identifier: MIT

internal import Posix

@testable internal import Sensors

/// Lays out the scans that a driver might describe, and reads their bytes.
public enum LayoutProbe {
  /// Reads scans of a layout, both from bytes that may be anything.
  ///
  /// Traps where a promise isn't kept: a format is taken exactly if the kernel could mean it; each element
  /// lies where the kernel's rule puts it, within the scan; and its number is the one that is found by
  /// going through the scan bit by bit.
  ///
  /// - Returns: how many numbers were read.
  @discardableResult
  public static func read(_ bytes: [UInt8]) -> Int {
    var tape = Tape(bytes)
    var elements: [(index: Int, format: ElementFormat)] = []
    for _ in 0..<tape.below(9) {
      let index = Int(tape.short() % 12)
      if let format = format(&tape) { elements.append((index, format)) }
    }
    let layout = ScanLayout(elements)
    let expected = places(of: elements)
    precondition(layout.size == expected.size)
    let axes = axes(of: elements, &tape)
    var clock = StampClock()
    var arrival: Int64 = 1 << 40
    var count = 0
    while !tape.isOver, count < 500, layout.size > 0 {
      let scan = tape.take(layout.size)
      for (index, place) in expected.places {
        guard let found = layout.place(ofIndex: index) else { preconditionFailure("no place") }
        precondition(found.offset == place.offset && found.format == place.format)
        precondition(found.fits(in: layout.size) && !found.fits(in: place.offset))
        let number = integer(found, in: scan)
        precondition(number == plainInteger(place.format, at: place.offset, in: scan))
        arrival += 1_000_000
        precondition(clock.date(number, arrival: arrival) <= arrival)
        count += 1
      }
      if let axes, let reader = AxesReader(axes, in: layout) {
        precondition(reader.fits(in: layout.size))
        let vector = scan.withUnsafeBytes { $0.baseAddress.map { reader.vector(in: $0) } }
        precondition(vector?.x.isNaN == false)
      }
    }
    return count
  }

  /// A format as a driver writes it, or something that is none.
  private static func format(_ tape: inout Tape) -> ElementFormat? {
    let flags = tape.byte()
    // Mostly numbers that could be meant; now and then any.
    let isAny = flags & 0xf0 == 0xf0
    let storage = isAny ? Int(tape.count()) : 8 * (1 + tape.below(8))
    let bits = isAny ? Int(tape.count()) : 1 + tape.below(66)
    let shift = isAny ? Int(tape.count()) : tape.below(65)
    let count = flags & 4 == 0 ? 1 : isAny ? Int(tape.count()) : 1 + tape.below(16)
    let format = ElementFormat(
      isBigEndian: flags & 1 == 1, isSigned: flags & 2 == 2, bits: bits, storageBits: storage,
      shift: shift, count: count)
    let isMeant =
      [8, 16, 24, 32, 40, 48, 56, 64].contains(storage) && bits >= 1 && bits <= storage
      && shift >= 0 && shift <= storage - bits && count >= 1 && count <= 256
    precondition((format != nil) == isMeant)
    return format
  }

  /// Three of the elements as axes.
  private static func axes(
    of elements: [(index: Int, format: ElementFormat)], _ tape: inout Tape
  ) -> SensorAxes? {
    guard elements.count >= 3 else { return nil }
    func axis() -> SensorAxes.Axis {
      let element = elements[tape.below(elements.count)]
      return SensorAxes.Axis(
        channel: IIOChannel(
          id: "a", quantity: .acceleration,
          scan: IIOChannel.Scan(index: element.index, format: element.format)),
        scale: Double(tape.count()) * 1e-3, offset: Double(tape.count()))
    }
    return SensorAxes(x: axis(), y: axis(), z: axis())
  }

  private static func integer(_ place: ScanLayout.Place, in scan: [UInt8]) -> Int64 {
    scan.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { preconditionFailure("an empty scan") }
      return place.integer(in: start)
    }
  }

  // MARK: The same once more, plainly

  /// Where the elements lie: Linux' iio_compute_scan_bytes(), drivers/iio/industrialio-buffer.c.
  private static func places(
    of elements: [(index: Int, format: ElementFormat)]
  ) -> (size: Int, places: [Int: (offset: Int, format: ElementFormat)]) {
    var places: [Int: (offset: Int, format: ElementFormat)] = [:]
    var (end, largest) = (0, 1)
    for index in 0..<12 {
      guard let element = elements.first(where: { $0.index == index }) else { continue }
      let length = element.format.storageBits / 8 * element.format.count
      while end % length != 0 { end += 1 }
      places[index] = (end, element.format)
      end += length
      largest = max(largest, length)
    }
    while end % largest != 0 { end += 1 }
    return (end, places)
  }

  /// The number, bit by bit: Documentation/ABI/testing/sysfs-bus-iio, scan_elements' type.
  private static func plainInteger(
    _ format: ElementFormat, at offset: Int, in scan: [UInt8]
  ) -> Int64 {
    let word = Array(scan[offset..<offset + format.storageBits / 8])
    let bytes = format.isBigEndian ? word.reversed() : word
    func bit(_ number: Int) -> Bool { bytes[number / 8] >> (number % 8) & 1 == 1 }
    var value: UInt64 = 0
    for place in 0..<64 {
      let isSet =
        place < format.bits
        ? bit(format.shift + place)
        : format.isSigned && bit(format.shift + format.bits - 1)
      if isSet { value |= 1 << UInt64(place) }
    }
    return Int64(bitPattern: value)
  }
}
