// SPDX-License-Identifier: MIT

import Testing
import Wire

@Suite("a run's time, as people are told it")
struct RunTimeTests {
  @Test(
    "runs in tenths and stands in hundredths, both cut off",
    arguments: [
      (0, "0.0", "0.00"), (0.009, "0.0", "0.00"), (0.01, "0.0", "0.01"), (12.3, "12.3", "12.30"),
      (12.345, "12.3", "12.34"), (12.399, "12.3", "12.39"), (59.999, "59.9", "59.99"),
      (1234.56, "1234.5", "1234.56"), (999_999, "999999.0", "999999.00"),
    ])
  func times(seconds: Double, running: String, result: String) {
    #expect(RunTime.running(seconds) == running)
    #expect(RunTime.result(seconds) == result)
  }

  @Test("each step of a minute is cut at its own digits, however its double falls")
  func steps() {
    for step in 0..<60_000 {
      let seconds = Double(step) / 1000
      let (whole, rest) = (step / 1000, step % 1000)
      #expect(RunTime.running(seconds) == "\(whole).\(rest / 100)")
      #expect(RunTime.result(seconds) == "\(whole).\(rest / 100)\(rest / 10 % 10)")
    }
  }

  @Test("what is no time has none", arguments: [-0.001, 1e6, .nan, .infinity, -.infinity])
  func none(seconds: Double) {
    #expect(RunTime.running(seconds) == nil)
    #expect(RunTime.result(seconds) == nil)
  }
}
