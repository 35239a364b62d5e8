// SPDX-License-Identifier: MIT

import Daemon
import Support
import Testing

@Suite("what a fuzzer made up for the daemon") struct FuzzCorpusTests {
  @Test("what clients ask for is carried out or refused, replays to the same, and nothing traps")
  func commands() throws {
    let probe = try CommandProbe(tables: "\(packageRoot)/tables")
    let inputs = try fuzzCorpus("commands")
    var received = 0
    for (index, input) in inputs.enumerated() {
      received += probe.carryOut(input, verification: index % 8 == 0 ? .text : .inputs)
    }
    #expect(inputs.count >= 100 && received > 1000, "\(received) messages")
  }

  @Test("configuration files are read or refused, and print the same again")
  func configurations() throws {
    let accepted = try fuzzCorpus("configuration").map { ConfigurationProbe.read($0) }
    #expect(accepted.filter { $0 }.count >= 20 && accepted.filter { !$0 }.count >= 50)
  }

  @Test("table files are read or refused, and a table that was read keeps its balls")
  func tables() throws {
    let read = try fuzzCorpus("tables").map { TableProbe.read($0) }
    #expect(read.filter { $0 }.count >= 20 && read.filter { !$0 }.count >= 50)
  }
}
