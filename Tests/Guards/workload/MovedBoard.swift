// SPDX-License-Identifier: MIT

@testable import Daemon

/// Scans of a board that swings to and fro, 120 a second.
///
/// They lie ready, and each only gets its time before it is entered.
struct MovedBoard {
  private static let size = 24
  private static let period: Int64 = 8_333_333

  private var scans: [UInt8] = []
  private var next = 0
  private var time: Int64 = 0

  /// A board at its beginning.
  init() {
    for number in 0..<1000 {
      // Triangles in whole numbers, of about 6°, in 250 and 200 scans.
      let x = abs(number % 250 - 125) * 26 - 1625
      let y = abs(number % 200 - 100) * 33 - 1650
      for axis in [x, y, 16_300, y / 8, -x / 8, 7] {
        scans.append(UInt8(truncatingIfNeeded: axis))
        scans.append(UInt8(truncatingIfNeeded: axis >> 8))
      }
      scans += Array(repeating: 0xff, count: 12)
    }
  }

  /// Enters the next scan, 0.2 ms after it was taken.
  mutating func enter(_ probe: inout SampleProbe) {
    time += Self.period
    let offset = next
    next = (next + Self.size) % scans.count
    let stamp = time
    scans.withUnsafeMutableBytes { scans in
      // The kernel aligns a timestamp to its size, and so leaves a gap before it.
      scans.storeBytes(of: stamp.littleEndian, toByteOffset: offset + 16, as: Int64.self)
      let scan = UnsafeRawBufferPointer(rebasing: scans[offset..<(offset + Self.size)])
      probe.take(scan, arrival: stamp + 200_000)
    }
  }
}
