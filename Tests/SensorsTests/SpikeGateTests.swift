// SPDX-License-Identifier: MIT

import Testing

@testable import Sensors

@Suite("Single readings that are far off")
struct SpikeGateTests {
  private let rest = Vector3(0, 0, 9.8)
  private let far = Vector3(0, 60, 9.8)

  private func verdicts(of readings: [Vector3], by gate: inout SpikeGate) -> [SpikeGate.Verdict] {
    readings.map { gate.judge($0, limit: 40) }
  }

  @Test("one is held, and forgotten when the next is near again")
  func single() {
    var gate = SpikeGate()
    #expect(verdicts(of: [rest, far, rest], by: &gate) == [.pass, .hold, .passAlone(held: far)])
    #expect(gate.rejected == 1)
  }

  @Test("two in a row are believed, both, and so is what comes back from there, once")
  func double() {
    var gate = SpikeGate()
    #expect(
      verdicts(of: [rest, far, far, rest], by: &gate) == [
        .pass, .hold, .passBoth(held: far), .pass,
      ]
    )
    #expect(gate.rejected == 0)
    #expect(verdicts(of: [far, rest], by: &gate) == [.hold, .passAlone(held: far)])
  }

  @Test("nothing on all axes is far, however near it lies, unless it was nothing before")
  func zero() {
    var gate = SpikeGate()
    let zero = Vector3(0, 0, 0)
    #expect(
      verdicts(of: [rest, zero, rest, zero, zero, zero], by: &gate)
        == [.pass, .hold, .passAlone(held: zero), .hold, .passBoth(held: zero), .pass])
  }

  @Test("begun anew it knows nothing of what it was told: nothing held, nothing to come back to")
  func reset() {
    var gate = SpikeGate()
    _ = verdicts(of: [rest, far], by: &gate)
    gate.reset()
    #expect(verdicts(of: [rest, rest], by: &gate) == [.pass, .pass])
    _ = verdicts(of: [far, far], by: &gate)
    gate.reset()
    #expect(verdicts(of: [far, rest, far], by: &gate) == [.pass, .hold, .passAlone(held: rest)])
    #expect(gate.rejected == 1)
  }
}
