// SPDX-License-Identifier: MIT

import Game
import Physics
import Testing

@testable import Daemon

@Suite("which states a client gets")
struct SubscriptionTests {
  private func snapshot(_ step: Int64, x: Double, phase: Game.Phase = .rolling) -> Snapshot {
    Snapshot(
      step: step, phase: phase, balls: [Ball(position: Vector2(x, 0.1))], onTable: [true],
      tilt: .level, age: step)
  }

  private func sent(rate: Double?, _ snapshots: [Snapshot]) -> [Int64] {
    var subscription = Subscription(rate: rate)
    return snapshots.filter { subscription.wants($0) }.map(\.step)
  }

  private func moving(_ steps: some Sequence<Int64>) -> [Snapshot] {
    steps.map { snapshot($0, x: Double($0) / 1e6) }
  }

  @Test("without a rate every state that differs is sent")
  func everything() {
    #expect(sent(rate: nil, moving([0, 1, 5, 6])) == [0, 1, 5, 6])
  }

  @Test("at 10 a second the first at or after each tenth of a second is sent")
  func atRate() {
    let steps: [Int64] = [0, 20, 90, 110, 130, 190, 200, 210, 399, 405, 499, 500]
    #expect(sent(rate: 10, moving(steps)) == [0, 110, 200, 399, 405, 500])
  }

  @Test("a second at 60 a second, advanced by single steps, has 60 states")
  func sixty() {
    #expect(sent(rate: 60, moving(0..<1000)).count == 60)
  }

  @Test("what looks the same isn't sent again, however much time passes")
  func unchanged() {
    let still = [0, 100, 200].map { snapshot($0, x: 0.1) }
    #expect(sent(rate: nil, still) == [0])
    #expect(sent(rate: 10, still) == [0])
  }

  @Test("who drives or opens a menu is told, though nothing else changes")
  func people() {
    var subscription = Subscription(rate: nil)
    let still = snapshot(0, x: 0.1)
    for people in [
      Attendance(), Attendance(driver: 1), Attendance(driver: 2), Attendance(driver: 2, menu: 1),
      Attendance(),
    ] {
      #expect(subscription.lacks(still, people))
      let isWanted = subscription.wants(still, people)
      #expect(isWanted)
      #expect(!subscription.lacks(still, people))
    }
  }

  @Test("a change that comes before it is due is still lacking, and sent when it is")
  func lateChange() {
    var subscription = Subscription(rate: 10)
    let paused = snapshot(50, x: 0.1, phase: .paused)
    let wanted = [snapshot(0, x: 0.1), paused].map { subscription.wants($0) }
    #expect(wanted == [true, false])
    #expect(subscription.lacks(paused))
    let later = subscription.wants(snapshot(100, x: 0.1, phase: .paused))
    #expect(later)
    #expect(!subscription.lacks(paused))
  }
}
