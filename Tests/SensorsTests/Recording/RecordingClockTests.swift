// SPDX-License-Identifier: MIT

import Sensors
import Testing

@Suite("a recording's clock") struct RecordingClockTests {
  @Test(
    "the step of a sample is the first that doesn't begin before it",
    arguments: [
      // Times in µs from the first, the steps, and the step behind the last.
      ([0, 1, 999, 1000, 1001, 2000], [0, 1, 1, 1, 2, 2], 3),
      ([0, 10_000, 20_000], [0, 10, 20], 30),
      ([0, 10_079, 20_158], [0, 11, 21], 31),
    ] as [([Int64], [Int64], Int64)])
  func steps(times: [Int64], steps: [Int64], end: Int64) throws {
    // Not from zero: what counts is the distance from the first.
    let recording = try recording(times.map { $0 * 1000 + 1_760_565_906_248_623_001 })
    #expect(try recording.steps == steps)
    #expect(recording.endStep == end)
    #expect(recording.report == RecordingReport())
  }

  @Test("a step back puts the sample one median period behind the last")
  func backward() throws {
    let recording = try recording(milliseconds: [0, 10, 20, 30, -3_600_000, -3_599_990, -3_599_980])
    #expect(try recording.steps == [0, 10, 20, 30, 40, 50, 60])
    #expect(
      try recording.samples.map(\.time) == [0, 10, 20, 30, 40, 50, 60].map { $0 * 1_000_000 })
    #expect(recording.report.backwardJumps == 1)
    #expect(recording.report.repairs == 1)
  }

  @Test("a step ahead by more than 10 s does so too, one of 10 s is a pause")
  func forward() throws {
    let jump = try recording(milliseconds: [0, 10, 20, 86_400_020, 86_400_030])
    #expect(try jump.steps == [0, 10, 20, 30, 40])
    #expect(jump.report.forwardJumps == 1)
    let pause = try recording(milliseconds: [0, 10, 20, 10_020, 10_030])
    #expect(try pause.steps == [0, 10, 20, 10_020, 10_030])
    #expect(pause.report.repairs == 0)
  }

  @Test("a clock that wraps every second goes on")
  func wrapping() throws {
    let times = (0..<300).map { Int64($0 * 10 % 1000) }
    let recording = try recording(milliseconds: times)
    #expect(try recording.steps == (0..<300).map { Int64($0 * 10) })
    #expect(recording.report.backwardJumps == 2)
  }

  @Test("samples with the same time are kept in their order and counted")
  func repeated() throws {
    let recording = try recording(milliseconds: [0, 10, 10, 10, 20])
    #expect(try recording.steps == [0, 10, 10, 10, 20])
    #expect(try recording.samples.map(\.acceleration.x) == [0, 1e-3, 2e-3, 3e-3, 4e-3])
    #expect(recording.report.repeatedTimes == 2)
  }

  @Test("wild times neither trap nor run backwards")
  func wild() throws {
    let largest: Int64 = 4_000_000_000_000_000_000
    let times = [-largest, largest, 0, 1_000_000, -largest, largest, -largest, 5]
    let recording = try recording(times)
    #expect(try recording.steps == [0, 1, 2, 3, 4, 5, 6, 7])
    #expect(recording.report.backwardJumps == 3)
    #expect(recording.report.forwardJumps == 3)
  }

  private func recording(milliseconds times: [Int64]) throws -> Recording {
    try recording(times.map { $0 * 1_000_000 })
  }

  private func recording(_ times: [Int64]) throws -> Recording {
    var text = "t (ns),ax (m/s²),ay (m/s²),az (m/s²)\n"
    for (index, time) in times.enumerated() { text += "\(time),\(Double(index) / 1000),0,9.8\n" }
    return try Recording.load(bytes: Array(text.utf8), file: "clock.csv")
  }
}
