// SPDX-License-Identifier: MIT

/// A colour as a terminal takes it: 8 bits a channel, gamma-encoded.
public struct Color: Hashable, Sendable {
  /// Red, 0 to 255.
  public var red: UInt8
  /// Green, 0 to 255.
  public var green: UInt8
  /// Blue, 0 to 255.
  public var blue: UInt8

  /// Makes a colour of its channels.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The linear light of this colour.
  ///
  /// A gamma of 2 stands in for sRGB's curve: its inverse is a square root, which has the same
  /// bits on every CPU, and the difference can't be seen in an edge.
  var light: Light {
    let encoded = Light(Float(red), Float(green), Float(blue)) / 255
    return encoded * encoded
  }

  /// Whether the channels are so close to each other that the difference can be left out, and
  /// not so dark or light that xterm's greys (8, 18, … 238) lack them.
  var isNearlyGrey: Bool {
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    return most - least <= 22 && least >= 18 && most <= 240
  }

  /// The nearest colour to `light`, channels beyond 0…1 clamped.
  init(light: Light) {
    let clamped = light.clamped(lowerBound: .zero, upperBound: .one)
    let encoded = (clamped.squareRoot() * 255).rounded(.toNearestOrAwayFromZero)
    self.init(UInt8(encoded.x), UInt8(encoded.y), UInt8(encoded.z))
  }
}

extension Color {
  /// As a pixel of a `Picture`.
  var packed: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// The colour of a pixel of a `Picture`.
  init(packed: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8),
      UInt8(truncatingIfNeeded: packed))
  }
}

/// Linear light, 0 to 1 a channel: what adds up in the eye, and so what edges are mixed in.
typealias Light = SIMD3<Float>

extension SIMD3<Float> {
  /// From this light to `other`, by `share` from 0 to 1.
  func mixed(with other: Self, _ share: Float) -> Self { self + (other - self) * share }
}
