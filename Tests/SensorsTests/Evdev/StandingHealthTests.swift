// SPDX-License-Identifier: MIT

import Testing

@testable import Sensors

@Suite("Health of what tells only changes")
struct StandingHealthTests {
  private func health(
    of acceleration: Vector3, turning: Vector3? = nil, after seconds: Int64
  ) -> StandingHealth {
    var health = StandingHealth()
    health.take(
      Sample(time: second, acceleration: acceleration, angularVelocity: turning), now: second)
    for later in 1...seconds { _ = health.check(now: second + later * second) }
    return health
  }

  @Test("a silent device is judged each second, from its first reading on")
  func intervals() {
    var health = StandingHealth()
    #expect(health.nextJudgement == nil)
    #expect(health.check(now: second) == false)
    health.take(Sample(time: 0, acceleration: Vector3(0, 0, 9.8)), now: 5 * second)
    #expect(health.check(now: 6 * second - 1) == false)
    #expect(health.check(now: 6 * second) == true)
    #expect(health.nextJudgement == 7 * second)
  }

  @Test("a reading that stands for an hour is no fault")
  func standing() {
    #expect(health(of: Vector3(0, 0, 9.8), after: 3600).finding == .ok)
    #expect(health(of: Vector3(5, 0, 8), turning: Vector3(1, 0, 0), after: 60).finding == .ok)
  }

  @Test("zero on all axes is no measurement after a second, what no board reads after three")
  func impossible() {
    #expect(health(of: Vector3(0, 0, 0), after: 1).finding == .stuck(.zero))
    #expect(health(of: Vector3(0, 0, 9), after: 3).finding == .ok)
    #expect(health(of: Vector3(0, 0, 40), after: 3).finding == .stuck(.magnitude))
  }

  @Test("a gyro that turns while the accelerometer rests is one whose fuzz hides small changes")
  func turning() {
    var health = StandingHealth()
    for step in 0..<500 {
      let time = second + Int64(step) * 10 * millisecond
      health.take(
        Sample(
          time: time, acceleration: Vector3(0, 0, 9.8),
          angularVelocity: Vector3(0, 0, 1 + Double(step % 7))), now: time)
    }
    #expect(health.finding == .ok)
  }
}
