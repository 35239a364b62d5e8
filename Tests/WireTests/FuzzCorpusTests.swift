// SPDX-License-Identifier: MIT

import Support
import Testing
import Wire

@Suite("what a fuzzer made up for the socket") struct FuzzCorpusTests {
  @Test("lines that reach every branch known to a fuzzer are read or refused, and nothing traps")
  func corpus() throws {
    let understood = try fuzzCorpus("lines").map { LineProbe.read($0) }
    #expect(understood.count >= 100 && understood.filter { $0 == 0 }.count >= 20)
    #expect(understood.reduce(0, +) >= 200)
  }
}
