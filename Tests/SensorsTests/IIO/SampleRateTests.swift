// SPDX-License-Identifier: MIT

import Testing

@testable import Sensors

@Suite("rates and clocks of sensors") struct SampleRateTests {
  @Test("a buffer gets the nearest rate at or above the wanted one, however the list is written")
  func buffered() {
    for (list, wanted, rate) in [
      ("12.5 26 52 104 208", 100, 104), ("800.000000 400.000000 100.000000 1.560000", 100, 100),
      ("3 6 12 25 50", 100, 50), ("1 10 25 50 100 200 400 1600", 30, 50), (nil, 75, 75),
      ("", 75, 75), ("0 none 50", 20, 50), ("[1 1 400]", 100, 100), ("[1 1 50]", 100, 50),
      ("[0 0.1 400]", 100, 100), ("[0 1 1e300]", 100, 100), ("[50 1 1]", 100, 50),
      ("[0 0 0]", 75, 75),
    ] as [(String?, Double, Double)] {
      #expect(SampleRate.forBuffer(wanted: wanted, among: list) == rate, "\(list ?? "none")")
    }
  }

  @Test(
    "polling wants six times the rate, since a driver sleeps at each axis; the lowest if none is less"
  )
  func polled() {
    for (list, wanted, rate) in [
      ("1 10 25 50 100 200 400 1600", 100, 400), ("14.9 59.5 119 238 476 952", 100, 476),
      ("1600 800", 100, 800), (nil, 100, 600), ("[1 1 400]", 100, 400), ("0", 100, 600),
      ("[0 0.1 400]", 100, 400), ("[0 1 1e300]", 100, 600),
    ] as [(String?, Double, Double)] {
      #expect(SampleRate.forPolling(wanted: wanted, among: list) == rate, "\(list ?? "none")")
    }
  }

  private let second: Int64 = 1_000_000_000

  @Test("stamps by CLOCK_MONOTONIC are taken as they are")
  func monotonic() {
    var clock = StampClock()
    for step in 0..<1000 as Range<Int64> {
      let stamp = 50 * second + step * 10_000_000
      #expect(clock.date(stamp, arrival: stamp + (step % 7) * 1_000_000) == stamp)
    }
    #expect(clock.jumps == 0)
  }

  @Test("another clock's stamps keep their distances, and are never later than the arrival")
  func otherClock() {
    var clock = StampClock()
    let offset: Int64 = 1_780_000_000 * 1_000_000_000
    var last: Int64?
    for step in 0..<3000 as Range<Int64> {
      let taken = 50 * second + step * 10_000_000
      // Held up by 0 to 6 ms.
      let arrival = taken + 200_000 + (step % 7) * 1_000_000
      let dated = clock.date(taken + offset, arrival: arrival)
      #expect(dated <= arrival)
      // From the first prompt one on it is as exact as that one was prompt.
      if step > 7 { #expect(dated == taken + 200_000) }
      if let last { #expect(dated > last) }
      last = dated
    }
  }

  @Test("a clock that drifts is followed, one that is set is measured anew and counted")
  func driftAndJump() {
    var clock = StampClock()
    var worst: Int64 = 0
    for step in 0..<60_000 as Range<Int64> {
      let taken = 50 * second + step * 10_000_000
      // 500 parts in a million too slow: 0.3 s in these ten minutes.
      let stamp = 1000 * second + (taken - 50 * second) / 10_000 * 9995
      worst = max(worst, abs(clock.date(stamp, arrival: taken) - taken))
    }
    #expect(worst <= 5_100_000, "\(worst) ns")
    #expect(clock.jumps == 0)
    for (stamp, jumps) in [(100 * second, 1), (86_400 * second, 1), (100 * second, 2)] {
      #expect(clock.date(stamp, arrival: 700 * second) <= 700 * second)
      #expect(clock.jumps == jumps)
    }
  }

  @Test("no stamp traps", arguments: [Int64.min, -1, 0, 1, Int64.max])
  func extremes(stamp: Int64) {
    var clock = StampClock()
    for stamp in [stamp, 5, stamp, .max, .min, stamp] {
      #expect(clock.date(stamp, arrival: 7) <= 7)
    }
  }

  @Test("a clock that says the most and then the least is measured anew, and doesn't trap")
  func fromEndToEnd() {
    var clock = StampClock()
    for (stamp, arrival) in [(.max, 7), (.min, 7), (-10, 7 * second)] as [(Int64, Int64)] {
      #expect(clock.date(stamp, arrival: arrival) == arrival)
    }
    // From there on by the clock as it is now.
    #expect(clock.date(second - 10, arrival: 8 * second + 5) == 8 * second)
  }

  @Test("the wait between two tries doubles up to 8 s, and begins anew after a success")
  func backoff() {
    var backoff = Backoff()
    let waits = (0..<8).map { _ in Double(backoff.next()) / 1e9 }
    #expect(waits == [0.25, 0.5, 1, 2, 4, 8, 8, 8])
    backoff.reset()
    #expect(backoff.next() == 250_000_000)
  }

  @Test("the measured rate is told once, and again when it has become another")
  func meter() {
    var meter = RateMeter()
    var told: [Double] = []
    var time: Int64 = 0
    for (count, period) in [(200, 10_000_000), (200, 10_400_000), (200, 58_000_000)]
      as [(Int, Int64)]
    {
      for _ in 0..<count {
        time += period
        meter.take(time)
        if let rate = meter.published, told.last != rate { told.append(rate) }
      }
    }
    #expect(told.first == 100 && !told.contains { $0 > 90 && $0 < 100 })
    #expect(abs((told.last ?? 0) - 17.2) < 3.5, "\(told)")
    meter.take(.min)
    meter.take(.max)
  }
}
