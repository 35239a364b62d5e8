// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Control

@Suite("ballctl status")
struct StatusTests {
  /// A status with all that it can have.
  private let full = StatusReport(
    server: "balld 0.1.0", uptime: 11_580,
    sensor: SensorReport(
      source: "iio", name: "lsm6dso", mode: "buffered", rate: 103.8, odr: 104, gyro: true,
      level: XYZ(x: 0, y: 0.1, z: 0.99), gyroBias: XYZ(x: 0.01, y: 0, z: 0), health: .ok),
    quality: TiltQuality(uncertaintyDegrees: 0.304, isResting: true), phase: .rolling,
    table: .init(name: "mill", title: "The mill", game: "holes"), time: 12.34, score: 2,
    ballsLeft: 1, driver: "client 4", clients: .init(connected: 3, limit: 256),
    storage: .init(
      directory: "/var/lib/balld", runs: 12, free: 6_700_000_000, lastSync: 0.0031, syncAge: 75),
    recording: .init(file: "/srv/a.recording", clients: 1), configuration: .init())

  private func run(_ status: StatusReport, _ options: String...) throws -> Run {
    let line = String(decoding: Message.status(status).line, as: UTF8.self)
    return try ControlTests.run(
      ["status"] + options,
      against: [.send(greeting + sensor), .receive, .send(line + okLine("status")), .drain])
  }

  @Test("says that all is well, and what that rests on")
  func well() throws {
    let run = try run(full)
    #expect(
      run.output == """
        all is well
        balld      0.1.0, up for 3 h 13 min
        sensor     IIO sensor lsm6dso, buffered, 103.8 of the device's 104.0 Hz, well
        tilt       known to 0.30°, at rest, level set, calibrated
        table      mill (holes), rolling, run 12.3 s, score 2, 1 ball left
        clients    2 beside this one, of at most 256; client 4 tilts the table
        runs       12 stored in /var/lib/balld, 6.7 GB free, the last took 3.1 ms to write 1 min ago
        recording  into /srv/a.recording, and by 1 client
        settings   read without a warning

        """)
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.received == ["{\"do\":\"status\",\"id\":\(confirmedID)}"])
  }

  @Test("says first what needs somebody, with what to do, and exits with 1")
  func problem() throws {
    var status = full
    status.recording = .init(clients: 0)
    status.configuration = .init(warnings: ["a", "b"])
    status.problems = [.init(code: "slow-disk", message: "the disk is\u{1b} slow", hint: "look")]
    let run = try run(status)
    #expect(run.output.hasPrefix("something needs you: the disk is\u{fffd} slow\n  look\nballd "))
    #expect(run.output.hasSuffix("\nsettings   read, with 2 warnings\n"))
    #expect(run.output.split(separator: "\n").count == 9)
    #expect(run.exitCode == 1)
    #expect(run.errors == "")
  }

  @Test("has ten lines at the most, however much is wrong", arguments: 0...12)
  func lines(problems: Int) throws {
    var status = full
    status.problems = (0..<problems).map {
      .init(code: "c", message: "problem \($0)", hint: "hint \($0)")
    }
    status.notes = (0..<5).map { .init(code: "n", message: "note \($0)") }
    for recording in [full.recording, nil] {
      status.recording = recording
      let lines = try run(status).output.split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast()
      #expect(lines.count <= 10)
      #expect((lines[0] == "all is well") == (problems == 0))
      for number in 0..<problems {
        let isTold = lines.contains { $0.hasSuffix("problem \(number)") }
        let isToldWithHint = lines.contains { $0.hasSuffix("problem \(number); hint \(number)") }
        if number == 0 { #expect(isTold || isToldWithHint) }
      }
      // What isn't told is counted.
      let told = (0..<problems).filter { number in
        lines.contains {
          $0.hasSuffix("problem \(number)") || $0.hasSuffix("problem \(number); hint \(number)")
        }
      }
      if told.count < problems {
        #expect(lines.contains("and \(problems - told.count) more, which --json tells"), "\(lines)")
      }
    }
  }

  @Test("speaks of what the game and the sensor do in words, and leaves the protocol's to programs")
  func words() throws {
    var status = full
    status.phase = .noSensor
    status.clients = .init(connected: 1, limit: 256)
    status.driver = nil
    status.sensor = SensorReport(source: "client", mode: "on-change", health: .waiting)
    let run = try run(status)
    #expect(run.output.contains("\nsensor     none but clients, and none of them tilts yet\n"))
    #expect(run.output.contains("\ntable      mill (holes), waiting for a sensor or a client, "))
    #expect(run.output.contains("\nclients    none beside this one, of at most 256\n"))
    for word in ["noSensor", "on-change", "no-data"] { #expect(!run.output.contains(word)) }
    let phases: [Phase] = [
      .noSensor, .ready, .rolling, .paused, .stalled, .countdown, .captured, .won, .lost, .finished,
    ]
    #expect(Set(phases.map(\.words)).count == phases.count)
    // A later version's.
    #expect(Phase(rawValue: "floating\u{1b}").words == "floating\u{fffd}")
    let later = SensorReport(
      source: "sonar", name: "x", mode: "pinged", health: .init(rawValue: "wet"))
    #expect(later.summary(rate: "3 Hz") == "sonar x, pinged, 3 Hz, wet")
  }

  @Test("gives programs the message as it came, and exits the same")
  func json() throws {
    var status = full
    #expect(
      try run(status, "--json").output
        == String(decoding: Message.status(status).line, as: UTF8.self))
    status.problems = [.init(code: "slow-disk", message: "slow")]
    let run = try run(status, "--json")
    #expect(run.output == String(decoding: Message.status(status).line, as: UTF8.self))
    #expect(run.exitCode == 1)
  }

  @Test("says to those who may only watch what they can know, by the same rule")
  func viewOnly() throws {
    let sensor =
      #"{"class":"sensor","source":"iio","name":"lsm6dso_accel","mode":"polled","rate":17.24,"#
      + #""gyro":true,"mount":[1,0,0,0,1,0,0,0,1],"mountFrom":"identity","health":"stuck","#
      + #""code":"stuck","message":"it is stuck","hint":"free it"}"# + "\n"
    for (told, verdict, exitCode) in [
      (ControlTests.sensor, "all is well\n", 0),
      (sensor, "something needs you: it is stuck\n  free it\n", 1),
    ] {
      let script: [Step] = [
        .send(greeting + told), .receive, .send(table + impact + state + state), .drain,
      ]
      let run = try ControlTests.run(["status"], against: script, on: "view.sock")
      #expect(run.received == [#"{"do":"watch"}"#])
      #expect(
        run.output.hasPrefix(verdict + "balld      0.1.0\nsensor     IIO sensor lsm6dso_accel"))
      #expect(run.output.contains("\nunknown    clients, disk, recordings and settings"))
      #expect(run.exitCode == exitCode)
      let json = try ControlTests.run(["status", "--json"], against: script, on: "view.sock")
      let line = Array(json.output.utf8)
      guard case .status(let status) = try Message.decode(line) else {
        Issue.record("no status: \(json.output)")
        return
      }
      #expect(status.clients == nil && status.storage == nil)
      #expect(status.problems.isEmpty == (exitCode == 0))
      #expect(json.exitCode == exitCode)
    }
  }

  @Test("fails when balld goes before it has told all", arguments: ["control.sock", "view.sock"])
  func gone(socket: String) throws {
    let run = try ControlTests.run(["status"], against: [.send(greeting), .receive], on: socket)
    #expect(run.output == "")
    #expect(
      run.errors == "ballctl: balld closed the connection at DIR/\(socket); see its log for why\n")
    #expect(run.exitCode == 69)
  }

  @Test("refuses a server of another major protocol number")
  func protocols() throws {
    let hello = #"{"class":"hello","server":"balld 9\u001b","protocol":"2.0","session":"s"}"#
    let run = try ControlTests.run(["status"], against: [.receive, .send(hello + "\n"), .drain])
    #expect(
      run.errors
        == "ballctl: what listens at DIR/control.sock doesn't speak as balld does: "
        + "balld 9\u{fffd} speaks protocol 2.0, this ballctl speaks 1.0\n")
    #expect(run.exitCode == 70)
  }

  @Test(
    "tells a time span in the two units that say most",
    arguments: [
      (0, "0 s"), (59.9, "59 s"), (60, "1 min"), (3599, "59 min"), (3600, "1 h 0 min"),
      (86_399, "23 h 59 min"), (86_400, "1 d 0 h"), (1e6, "11 d 13 h"), (-1, "0 s"),
      (.infinity, "inf s"),
    ] as [(Double, String)])
  func spans(seconds: Double, text: String) { #expect(spanText(seconds) == text) }
}
