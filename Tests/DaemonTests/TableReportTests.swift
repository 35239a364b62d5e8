// SPDX-License-Identifier: MIT

import Game
import Physics
import Posix
import Sensors
import Support
import Testing
import Wire

@testable import Daemon

/// From a table's text to the message that clients get.
@Suite("what clients are told of a table")
struct TableReportTests {
  /// A table that has all that a table can have.
  private static let text = """
    title = Everything
    game = holes
    cell = 40 mm
    ball-radius = 8 mm
    hole = 100 60 10 mm
    pivot = 90 70 mm
    turn-rate = 6 deg/s
    flag = 160 80 40 40 mm
    balls = 4
    goal = 7
    time = 90 s
    [map]
    S...#
    .....
    ..#..
    """

  private func report(_ text: String, name: String, best: BestRun?) throws -> TableReport {
    let table = try Table.parse(text: text, file: "\(name).table", name: name)
    let engine = Engine(table: table, pipeline: TiltPipeline(), recording: nil)
    let line = Message.table(Report.table(of: engine.session, best: best)).line
    var told: TableReport?
    if case .table(let report) = try Message.decode(line) { told = report }
    let report = try #require(told)
    #expect(report.hash == table.hash)
    return report
  }

  @Test("what stands in the table's text stands in the message, each thing in its own field")
  func everything() throws {
    let report = try report(Self.text, name: "all", best: BestRun(time: 12.5, score: 7))
    var expected = TableReport(
      name: "all", hash: report.hash, game: "holes", width: 0.2, height: 0.12, ballRadius: 0.008)
    expected.title = "Everything"
    expected.time = 90
    expected.balls = 4
    expected.goal = 7
    expected.blocks = BlockGrid(rows: ["....#", ".....", "..#.."])
    expected.holes = [TableReport.Hole(x: 0.1, y: 0.06, radius: 0.01)]
    expected.pivot = XY(x: 0.09, y: 0.07)
    expected.flag = TableReport.Flag(x: 0.16, y: 0.08, width: 0.04, height: 0.04)
    expected.best = BestRun(time: 12.5, score: 7)
    #expect(report == expected)
    // So that a field that is new must be in the text above, and told.
    for (name, value) in Mirror(reflecting: report).children {
      #expect(String(describing: value) != "nil", "\(name ?? "a field") isn't told")
    }
  }

  @Test("of the shipped mill, how many flags win it")
  func mill() throws {
    let text = try String(
      decoding: Descriptor.open("\(packageRoot)/tables/mill.table", .reading)
        .readAll(atMost: 1 << 16), as: UTF8.self)
    let report = try report(text, name: "mill", best: nil)
    #expect(report.goal == 3 && report.balls == 5 && report.time == 120 && report.best == nil)
  }
}
