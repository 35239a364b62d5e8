// SPDX-License-Identifier: MIT

import Testing

@testable import Sensors

@Suite("The clock of an input device")
struct DeviceClockTests {
  @Test(
    "several frames of one report, with one kernel time, come as far apart as they were measured")
  func frames() {
    // A Joy-Con: three frames 5 ms apart in a report each 15 ms, stamped in µs.
    var clock = DeviceClock()
    var dates: [Int64] = []
    for report in 0..<10 {
      let kernel = second + Int64(report) * 15 * millisecond
      for frame in 0..<3 {
        let stamp = UInt32(1_000_000 + report * 15_000 + frame * 5000)
        dates.append(clock.date(stamp, kernel: kernel))
      }
    }
    // The first report's are told apart by nothing yet.
    let steps = zip(dates.dropFirst(5), dates.dropFirst(4)).map { $0 - $1 }
    #expect(steps.allSatisfy { $0 == 5 * millisecond }, "\(steps)")
    #expect(dates.last == second + 9 * 15 * millisecond)
  }

  @Test("stamps count up to 2³² and begin anew")
  func wrap() {
    var clock = DeviceClock()
    let first = UInt32.max - 1999
    let dates = (0..<5).map { step in
      clock.date(first &+ UInt32(step * 1000), kernel: second + Int64(step) * millisecond)
    }
    #expect(dates == (0..<5).map { second + Int64($0) * millisecond })
    #expect(clock.jumps == 0)
  }

  @Test("stamps beyond 2³¹ are as good as others")
  func upperHalf() {
    var clock = DeviceClock()
    _ = clock.date(0x7fff_ffff, kernel: second)
    // 1 ms later by the stamp, held up 20 ms by the kernel.
    _ = clock.date(0x8000_03e7, kernel: second + millisecond)
    #expect(
      clock.date(0x8000_07cf, kernel: second + 22 * millisecond) == second + 2 * millisecond)
    #expect(clock.jumps == 0)
  }

  @Test(
    "a silence in which the stamps wrapped is as long as the kernel says", arguments: [1, 2, 30])
  func longSilence(wraps: Int) {
    var clock = DeviceClock()
    _ = clock.date(4_000_000, kernel: second)
    let silence = Int64(wraps) * (1 << 32) * 1000 + 5 * millisecond
    let date = clock.date(4_005_000, kernel: second + silence + millisecond)
    #expect(date == second + silence + millisecond || date == second + silence)
    // Held up by 3 ms against that.
    #expect(
      clock.date(4_015_000, kernel: second + silence + 14 * millisecond)
        == second + silence + 10 * millisecond)
    #expect(clock.jumps == 0)
  }

  @Test(
    "a device's clock that was set is followed, and counted",
    arguments: [UInt32(0), 7_000_000, 3_000_000_000])
  func jump(stamp: UInt32) {
    var clock = DeviceClock()
    _ = clock.date(5_000_000, kernel: second)
    #expect(clock.date(stamp, kernel: second + 10 * millisecond) == second + 10 * millisecond)
    #expect(clock.jumps == 1)
    #expect(
      clock.date(stamp &+ 10_000, kernel: second + 20 * millisecond) == second + 20 * millisecond)
  }

  @Test("nothing of the clock before it was set dates what comes after")
  func jumpAfterWindows() {
    var clock = DeviceClock()
    // Two windows of the tracking and a part of a third.
    for step in 0..<1200 {
      _ = clock.date(
        UInt32(5_000_000 + step * 10_000), kernel: second + Int64(step) * 10 * millisecond)
    }
    let set = 13 * second
    #expect(clock.date(7, kernel: set) == set)
    // Held up by 3 ms, then by 20 ms.
    #expect(clock.date(10_007, kernel: set + 13 * millisecond) == set + 10 * millisecond)
    #expect(clock.date(20_007, kernel: set + 40 * millisecond) == set + 20 * millisecond)
    #expect(clock.jumps == 1)
  }

  @Test("frames that only the order tells apart stay in order")
  func sameTime() {
    var clock = DeviceClock()
    let dates = (0..<4).map { _ in clock.date(nil, kernel: second) }
    #expect(dates == [second, second + 1000, second + 2000, second + 3000])
    #expect(clock.date(nil, kernel: 2 * second) == 2 * second)
  }

  @Test("a kernel's clock that was set back is followed, and counted")
  func setBack() {
    var clock = DeviceClock()
    _ = clock.date(nil, kernel: 3600 * second)
    #expect(clock.date(nil, kernel: second) == second)
    #expect(clock.jumps == 1)
  }

  @Test(
    "dates stay within the kernel's bounds, in order, and close to the truth",
    arguments: [-0.001, -0.0001, 0, 0.0001, 0.001])
  func bounds(drift: Double) {
    var clock = DeviceClock()
    var random: UInt64 = 42
    var last: Int64 = .min
    var kernel: Int64 = 0
    var worst: Int64 = 0
    for step in 0..<30_000 {
      // 250 Hz for two minutes; each report is held up by 0 to 20 ms, rarely by 0.
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let truth = second + Int64(step) * 4 * millisecond
      let delay = Int64(random >> 40) % (20 * millisecond)
      // Reports don't overtake each other.
      kernel = max(kernel, truth + delay)
      let stamp = UInt32(
        truncatingIfNeeded: Int64(Double(step) * 4000 * (1 + drift)) + 4_294_000_000)
      let date = clock.date(stamp, kernel: kernel)
      #expect(date > last)
      #expect(date <= kernel + 100_000)
      #expect(date >= kernel - DeviceClock.largestLag)
      last = date
      if step > 5000 { worst = max(worst, abs(date - truth)) }
    }
    // 0.1 % of a ten-second window, and the smallest delay of some thousands.
    #expect(worst < 12 * millisecond, "\(worst)")
    #expect(clock.jumps == 0)
  }
}
