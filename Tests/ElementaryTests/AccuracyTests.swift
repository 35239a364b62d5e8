// SPDX-License-Identifier: MIT

import Elementary
import Testing

/// The functions against correctly rounded values: one unit in the last place from the rounded
/// value is at most 1.5 ulp from the true one.
@Suite struct AccuracyTests {
  @Test("sine is within one place of the rounded value")
  func sineTableHolds() throws { try check(sineTable) { sine($0[0]) } }

  @Test("cosine is within one place of the rounded value")
  func cosineTableHolds() throws { try check(cosineTable) { cosine($0[0]) } }

  @Test("exponential is within one place of the rounded value")
  func exponentialTableHolds() throws { try check(exponentialTable) { exponential($0[0]) } }

  @Test("logarithm is within one place of the rounded value")
  func logarithmTableHolds() throws { try check(logarithmTable) { logarithm($0[0]) } }

  @Test("arcTangent is within one place of the rounded value")
  func arcTangentTableHolds() throws {
    try check(arcTangentTable) { arcTangent(y: $0[0], x: $0[1]) }
  }

  private func check(_ table: String, _ function: ([Double]) -> Double) throws {
    var rows = 0
    for line in table.split(separator: "\n") {
      let row = try line.split(separator: " ").map { try #require(Double($0)) }
      let expected = try #require(row.last)
      let found = function(Array(row.dropLast()))
      let difference = distance(found, expected)
      #expect(difference <= 1, "\(line): found \(found), \(difference) places away")
      rows += 1
    }
    #expect(rows > 100)
  }

  /// How many doubles lie between two of the same sign.
  private func distance(_ a: Double, _ b: Double) -> UInt64 {
    guard a.sign == b.sign, a.isFinite, b.isFinite else { return .max }
    let (i, j) = (a.bitPattern, b.bitPattern)
    return i > j ? i - j : j - i
  }
}
