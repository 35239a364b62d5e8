// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Daemon

@Suite("what systemctl status is told") struct ServiceStatusTests {
  private let second = ServiceStatus.interval

  /// What is told now, if anything, and when to ask again, if something waits.
  private struct Answer: Equatable {
    var text: String?
    var due: Int64?
  }

  private func answer(_ status: inout ServiceStatus, _ text: String, _ now: Int64) -> Answer {
    let (text, due) = status.follow(text, now: now)
    return Answer(text: text, due: due)
  }

  @Test("the first at once, the same not again, a change when a second is over, the newest of them")
  func pace() {
    var status = ServiceStatus()
    #expect(answer(&status, "a", 5) == Answer(text: "a"))
    #expect(answer(&status, "a", 6) == Answer())
    #expect(answer(&status, "b", 7) == Answer(due: 5 + second))
    #expect(answer(&status, "c", 8) == Answer(due: 5 + second))
    #expect(answer(&status, "c", 5 + second) == Answer(text: "c"))
    // What has changed back is nothing to tell.
    #expect(answer(&status, "d", 6 + second) == Answer(due: 5 + 2 * second))
    #expect(answer(&status, "c", 7 + second) == Answer())
    #expect(answer(&status, "e", 5 + 2 * second) == Answer(text: "e"))
  }

  @Test("what READY has told is told")
  func ready() {
    var status = ServiceStatus()
    status.note("a", now: 10)
    #expect(answer(&status, "a", 11) == Answer())
    #expect(answer(&status, "b", 12) == Answer(due: 10 + second))
  }

  @Test(
    "a rate is told as finely as matters",
    arguments: [
      (9.4444, "9.4 Hz"), (99.95002498750625, "100.0 Hz"), (17.2, "17.0 Hz"), (0.5, "0.5 Hz"),
    ])
  func rate(rate: Double, text: String) {
    var report = SensorReport(source: "iio", health: .ok)
    report.name = "lsm6dso"
    report.rate = rate
    #expect(report.summary == "iio lsm6dso, \(text): ok")
  }
}
