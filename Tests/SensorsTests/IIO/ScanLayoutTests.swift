// SPDX-License-Identifier: MIT

import Sensors
import Support
import Testing

@Suite("the layout of a scan") struct ScanLayoutTests {
  /// One element of a made-up scan: its format, and the number in it.
  private struct Element {
    var index: Int
    var format: ElementFormat
    var value: Int64
  }

  /// Writes a scan bit by bit, as the kernel's documents describe it, knowing nothing of the code
  /// under test: the bits around a number are noise.
  private func write(_ elements: [Element], _ random: inout SplitMix64) -> [UInt8] {
    var bytes: [UInt8] = []
    var largest = 1
    func pad(to size: Int) {
      while bytes.count % size != 0 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
    }
    for element in elements.sorted(by: { $0.index < $1.index }) {
      let format = element.format
      let width = format.storageBits / 8
      largest = max(largest, width * format.count)
      pad(to: width * format.count)
      for repetition in 0..<format.count {
        // Bits of the word, the least significant first.
        var bits = (0..<format.storageBits).map { _ in Bool.random(using: &random) }
        if repetition == 0 {
          for bit in 0..<format.bits {
            bits[format.shift + bit] = (element.value >> Int64(min(bit, 63))) & 1 == 1
          }
        }
        let word = (0..<width).map { byte in
          (0..<8).reduce(UInt8(0)) { $0 | (bits[8 * byte + $1] ? 1 << UInt8($1) : 0) }
        }
        bytes += format.isBigEndian ? word.reversed() : word
      }
    }
    pad(to: largest)
    return bytes
  }

  private func value(of format: ElementFormat, _ random: inout SplitMix64) -> Int64 {
    let width = Int64(format.bits)
    let low = format.isSigned ? Int64.min >> (64 - width) : 0
    let high = format.isSigned ? ~low : width >= 63 ? .max : (1 << width) - 1
    let edges = [low, high, 0, -1, 1].filter { (low...high).contains($0) }
    return Bool.random(using: &random)
      ? edges.randomElement(using: &random) ?? 0 : Int64.random(in: low...high, using: &random)
  }

  private func decoded(_ elements: [Element], _ bytes: [UInt8]) -> [Int64?] {
    let layout = ScanLayout(elements.map { ($0.index, $0.format) })
    #expect(layout.size == bytes.count)
    return bytes.withUnsafeBytes { scan in
      elements.map { element in
        scan.baseAddress.flatMap { layout.place(ofIndex: element.index)?.integer(in: $0) }
      }
    }
  }

  @Test("each format of 8 to 64 bits gives its number back, with noise all around it")
  func everyFormat() throws {
    var random = SplitMix64(seed: 1)
    var formats = 0
    for storage in [8, 16, 24, 32, 40, 48, 56, 64] {
      for bits in 1...storage {
        for shift in 0...(storage - bits) {
          for isSigned in [true, false] {
            for isBigEndian in [true, false] {
              let format = try #require(
                ElementFormat(
                  isBigEndian: isBigEndian, isSigned: isSigned, bits: bits, storageBits: storage,
                  shift: shift, count: formats % 4 + 1))
              formats += 1
              let element = Element(index: 0, format: format, value: value(of: format, &random))
              let bytes = write([element], &random)
              let got = decoded([element], bytes)
              if got != [element.value] {
                Issue.record("\(format): \(element.value) came out as \(got), from \(bytes)")
                return
              }
            }
          }
        }
      }
    }
    #expect(formats == 4 * [8, 16, 24, 32, 40, 48, 56, 64].map { $0 * ($0 + 1) / 2 }.reduce(0, +))
  }

  @Test("ten thousand scans of random elements, listed in any order, come out as they went in")
  func anyScan() throws {
    var random = SplitMix64(seed: 2)
    for number in 0..<10_000 {
      let indices = Array(0..<12).shuffled(using: &random).prefix(
        Int.random(in: 1...7, using: &random))
      let elements = try indices.map { index in
        let storage = 8 * Int.random(in: 1...8, using: &random)
        let bits = Int.random(in: 1...storage, using: &random)
        let format = try #require(
          ElementFormat(
            isBigEndian: Bool.random(using: &random), isSigned: Bool.random(using: &random),
            bits: bits, storageBits: storage,
            shift: Int.random(in: 0...(storage - bits), using: &random),
            count: [1, 1, 1, 2, 3, 4].randomElement(using: &random) ?? 1))
        return Element(index: index, format: format, value: value(of: format, &random))
      }
      let bytes = write(elements, &random)
      let got = decoded(elements, bytes)
      if got != elements.map(\.value) {
        Issue.record("scan \(number), \(elements): got \(got), from \(bytes)")
        return
      }
    }
  }

  @Test("the timestamp of three 16-bit axes lies at byte 8, of three 32-bit ones at 16")
  func timestamp() throws {
    let short = try #require(ElementFormat(isSigned: true, bits: 16, storageBits: 16))
    let long = try #require(ElementFormat(isSigned: true, bits: 32, storageBits: 32))
    let stamp = try #require(ElementFormat(isSigned: true, bits: 64, storageBits: 64))
    for (axis, offset, size) in [(short, 8, 16), (long, 16, 24)] {
      let layout = ScanLayout([(3, stamp), (1, axis), (0, axis), (2, axis)])
      #expect(layout.place(ofIndex: 3)?.offset == offset)
      #expect(layout.place(ofIndex: 1)?.offset == axis.storageBits / 8)
      #expect(layout.size == size)
      #expect(layout.place(ofIndex: 4) == nil)
    }
  }

  @Test("in le:s16/32>>0 the upper half is another axis's, not the sign: 69 fc 69 fc is −919")
  func paddingBits() throws {
    let format = try #require(ElementFormat(isSigned: true, bits: 16, storageBits: 32))
    let element = Element(index: 0, format: format, value: -919)
    #expect(decoded([element], [0x69, 0xfc, 0x69, 0xfc]) == [-919])
  }

  @Test("in le:s12/16>>4 the sign lies in the upper bits, and be: turns the bytes")
  func shifted() throws {
    for (isBigEndian, bytes) in [(false, [0x0f, 0xff]), (true, [0xff, 0x0f])] as [(Bool, [UInt8])] {
      let format = try #require(
        ElementFormat(
          isBigEndian: isBigEndian, isSigned: true, bits: 12, storageBits: 16, shift: 4))
      #expect(decoded([Element(index: 5, format: format, value: -16)], bytes) == [-16])
    }
  }

  @Test("a number that doesn't fit into its word is no format")
  func impossible() {
    for (bits, storage, shift, count) in [
      (0, 16, 0, 1), (17, 16, 0, 1), (12, 16, 5, 1), (12, 12, 0, 1), (64, 72, 0, 1), (8, 0, 0, 1),
      (8, 8, -1, 1), (8, 8, 0, 0), (8, 8, 0, 1 << 40), (-8, 8, 0, 1), (8, .max, 0, 1),
    ] {
      #expect(
        ElementFormat(isSigned: true, bits: bits, storageBits: storage, shift: shift, count: count)
          == nil)
    }
  }
}
