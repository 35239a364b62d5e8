// SPDX-License-Identifier: MIT

import Glibc
import Support
import Testing
import Wire

@Suite("balld and the recordings that people have") struct RecordingProgramTests {
  private func played(_ named: String) throws -> Program.Result {
    try Program.run("balld", ["--source", "log:\(named)", "--speed", "max", "--print"])
  }

  private static let forces =
    "Time (s),Acceleration x (m/s^2),Acceleration y (m/s^2),Acceleration z (m/s^2)\n"
    + (0..<100).map { "\(Double($0) / 100),\(Double($0 % 30) / 10),0.1,9.7\n" }.joined()
  private static let rates =
    "Time (s),Gyroscope x (rad/s),Gyroscope y (rad/s),Gyroscope z (rad/s)\n"
    + (0..<50).map { "\(Double($0) / 50),0.1,0.2,0.3\n" }.joined()

  @Test("log:A+B plays two files as one recording")
  func pair() throws {
    let directory = TemporaryDirectory()
    let first = directory.file("forces.csv", Self.forces)
    let second = directory.file("rates.csv", Self.rates)
    let result = try played("\(first)+\(second)")
    #expect(result.code == 0)
    let sensor = try #require(
      try result.output.split(separator: "\n").lazy.compactMap { line -> SensorReport? in
        guard case .sensor(let report) = try Message.decode(Array(line.utf8)) else { return nil }
        return report
      }.first)
    #expect(sensor.name == "forces+rates")
    #expect(sensor.gyro == true)
    #expect(result.output.hasSuffix("\n") && result.output.contains("\"phase\":\"finished\""))
  }

  @Test("evemu's recordings are played")
  func evemu() throws {
    let directory = TemporaryDirectory()
    var text = "# EVEMU 1.3\nN: x\nP: 40 00 00 00 00 00 00 00\n"
    for axis in 0..<3 { text += "A: 0\(axis) -32768 32767 0 0 8192\n" }
    for index in 0..<200 {
      let time = "1.\(100_000 + index * 4000)"
      text += "E: \(time) 0003 0000 \(index * 9)\nE: \(time) 0003 0001 \(-index)\n"
      text += "E: \(time) 0003 0002 8192\nE: \(time) 0000 0000 0000\n"
    }
    let result = try played(directory.file("pad.evemu", text))
    #expect(result.code == 0)
    #expect(result.output.contains("\"rate\":250"))
    #expect(result.output.contains("\"phase\":\"finished\""))
  }

  @Test(
    "a recording that can't be played ends in 65, with one line that says why",
    arguments: [
      ("t (s),linear_ax,linear_ay,linear_az\n0,0,0,0\n", "gravity has been removed"),
      ("t (s),ax (g),ay (g),az (g)\n0,0,0,1\n1,0,0,1\n2,0,0,1\n", "too slow to play"),
      ("t (s),ax (g),ay (g),az (g)\n0,0,0,9.8\n0.1,0,0,9.8\n", "the numbers look like m/s²"),
      ("PK\u{3}\u{4}x\n", "ZIP archive"),
    ])
  func refused(text: String, reason: String) throws {
    let directory = TemporaryDirectory()
    let path = directory.file("log.csv", text)
    let result = try played(path)
    #expect(result.code == 65)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("balld: error: \(path):"))
    #expect(result.errors.contains(reason))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("a file that is cut while it is printed ends in 74, with the reason")
  func cut() throws {
    let directory = TemporaryDirectory()
    let rows = (0..<200_000).map { "\($0 * 10),\($0 % 3),0.1,9.7\n" }.joined()
    let path = directory.file("long.csv", "t,ax (m/s²),ay (m/s²),az (m/s²)\n" + rows)
    let balld = try Program.start(
      "balld", ["--source", "log:\(path)", "--speed", "100", "--print"])
    #expect(try balld.waitForError(containing: "time unit concluded"))
    #expect(truncate(path, 100_000) == 0)
    let result = try balld.finish()
    #expect(result.code == 74)
    #expect(result.errors.contains("\(path): found only 100000 of "))
    #expect(result.output.contains("\"phase\":\"finished\""))
  }

  @Test(
    "a recording that is larger than the memory is played",
    .enabled(if: Sanitizer.leavesMemoryAlone))
  func larger() throws {
    let directory = TemporaryDirectory()
    // 300000 samples of 64 bytes and more: they alone would need 19 MB.
    let rows = (0..<300_000).map { "\($0),0,.\($0 % 7),1\n" }.joined()
    let path = directory.file("long.csv", "t (ms),ax (g),ay (g),az (g)\n" + rows)
    let command = "ulimit -d 16000 && exec \"$0\" \"$@\""
    let result = try Program.run(
      path: "/bin/sh",
      [
        "-c", command, "\(Program.directory)/balld", "--source", "log:\(path)", "--speed", "max",
        "--print",
      ])
    #expect(result.code == 0, "\(result.errors.suffix(300))")
    #expect(result.output.contains("\"phase\":\"finished\""))
  }

  @Test("where nothing moves, that is said in one line, and it is played")
  func still() throws {
    let directory = TemporaryDirectory()
    let rows = (0..<150).map { "\(Double($0) / 100),0,0.01,9.8\n" }.joined()
    let path = directory.file("still.csv", "t (s),ax (m/s²),ay (m/s²),az (m/s²)\n" + rows)
    let result = try played(path)
    #expect(result.code == 0)
    #expect(result.errors.contains("\(path): nothing moves in it"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}
