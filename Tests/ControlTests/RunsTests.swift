// SPDX-License-Identifier: MIT

import Posix
import Testing

@testable import Control

@Suite("ballctl runs")
struct RunsTests {
  private let list =
    #"{"class":"runs","runs":[{"table":"mill","hash":"1","game":"holes","outcome":"lost","#
    + #""time":60,"score":3,"impacts":0,"source":"client","changed":true},{"number":12,"#
    + #""table":"labyrinth","hash":"2","game":"maze","outcome":"won","time":12.3456,"#
    + #""impacts":1234,"source":"iio","best":true,"new":[1],"ended":1795691400}],"#
    + #""storage":{"runs":11,"free":1234567890,"lastSync":0.0125,"fault":"no\u001b room"}}"#

  private func run(_ arguments: [String], _ answer: String) throws -> Run {
    try ControlTests.run(
      ["runs"] + arguments,
      against: [.send(greeting + state), .receive, .send(answer + "\n"), ok("runs"), .drain])
  }

  @Test("are printed in columns, with what is worth a word, and how the disk is")
  func people() throws {
    let run = try run([], list)
    #expect(run.received == ["{\"do\":\"runs\",\"id\":\(confirmedID)}"])
    let ended = try #require(localTime(1_795_691_400))
    let blank = String(repeating: " ", count: ended.count - 5)
    #expect(
      run.output == """
        ended\(blank)  table      how      time  points  hits  by
        unknown\(blank.dropLast(2))  mill       lost  60.00 s       3     0  client  blocks changed, not stored yet
        \(ended)  labyrinth  won   12.34 s       -  1234  iio     best
        11 runs are stored, 1.2 GB are free, the disk took 12.5 ms for the last
        runs can't be stored: no\u{fffd} room

        """)
    #expect(run.exitCode == 0)
  }

  @Test("are printed for programs as they came")
  func programs() throws {
    #expect(try run(["--json"], list).output == list + "\n")
  }

  @Test("are those that were asked for")
  func query() throws {
    let run = try run(
      ["--best", "--count=3", "maze:3x3:1"], #"{"class":"runs","runs":[],"storage":{}}"#)
    #expect(
      run.received == [
        "{\"do\":\"runs\",\"table\":\"maze:3x3:1\",\"best\":true,\"limit\":3,\"id\":\(confirmedID)}"
      ])
    #expect(run.output == "no run on maze:3x3:1 has been finished yet\n")
  }

  @Test(
    "of a table that isn't there are no runs yet to come, and that is said",
    arguments: [false, true])
  func noSuchTable(isThere: Bool) throws {
    let name = isThere ? "mill" : "mull"
    let run = try ControlTests.run(
      ["runs", name],
      against: [
        .send(greeting), .receive,
        .send(#"{"class":"runs","runs":[],"storage":{}}"# + "\n" + okLine("runs")), .receive,
        .send(#"{"class":"tables","tables":[{"name":"mill","game":"holes"}]}"# + "\n"),
        ok("tables"), .drain,
      ])
    #expect(run.output == (isThere ? "no runs on mill yet\n" : ""))
    #expect(run.exitCode == (isThere ? 0 : 70))
    #expect(
      run.errors
        == (isThere
          ? ""
          : "ballctl: there is no table 'mull', and there are no runs on one\n"
            + "  `ballctl tables` lists the tables\n"))
  }
}
