// SPDX-License-Identifier: MIT

import Store
import Testing

@Suite("Which run is the best")
struct RunRecordTests {
  private func run(
    _ outcome: RunRecord.Outcome, _ milliseconds: Int64, score: Int64? = nil,
    isOriginal: Bool = true
  ) -> RunRecord {
    RunRecord(
      table: "t", hash: "h", game: "maze", outcome: outcome, milliseconds: milliseconds,
      score: score, impacts: 0, source: "iio", isOriginal: isOriginal)
  }

  @Test("what counts was played to its end on the table's own blocks, and was won or has points")
  func counting() {
    #expect(run(.won, 1000).counts)
    #expect(run(.won, 1000, score: 5).counts)
    #expect(run(.lost, 1000, score: 5).counts)
    #expect(!run(.lost, 1000).counts)
    #expect(!run(.lost, 1000, score: 0).counts)
    #expect(!run(.left, 1000, score: 5).counts)
    #expect(!run(.won, 1000, isOriginal: false).counts)
  }

  @Test("won goes before lost, then more points, then less time; equal isn't better")
  func order() {
    let fromBest = [
      run(.won, 9000, score: 5), run(.won, 9001, score: 5), run(.won, 8000),
      run(.lost, 7000, score: 4), run(.lost, 7001, score: 4), run(.lost, 1000, score: 3),
    ]
    for (index, better) in fromBest.enumerated() {
      #expect(!better.isBetter(than: better))
      for worse in fromBest[(index + 1)...] {
        #expect(better.isBetter(than: worse))
        #expect(!worse.isBetter(than: better))
      }
    }
  }
}
