// SPDX-License-Identifier: MIT

import Testing

@testable import Sensors

@Suite("A sensor that has just come")
struct UdevPatienceTests {
  private static let second: Int64 = 1_000_000_000

  @Test("is waited for until udev has had three seconds, however often it is tried in between")
  func waits() {
    var patience = UdevPatience()
    let begin = 100 * Self.second
    for now in [begin, begin + Self.second, begin + UdevPatience.longest - 1] {
      #expect(patience.end(isNew: true, now: now) == begin + UdevPatience.longest)
    }
    #expect(patience.end(isNew: true, now: begin + UdevPatience.longest) == nil)
    #expect(patience.end(isNew: true, now: begin + 60 * Self.second) == nil)
  }

  @Test("is waited for anew when it was gone or open in between")
  func beginsAnew() {
    var patience = UdevPatience()
    _ = patience.end(isNew: true, now: 0)
    patience.reset()
    #expect(
      patience.end(isNew: true, now: 10 * Self.second) == 10 * Self.second + UdevPatience.longest)
  }

  @Test("isn't waited for when udev has been through with it for long")
  func isOld() {
    var patience = UdevPatience()
    #expect(patience.end(isNew: false, now: 0) == nil)
  }
}
