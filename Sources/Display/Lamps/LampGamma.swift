// SPDX-License-Identifier: MIT

/// How the Sense HAT's driver turns one of 32 levels into the width of a lamp's pulses, 0 to 31: it is
/// these that light is proportional to.
struct LampGamma: Hashable {
  /// The pulses for each level.
  let pulses: [UInt8]
  /// The level for each number of pulses, the nearest there is.
  private let levels: [UInt8]

  /// The driver's table when nobody changed it (drivers/video/fbdev/rpisense-fb.c in Raspberry Pi's
  /// kernel): the first six levels are dark, and the numbers between the others' are lacking.
  static let standard = LampGamma([
    0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 17, 18, 20, 21, 23,
    25, 27, 29, 31,
  ])

  /// Takes a driver's table of 32; what isn't one gives the standard table.
  init(_ table: [UInt8]) {
    let isTable = table.count == 32 && table.allSatisfy { $0 <= 31 } && table.contains { $0 > 0 }
    pulses = isTable ? table : Self.standard.pulses
    let pulses = pulses
    levels = (0...31).map { wanted in
      var best = 0
      for level in pulses.indices {
        let (distance, least) = (abs(Int(pulses[level]) - wanted), abs(Int(pulses[best]) - wanted))
        if distance < least { best = level }
      }
      return UInt8(best)
    }
  }

  /// The level whose light is nearest to so many pulses; 31 and more is all there is.
  func level(for pulses: Int) -> UInt8 { levels[min(31, max(0, pulses))] }
}
