// SPDX-License-Identifier: MIT

/// The light of 8×8 lamps, in pulses: 0 to 31 a colour.
struct LampFrame: Hashable {
  /// Lamps along each side.
  static let side = 8

  /// The light of one lamp.
  struct Lamp: Hashable {
    var red = 0
    var green = 0
    var blue = 0

    init(_ red: Int = 0, _ green: Int = 0, _ blue: Int = 0) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// A part of the light, rounded.
    func scaled(_ share: Double) -> Lamp {
      func part(_ light: Int) -> Int { Int((Double(light) * share).rounded()) }
      return Lamp(part(red), part(green), part(blue))
    }

    static func + (left: Lamp, right: Lamp) -> Lamp {
      Lamp(left.red + right.red, left.green + right.green, left.blue + right.blue)
    }
  }

  private var lamps = [Lamp](repeating: Lamp(), count: side * side)

  /// The lamp at a place; there are none outside of 0..<8.
  subscript(x: Int, y: Int) -> Lamp {
    get { Self.contains(x, y) ? lamps[y * Self.side + x] : Lamp() }
    set { if Self.contains(x, y) { lamps[y * Self.side + x] = newValue } }
  }

  static func contains(_ x: Int, _ y: Int) -> Bool {
    x >= 0 && y >= 0 && x < side && y < side
  }

  /// The bytes of the lamps' memory: RGB565, the lowest byte first, of green the upper five bits.
  func bytes(gamma: LampGamma, rotation: ScreenRotation) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 2 * Self.side * Self.side)
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let lamp = self[x, y]
        let value =
          UInt16(gamma.level(for: lamp.red)) << 11 | UInt16(gamma.level(for: lamp.green)) << 6
          | UInt16(gamma.level(for: lamp.blue))
        let place = rotation.place(x: x, y: y, width: Self.side, height: Self.side)
        let index = 2 * (place.y * Self.side + place.x)
        bytes[index] = UInt8(truncatingIfNeeded: value)
        bytes[index + 1] = UInt8(truncatingIfNeeded: value >> 8)
      }
    }
    return bytes
  }
}
