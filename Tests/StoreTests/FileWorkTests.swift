// SPDX-License-Identifier: MIT

import Posix
import Store
import Support
import Testing

@Suite("Small files that are replaced whole")
struct FileWorkTests {
  private let directory = TemporaryDirectory()

  private func content(_ name: String) throws -> String {
    String(
      decoding: try Descriptor.openFile("\(directory.path)/\(name)").readAll(atMost: 1000),
      as: UTF8.self)
  }

  private func job(_ name: String, _ text: String) -> FileWork.Job {
    FileWork.Job(path: "\(directory.path)/\(name)", content: Array(text.utf8))
  }

  @Test("of what came for a file while the disk was slow the newest is written, and told once")
  func newest() throws {
    var work = FileWork(FileWork.Setup())
    var outcomes: [FileWork.Outcome] = []
    for (name, text) in [("a", "1"), ("b", "2"), ("a", "3")] {
      work.carryOut(job(name, text), outcomes: &outcomes)
    }
    #expect(outcomes.isEmpty)
    work.settle(outcomes: &outcomes)
    #expect(outcomes.map(\.path) == ["b", "a"].map { "\(directory.path)/\($0)" })
    #expect(outcomes.allSatisfy { $0.error == nil })
    #expect(try content("a") == "3" && content("b") == "2")
    #expect(work.health.lastSync != nil)
  }

  @Test("what is written is written once: what somebody then makes of the file stays")
  func once() throws {
    var work = FileWork(FileWork.Setup())
    var outcomes: [FileWork.Outcome] = []
    work.carryOut(job("a", "1"), outcomes: &outcomes)
    work.settle(outcomes: &outcomes)
    _ = directory.file("a", "somebody else's")
    work.carryOut(job("b", "2"), outcomes: &outcomes)
    work.settle(outcomes: &outcomes)
    work.close(outcomes: &outcomes)
    #expect(try content("a") == "somebody else's")
    #expect(outcomes.map(\.path) == ["a", "b"].map { "\(directory.path)/\($0)" })
  }

  @Test("a file that can't be written is told with the reason, and isn't tried again by itself")
  func failure() throws {
    var work = FileWork(FileWork.Setup())
    var outcomes: [FileWork.Outcome] = []
    _ = directory.file("a", "no directory")
    work.carryOut(job("a/b", "1"), outcomes: &outcomes)
    work.carryOut(job("c", "2"), outcomes: &outcomes)
    work.settle(outcomes: &outcomes)
    #expect(outcomes.map(\.error) == [.notDirectory, nil])
    #expect(try content("c") == "2")
    outcomes.removeAll()
    work.settle(outcomes: &outcomes)
    #expect(outcomes.isEmpty)
  }
}
