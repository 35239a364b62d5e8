// SPDX-License-Identifier: MIT

import Testing

@testable import Daemon

@Suite("a world that stands although it should roll") struct WorldWatchTests {
  /// Looks at samples `gap` ns apart, the world at these steps.
  ///
  /// - Returns: the index of the first look that found it standing for too long.
  private func firstAlarm(
    _ steps: [Int64], gap: Int64, isRolling: (Int) -> Bool = { _ in true }
  ) -> Int? {
    var watch = WorldWatch()
    return steps.indices.first {
      watch.look(step: steps[$0], isRolling: isRolling($0), now: 7 + Int64($0) * gap)
    }
  }

  private let still = [Int64](repeating: 5, count: 1000)

  @Test("it is noticed 2 s after the last step, at whatever rate samples come")
  func stands() {
    // The first look only learns the step: so many gaps after it make 2 s.
    #expect(firstAlarm(still, gap: 10_000_000) == 200)
    #expect(firstAlarm(still, gap: 100_000_000) == 20)
    #expect(firstAlarm(still, gap: 250_000_000) == 8)
    #expect(firstAlarm([1, 2, 3] + still, gap: 100_000_000) == 3 + 20)
  }

  @Test("a world that takes a step now and then doesn't stand")
  func slow() {
    let steps = (0..<1000).map { Int64($0 / 19) }
    #expect(firstAlarm(steps, gap: 100_000_000) == nil)
    #expect(firstAlarm((0..<1000).map { Int64($0 / 22) }, gap: 100_000_000) == 20)
  }

  @Test("one that is held, or has no source, may stand")
  func held() {
    #expect(firstAlarm(still, gap: 100_000_000) { _ in false } == nil)
    // The time before a pause doesn't count after it.
    #expect(firstAlarm(still, gap: 100_000_000) { $0 % 20 != 0 } == nil)
  }

  @Test("time in which the whole process stood counts as a quarter of a second")
  func stopped() {
    // An hour of SIGSTOP twice, and what the sensor had in its buffer comes at once.
    let hour: Int64 = 3_600_000_000_000
    var watch = WorldWatch()
    let times = [0] + (0..<100).map { hour + $0 } + [2 * hour]
    let alarms = times.filter { watch.look(step: 5, isRolling: true, now: $0) }
    #expect(alarms == [])
  }
}
