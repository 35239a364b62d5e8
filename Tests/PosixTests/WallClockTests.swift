// SPDX-License-Identifier: MIT

import Posix
import Testing

@Suite("the clock on the wall")
struct WallClockTests {
  @Test(
    "is believed when something has set it, and it isn't in the past",
    arguments: [
      (false, false, false, 1_800_000_000, false), (true, false, false, 1_800_000_000, true),
      (false, true, false, 1_800_000_000, true), (false, false, true, 1_800_000_000, true),
      (true, true, true, 0, false), (true, true, true, 1_767_225_599, false),
      (true, true, true, 1_767_225_600, true), (true, true, true, .min, false),
    ] as [(Bool, Bool, Bool, Int64, Bool)])
  func believed(
    isDisciplined: Bool, wasSetByNetwork: Bool, wasSetByHardware: Bool, seconds: Int64,
    isBelieved: Bool
  ) {
    let clock = WallClock(
      isDisciplined: isDisciplined, wasSetByNetwork: wasSetByNetwork,
      wasSetByHardware: wasSetByHardware, seconds: seconds)
    #expect(clock.believed == (isBelieved ? seconds : nil))
  }

  @Test("shows what realtime says")
  func now() {
    let before = realtimeNow() / 1_000_000_000
    let clock = WallClock.now
    #expect(clock.seconds >= before)
    #expect(clock.seconds <= realtimeNow() / 1_000_000_000)
  }

  @Test("writes times as people do, and none for years beyond reckoning")
  func text() throws {
    // Whatever the time zone: the middle of a month, of a year.
    let text = try #require(localTime(1_781_524_800))
    #expect(text.hasPrefix("2026-06-15 ") && text.count == 16)
    #expect(localTime(.max) == nil)
    #expect(localTime(.min) == nil)
  }
}
