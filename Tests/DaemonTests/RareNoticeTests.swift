// SPDX-License-Identifier: MIT

import Testing

@testable import Daemon

@Suite("what somebody can repeat without end") struct RareNoticeTests {
  private let second: Int64 = 1_000_000_000

  @Test("is logged five times a minute, and the next minute's first line tells how often it wasn't")
  func rare() {
    var notice = RareNotice()
    var told: [Int] = []
    // A thousand a second for a minute, from a time that isn't 0 on.
    for index in 0..<60_000 as Range<Int64> {
      if let passedOver = notice.take(at: 7 + index * second / 1000) { told.append(passedOver) }
    }
    #expect(told == [0, 0, 0, 0, 0])
    #expect(notice.take(at: 7 + 60 * second) == 59_995)
    #expect(notice.take(at: 8 + 60 * second) == 0)
  }

  @Test("says nothing of those that were passed over where none were")
  func words() {
    #expect(RareNotice.addition(for: 0) == "")
    #expect(RareNotice.addition(for: 7) == " (7 more like it weren't logged)")
  }

  @Test("as a press of a button is heeded fifty times a second")
  func presses() {
    var presses = Allowance.presses
    // A thousand a second for three seconds.
    let heeded = (0..<3000 as Range<Int64>).filter { presses.take(at: $0 * second / 1000) }
    #expect(heeded == [0, 1000, 2000].flatMap { start in (start..<start + 50).map { Int64($0) } })
    // Twenty a second, as hands can, are all heeded.
    let byHand = (0..<100 as Range<Int64>).map { 10 * second + $0 * second / 20 }
    #expect(byHand.allSatisfy { presses.take(at: $0) })
  }
}
