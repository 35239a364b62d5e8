// SPDX-License-Identifier: MIT

/// What drawn wood is made of: random heights at whole places, and a curve that leads from one to the next.
///
/// Additions and multiplications alone: the same wood on every machine.
enum ValueNoise {
  /// Mixes three numbers into one that looks random (the finaliser of MurmurHash3).
  static func hash(_ x: Int, _ y: Int, _ salt: UInt32) -> UInt32 {
    var value = UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1
    value ^= UInt32(truncatingIfNeeded: y) &* 0x85EB_CA77
    value ^= salt &* 0xC2B2_AE3D
    value = (value ^ value >> 16) &* 0x85EB_CA6B
    value = (value ^ value >> 13) &* 0xC2B2_AE35
    return value ^ value >> 16
  }

  /// How much of the next height counts at the part `t` of the way to it: the cubic 3t² − 2t³ (Perlin's
  /// first fade curve).
  static func fade(_ t: Float) -> Float { t * t * (3 - 2 * t) }
}
