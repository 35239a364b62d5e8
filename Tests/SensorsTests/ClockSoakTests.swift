// SPDX-License-Identifier: MIT

import Testing

@testable import Sensors

/// The clocks of devices over thirty days: what they are right by on the first, they are on the last.
@Suite("clocks over a month")
struct ClockSoakTests {
  private static let day = 86_400
  /// When it begins: CLOCK_MONOTONIC of a machine that has been up for ten years.
  private static let start: Int64 = 315_576_000 * second

  /// The largest error of each day, ns, of what `date` makes of a time and of its arrival.
  private func largestErrors(
    date: (_ passed: Int64, _ kernel: Int64) -> Int64
  ) -> [Int64] {
    var dice: UInt64 = 7
    return (0..<30).map { today in
      var worst: Int64 = 0
      // Every second of the first day and the last; of the others each tenth.
      for moment in stride(from: 0, to: Self.day, by: today % 29 == 0 ? 1 : 10) {
        let passed = Int64(today * Self.day + moment) * second
        dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        // It arrives up to 3 ms later than it is stamped.
        let delay = Int64(dice >> 40) % (3 * millisecond)
        let error = date(passed, Self.start + passed + delay) - (Self.start + passed)
        if moment > 60 { worst = max(worst, abs(error)) }
      }
      return worst
    }
  }

  @Test(
    "a hub's own clock, too fast by 20 millionths, is followed to 3 ms on the first day and the last"
  )
  func hub() {
    var clock = StampClock()
    // Its time of day is from 1970 on, and goes wrong by ten minutes a year.
    let errors = largestErrors { passed, arrival in
      clock.date(1_700_000_000 * second + passed + passed / 50_000, arrival: arrival)
    }
    #expect(clock.jumps == 0)
    #expect(errors.allSatisfy { $0 <= 3 * millisecond }, "\(errors)")
    #expect(abs(errors[29] - errors[0]) < millisecond / 10, "\(errors)")
  }

  @Test("a count of µs that wraps 603 times is followed to 3 ms on the first day and the last")
  func wraps() {
    var clock = DeviceClock()
    let errors = largestErrors { passed, kernel in
      let count = passed / 1000 + passed / 50_000_000
      return clock.date(UInt32(truncatingIfNeeded: count), kernel: kernel)
    }
    #expect(clock.jumps == 0)
    #expect(errors.allSatisfy { $0 <= 3 * millisecond }, "\(errors)")
    #expect(abs(errors[29] - errors[0]) < millisecond / 10, "\(errors)")
  }
}
