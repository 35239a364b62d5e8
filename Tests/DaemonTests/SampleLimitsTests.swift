// SPDX-License-Identifier: MIT

import Sensors
import Testing
import Wire

@Suite("what a client's sample may be") struct SampleLimitsTests {
  @Test("the socket's bounds are the sensors' own: what it lets through is taken")
  func bounds() throws {
    #expect(Limits.acceleration == SampleLimits.acceleration)
    #expect(Limits.angularVelocity == SampleLimits.angularVelocity)
    let (force, rate) = (Limits.acceleration, Limits.angularVelocity)
    var source = ClientSource(name: "a client")
    for seconds in [-Limits.time, Limits.time] {
      try source.hand(
        acceleration: Vector3(force, -force, force), angularVelocity: Vector3(rate, -rate, rate),
        seconds: seconds, arrival: 1_000_000_000)
    }
    #expect(throws: (any Error).self) {
      try source.hand(
        acceleration: Vector3(force.nextUp, 0, 0), angularVelocity: nil, seconds: nil,
        arrival: 1_000_000_000)
    }
  }
}
