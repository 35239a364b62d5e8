// SPDX-License-Identifier: MIT

import Testing

@testable import Wire

/// A status with nothing to say.
private let plain = StatusReport(
  server: "balld 0.1.0", sensor: SensorReport(source: "iio", health: .ok), phase: .rolling,
  table: .init(name: "marble", game: "marble"))

/// A status with all that it can have.
private let full: StatusReport = {
  var report = StatusReport(
    server: "balld 0.1.0", uptime: 3600.5,
    sensor: SensorReport(source: "iio", name: "lsm6dso", rate: 17.2, odr: 208, health: .ok),
    quality: TiltQuality(uncertaintyDegrees: 0.25, isResting: true), phase: .rolling,
    table: .init(name: "mill", title: "The mill", game: "holes"), time: 12.5, score: 2,
    ballsLeft: 1, isDemo: true, driver: "client 4", clients: .init(connected: 3, limit: 256),
    storage: .init(
      directory: "/var/lib/balld", runs: 12, free: 1_000_000, lastSync: 0.5, syncAge: 9,
      fault: "no room"), recording: .init(file: "/srv/a", clients: 1, fault: "full"),
    configuration: .init(warnings: ["a:1: b"], fault: "c"))
  report.problems = [.init(code: "x", message: "y", hint: "z"), .init(code: "v", message: "w")]
  report.notes = [.init(code: "n", message: "m")]
  return report
}()

@Suite("a status")
struct StatusReportTests {
  private static let golden: [(StatusReport, String)] = [
    (
      plain,
      #"{"class":"status","well":true,"server":"balld 0.1.0","sensor":{"source":"iio","gyro":false,"#
        + #""mount":[1,0,0,0,1,0,0,0,1],"mountFrom":"identity","health":"ok"},"phase":"rolling","#
        + #""table":{"name":"marble","game":"marble"}}"#
    ),
    (
      full,
      #"{"class":"status","well":false,"problems":[{"code":"x","message":"y","hint":"z"},"#
        + #"{"code":"v","message":"w"}],"notes":[{"code":"n","message":"m"}],"#
        + #""server":"balld 0.1.0","uptime":3600.5,"sensor":{"source":"iio","name":"lsm6dso","#
        + #""rate":17.2,"odr":208,"gyro":false,"mount":[1,0,0,0,1,0,0,0,1],"#
        + #""mountFrom":"identity","health":"ok"},"quality":{"uncertaintyDegrees":0.25,"#
        + #""resting":true,"rejected":0},"phase":"rolling","demo":true,"table":{"name":"mill","#
        + #""title":"The mill","game":"holes"},"time":12.5,"score":2,"ballsLeft":1,"#
        + #""driver":"client 4","clients":{"connected":3,"limit":256},"#
        + #""storage":{"directory":"/var/lib/balld","runs":12,"free":1000000,"lastSync":0.5,"#
        + #""syncAge":9,"fault":"no room"},"recording":{"file":"/srv/a","clients":1,"#
        + #""fault":"full"},"configuration":{"warnings":["a:1: b"],"fault":"c"}}"#
    ),
  ]

  @Test("is this text, and is read back as it was", arguments: golden.indices)
  func goldenLines(index: Int) throws {
    let (report, line) = Self.golden[index]
    #expect(text(Message.status(report).line) == line + "\n")
    #expect(try Message.decode(utf8(line)) == .status(report))
  }

  @Test("whose fields are lacking or wrong is refused by the field's name")
  func wrong() {
    let line = Self.golden[1].1
    for (found, replaced, field) in [
      (#""server":"balld 0.1.0","#, "", "server"), (#""phase":"rolling","#, "", "phase"),
      (#""health":"ok""#, #""health":7"#, "health"), (#""game":"holes""#, #""game":[]"#, "game"),
      (#""connected":3"#, #""connected":"3""#, "connected"),
      (#""uptime":3600.5"#, #""uptime":{}"#, "uptime"),
      (#"["a:1: b"]"#, "[1]", "configuration"), (#""code":"x","#, "", "code"),
      (#"[{"code":"n","message":"m"}]"#, "[1]", "notes"),
      (#""clients":1"#, #""clients":null"#, "clients"),
      (#"{"connected":3,"limit":256}"#, "3", "clients"),
    ] {
      let parts = line.split(separator: found, maxSplits: 1)
      let changed = parts.joined(separator: replaced)
      #expect(throws: MessageError.self, "\(field)") { try Message.decode(utf8(changed)) }
      do throws(MessageError) {
        _ = try Message.decode(utf8(changed))
      } catch {
        #expect(error.description.contains("'\(field)'"), "\(error)")
      }
    }
  }

  @Test("keeps to the limit of its line, with as many warnings as a file can have")
  func length() {
    let long = String(repeating: "\u{1}", count: 5000)
    let remark = StatusReport.Remark(code: long, message: long, hint: long)
    var report = full
    report.configuration = .init(
      warnings: Array(repeating: long, count: 100_000), file: long, fault: long)
    report.storage?.fault = long
    report.recording?.fault = long
    report.sensor = SensorReport(
      source: long, name: long, id: long, mode: "buffered", rate: 1, odr: 100, mountFrom: long,
      health: .init(rawValue: long), reason: long, code: long, message: long, hint: long)
    #expect(report.configuration?.warnings.count == StatusReport.Configuration.warningsLimit)
    report = report.judged
    report.notes = Array(repeating: remark, count: 4)
    #expect(report.problems.count >= 6)
    #expect(Message.status(report).line.count <= Limits.tableLine)
  }

  @Test("says how to have that file checked which is in force, as a shell takes it")
  func checking() {
    for (file, option) in [
      (nil, ""), ("/etc/my.conf", "--config /etc/my.conf "), ("a b", "--config 'a b' "),
      ("it's", "--config 'it'\\''s' "),
    ] as [(String?, String)] {
      var report = full
      report.configuration = .init(warnings: ["w"], file: file)
      let hint = report.judged.problems.first { $0.code == "unknown-setting" }?.hint
      #expect(hint == "`balld \(option)--check-config` says all that is wrong with it")
    }
  }

  // MARK: What needs somebody

  private struct Case {
    var what: String
    var problems: [String]
    var notes: [String] = []
    var change: @Sendable (inout StatusReport) -> Void
  }

  private static let cases: [Case] = [
    Case(what: "nothing known", problems: []) { _ in },
    Case(what: "a quiet board", problems: []) { $0.sensor.health = .quiet },
    Case(what: "a recording's end", problems: []) { $0.sensor.health = .ended },
    Case(what: "a sensor that is silent", problems: ["no-data"]) { $0.sensor.health = .noData },
    Case(what: "a sensor that is stuck, with its own word", problems: ["why"]) {
      $0.sensor.health = .init(rawValue: "stuck")
      $0.sensor.code = "why"
    },
    Case(what: "no sensor", problems: ["no-sensor"]) { $0.sensor.health = .waiting },
    Case(what: "no sensor, and a client in its place", problems: []) {
      $0.sensor.health = .waiting
      $0.driver = "client 1"
    },
    Case(what: "clients alone are wanted", problems: []) {
      $0.sensor = SensorReport(source: "client", health: .waiting)
    },
    Case(what: "a word of the sensor that hinders nobody", problems: [], notes: ["no-trigger"]) {
      $0.sensor.code = "no-trigger"
      $0.sensor.message = "it is polled"
    },
    Case(what: "a buffered sensor at 79 %", problems: ["low-rate"]) {
      ($0.sensor.mode, $0.sensor.rate, $0.sensor.odr) = ("buffered", 79, 100)
    },
    Case(what: "a buffered sensor at 80 %", problems: []) {
      ($0.sensor.mode, $0.sensor.rate, $0.sensor.odr) = ("buffered", 80, 100)
    },
    Case(what: "a polled sensor at 8 %", problems: [], notes: ["low-rate"]) {
      ($0.sensor.mode, $0.sensor.rate, $0.sensor.odr) = ("polled", 17, 208)
    },
    Case(what: "a device that makes nothing", problems: []) {
      ($0.sensor.mode, $0.sensor.rate, $0.sensor.odr) = ("buffered", 0, 0)
    },
    Case(what: "rates that are none", problems: []) {
      ($0.sensor.mode, $0.sensor.rate, $0.sensor.odr) = ("buffered", -.infinity, 100)
    },
    Case(what: "runs that can't be stored", problems: ["storage"]) {
      $0.storage = .init(fault: "no room")
    },
    Case(what: "a disk of a second", problems: []) { $0.storage = .init(lastSync: 1) },
    Case(what: "a slower one", problems: ["slow-disk"]) { $0.storage = .init(lastSync: 1.01) },
    Case(what: "16 MB are free", problems: []) { $0.storage = .init(free: 16_000_000) },
    Case(what: "less is free", problems: ["full-disk"]) { $0.storage = .init(free: 15_999_999) },
    Case(what: "room for another client", problems: []) {
      $0.clients = .init(connected: 255, limit: 256)
    },
    Case(what: "no such room", problems: ["too-many-clients"]) {
      $0.clients = .init(connected: 256, limit: 256)
    },
    Case(what: "a recording under way", problems: []) { $0.recording = .init(clients: 2) },
    Case(what: "one that broke off", problems: ["recording"]) {
      $0.recording = .init(clients: 2, fault: "full")
    },
    Case(what: "an unknown setting", problems: ["unknown-setting"]) {
      $0.configuration = .init(warnings: ["a:1"])
    },
    Case(what: "a configuration that can't be read again", problems: ["configuration"]) {
      $0.configuration = .init(fault: "a:1")
    },
    Case(
      what: "all at once, what hinders most first", problems: ["stuck", "slow-disk", "recording"]
    ) {
      $0.sensor.health = .init(rawValue: "stuck")
      $0.storage = .init(lastSync: 7)
      $0.recording = .init(clients: 0, fault: "full")
    },
  ]

  @Test(
    "is judged by what needs somebody, and what is only worth knowing", arguments: cases.indices)
  func judgement(index: Int) {
    let judged = Self.cases[index]
    var report = plain
    judged.change(&report)
    #expect(report.judged.problems.map(\.code) == judged.problems, "\(judged.what)")
    #expect(report.judged.notes.map(\.code) == judged.notes, "\(judged.what)")
    for problem in report.judged.problems { #expect(!problem.message.isEmpty) }
  }

  @Test("says what is wrong by its own words, and what to do")
  func words() {
    var report = plain
    report.sensor = SensorReport(
      source: "iio", mode: "buffered", rate: 52, odr: 104, health: .waiting, message: "m", hint: "h"
    )
    report.configuration = .init(warnings: ["a:1: unknown", "b", "c"])
    report.storage = .init(directory: "/var/lib/balld", free: 3_999_999)
    let problems = report.judged.problems
    #expect(problems[0].code == "no-sensor" && problems[0].message == "m")
    #expect(problems[0].hint?.hasPrefix("h; to play without one press an arrow key") ?? false)
    #expect(problems[1].message == "only 50 % of the samples that the sensor makes arrive")
    #expect(problems[2].message == "the disk is nearly full: 3 MB are free")
    #expect(problems[2].hint == "make room in the file system of /var/lib/balld")
    #expect(problems[3].message == "a:1: unknown (and 2 more)")
  }
}
