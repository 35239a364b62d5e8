// SPDX-License-Identifier: MIT

import Testing

@testable import Daemon

@Suite("when steps fall due")
struct PacingTests {
  @Test(
    "a step is due at its time, and not a nanosecond before",
    arguments: [0.01, 0.3, 0.7, 1, 1.7, 2.3, 60, 1000])
  func due(_ factor: Double) {
    let pacing = Pacing(dueAt: 1_000_000_007, speed: .factor(factor))
    // At 0.7 and 2.3 the quotients of 63 and 207 are rounded down.
    for step in [1, 2, 17, 63, 207, 999, 86_400_000] as [Int64] {
      let time = pacing.time(of: step)
      #expect(pacing.dueStep(at: time, after: 0, atMost: nil) == step)
      // Within the rounding of a Double, which at these times is below 1 µs.
      #expect(pacing.dueStep(at: time - 1000 - Int64(1e6 / factor), after: 0, atMost: nil) < step)
    }
  }

  @Test("no step is due before the origin, or below the next one")
  func neverBack() {
    let pacing = Pacing(dueAt: 5_000_000_000, speed: .factor(1))
    #expect(pacing.dueStep(at: 0, after: 0, atMost: nil) == 0)
    #expect(pacing.dueStep(at: 6_000_000_000, after: 4000, atMost: nil) == 4000)
  }

  @Test("after a long stop the rest is taken in bounded turns")
  func bounded() {
    let pacing = Pacing(dueAt: 0, speed: .factor(1))
    let hour: Int64 = 3_600_000_000_000
    #expect(pacing.dueStep(at: hour, after: 10, atMost: 500) == 510)
    #expect(pacing.dueStep(at: hour, after: 10, atMost: nil) == 3_600_000)
  }

  @Test("at the speed max there is always a turn's worth due, at once")
  func max() {
    let pacing = Pacing(dueAt: 7, speed: .max)
    #expect(pacing.dueStep(at: 7, after: 40, atMost: nil) == 40 + Pacing.stepsATurn)
    #expect(pacing.time(of: 1 << 40) == 7)
  }

  @Test("a pacing that begins in the middle goes on from there", arguments: [0.01, 1, 1000])
  func middle(_ factor: Double) {
    let pacing = Pacing(step: 5_000, dueAt: 8_000_000_000_000, speed: .factor(factor))
    #expect(pacing.dueStep(at: 8_000_000_000_000, after: 5_000, atMost: nil) == 5_000)
    let later = 8_000_000_000_000 + Int64(1e9 / factor)
    #expect((5_999...6_000).contains(pacing.dueStep(at: later, after: 5_000, atMost: nil)))
  }

  @Test(
    "no clock and no speed leads past the last step, or out of an Int64",
    arguments: [Pacing.Speed.max, .factor(0.01), .factor(1), .factor(1000)])
  func end(_ speed: Pacing.Speed) {
    let pacing = Pacing(dueAt: 0, speed: speed)
    for step in [0, 1_000_000_000_000, Pacing.lastStep - 1, Pacing.lastStep] as [Int64] {
      for now in [0, 3_000_000_000_000_000_000, Int64.max] as [Int64] {
        let due = pacing.dueStep(at: now, after: step, atMost: nil)
        #expect((step...Pacing.lastStep).contains(due))
        #expect(due.multipliedReportingOverflow(by: 1_000_000).overflow == false)
      }
      #expect((0...2_000_000_000_000_000_000).contains(pacing.time(of: step)))
    }
  }
}
