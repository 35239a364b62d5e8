// SPDX-License-Identifier: MIT

import Support
import Testing

@Suite("what a fuzzer made up") struct FuzzCorpusTests {
  @Test("recordings are read or refused, and one that was opened plays to its end")
  func recordings() throws {
    // The first byte says in which blocks the rest is read, and whether it may be two files.
    let opened = try fuzzCorpus("recordings").map { input in
      let mode = input.first ?? 0
      return RecordingProbe.play(
        Array(input.dropFirst()), blockSize: [65536, 1, 7, 4096][Int(mode & 3)],
        isCut: mode & 4 != 0)
    }
    #expect(opened.filter { $0 }.count > 50 && opened.filter { !$0 }.count > 300)
  }

  @Test(
    "recordings of each kind are read or refused as well", arguments: RecordingProbe.Kind.allCases)
  func recordings(kind: RecordingProbe.Kind) throws {
    let opened = try fuzzCorpus(kind.rawValue).map { RecordingProbe.play($0, of: kind) }
    let count = opened.filter { $0 }.count
    #expect(count >= 1 && opened.count - count >= 10, "\(count) of \(opened.count)")
  }

  @Test("lines of the socket are read or refused, in whatever pieces they come")
  func lines() throws {
    let understood = try fuzzCorpus("lines").map { LineProbe.read($0) }
    #expect(understood.count >= 100 && understood.filter { $0 == 0 }.count >= 20)
    #expect(understood.reduce(0, +) >= 200)
  }

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

  @Test("IIO devices say of themselves whatever they like, and the ball stays on the table")
  func attributes() throws {
    let usable = try fuzzCorpus("attributes").map { AttributeProbe.read($0) }
    #expect(usable.filter { $0 > 0 }.count >= 20 && usable.filter { $0 == 0 }.count >= 20)
  }

  @Test("each element of a scan lies where the kernel puts it, and is read bit by bit the same")
  func layouts() throws {
    let numbers = try fuzzCorpus("layouts").map { LayoutProbe.read($0) }
    #expect(numbers.reduce(0, +) >= 500)
  }

  @Test("input devices say and tell whatever they like, and the ball stays on the table")
  func input() throws {
    let told = try fuzzCorpus("input").map { InputProbe.read($0) }
    #expect(told.filter { $0 > 0 }.count >= 40 && told.reduce(0, +) >= 500)
  }

  @Test("a display draws whatever a server sends")
  func messages() throws {
    let understood = try fuzzCorpus("messages").map { MessageProbe.read($0) }
    #expect(understood.reduce(0, +) >= 200)
  }

  @Test("ballctl ends by one of its codes, and prints plainly, whatever a server answers")
  func answers() throws {
    let probe = try AnswerProbe()
    let content = try fuzzCorpus("answers").map { probe.read($0) }
    #expect(content.filter { !$0 }.count >= 20)
    // With an answer to what is asked for, here the tables, it is.
    let answer = """
      {"class":"hello","server":"balld 0.1.0","protocol":"1.0","session":"a","client":"client 1"}
      {"class":"tables","tables":[{"name":"marble","game":"marble"}]}
      {"class":"ok","do":"tables","id":9007199254740991}

      """
    #expect(probe.read([2] + Array(answer.utf8)))
  }

  @Test("keys are the same in whatever pieces a terminal sends them")
  func keys() throws {
    let keys = try fuzzCorpus("keys").map { KeyProbe.read($0) }
    #expect(keys.reduce(0, +) >= 200)
  }

  @Test("a screen is drawn on within the memory that its driver tells of, pixel by pixel")
  func screens() throws {
    let boxes = try fuzzCorpus("screens").map { ScreenProbe.draw($0) }
    #expect(boxes.filter { $0 > 0 }.count >= 15 && boxes.contains(0))
  }

  @Test("command lines and environments are understood or refused, in one line")
  func options() throws {
    let willing = try fuzzCorpus("options").map { OptionProbe.read($0) }
    #expect(willing.reduce(0, +) >= 3 && willing.contains(0))
  }

  @Test("what is kept of a sensor is read or refused, and is written to the same")
  func memories() throws {
    let read = try fuzzCorpus("memory").map { StateProbe.readMemory($0) }
    #expect(read.filter { $0 }.count >= 3 && read.filter { !$0 }.count >= 20)
  }

  @Test("a database of runs is read or refused, whatever somebody has written into it")
  func runs() throws {
    let probe = try StateProbe()
    let counts = try fuzzCorpus("runs").map { probe.readRuns($0) }
    #expect(counts.contains { $0 > 0 } && counts.contains(0))
  }
}
