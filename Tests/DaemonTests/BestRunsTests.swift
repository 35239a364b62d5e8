// SPDX-License-Identifier: MIT

import Store
import Testing

@testable import Daemon

@Suite("the best runs")
struct BestRunsTests {
  private func won(_ milliseconds: Int64, _ hash: String = "h") -> RunRecord {
    RunRecord(
      table: "t", hash: hash, game: "maze", outcome: .won, milliseconds: milliseconds, impacts: 0,
      source: "iio")
  }

  /// Lets each run in, and says which were told to be the best so far.
  private func told(_ runs: [RunRecord], by bests: inout BestRuns) -> [Bool] {
    var told: [Bool] = []
    for run in runs { told.append(bests.take(run)) }
    return told
  }

  @Test("a new best is told once the stored ones are known, and not before")
  func telling() {
    var bests = BestRuns()
    let before = told([won(900)], by: &bests)
    #expect(before == [false])
    bests.take(stored: [won(800), won(50, "other")])
    #expect(bests["h"] == won(800))
    #expect(bests["other"] == won(50, "other"))
    let after = told([won(850), won(800), won(799), won(99_999, "new")], by: &bests)
    #expect(after == [false, false, true, true])
    #expect(bests["h"] == won(799))
  }

  @Test("a run from before the database was read stays the best if it is better")
  func early() {
    var bests = BestRuns()
    _ = bests.take(won(700))
    bests.take(stored: [won(800)])
    #expect(bests["h"] == won(700))
    // As after a damaged database was set aside.
    bests.take(stored: [])
    #expect(bests["h"] == won(700))
  }

  @Test("what doesn't count is none")
  func counting() {
    var bests = BestRuns()
    bests.take(stored: [])
    var changed = won(1)
    changed.isOriginal = false
    let told = told([changed], by: &bests)
    #expect(told == [false])
    #expect(bests["h"] == nil)
  }

  @Test("of more tables than are known at once the oldest are forgotten")
  func bound() {
    var bests = BestRuns()
    bests.take(stored: [])
    _ = told((0..<BestRuns.limit).map { won(5, "\($0)") }, by: &bests)
    let told = told([won(4, "0"), won(5, "one more")], by: &bests)
    #expect(told == [true, true])
    #expect(bests["1"] == nil)
    #expect(bests["0"] == won(4, "0"))
    #expect(bests["2"] != nil)
  }
}
