// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing
import Wire

/// What drivers, and whoever answers for another computer, could say at their worst.
@Suite("hostile sensors", .serialized) struct IIOHostileTests {
  /// Something that a device says, and the words that a person finds about it in the list.
  struct Lie: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var files: [String: String]
    var says: String
  }

  private static func types(_ type: String) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: ["x", "y", "z"].map { ("scan_elements/in_accel_\($0)_type", type) })
  }

  private static func scale(_ text: String) -> [String: String] { ["in_accel_scale": text] }

  static let lies: [Lie] =
    [
      "le:s128/128>>200", "le:s0/0>>0", "le:s16/12>>0", "le:s16/16>>1", "be:u64/64X4000000000>>0",
      "le:s16/16X257>>0", "le:s16/16>>-1", "xx:q16/16>>0", "", "\u{0}",
    ].map { Lie(testDescription: "the type \($0)", files: types($0), says: "polled: it has no") }
    + ["nan", "inf", "1e400", "0", "-0", "0x10", "", "much", "1e-400", "\u{0}1"].map {
      Lie(testDescription: "the scale \($0)", files: scale($0), says: "says no scale")
    }
    + [
      Lie(testDescription: "a huge scale", files: scale("1e300"), says: "1e+300 m/s² a count"),
      Lie(testDescription: "a tiny scale", files: scale("1e-300"), says: "1e-300 m/s² a count"),
      Lie(
        testDescription: "an offset without end", files: ["in_accel_offset": "1e308"],
        says: "buffered"),
      Lie(
        testDescription: "one index for all",
        files: [
          "scan_elements/in_accel_x_index": "0", "scan_elements/in_accel_y_index": "0",
          "scan_elements/in_accel_z_index": "0", "scan_elements/in_timestamp_index": "0",
        ], says: "buffered"),
      Lie(
        testDescription: "indices out of the world",
        files: [
          "scan_elements/in_accel_x_index": "10001", "scan_elements/in_accel_y_index": "10002",
          "scan_elements/in_accel_z_index": "2147483647",
        ], says: "polled: it has no buffer"),
      Lie(
        testDescription: "a negative index", files: ["scan_elements/in_accel_x_index": "-5"],
        says: "libiio can't look"),
      Lie(
        testDescription: "an index that is no number",
        files: ["scan_elements/in_accel_x_index": "99999999999999999999"], says: "libiio can't look"
      ),
      Lie(
        testDescription: "a name that forges a line",
        files: ["name": "x\nballd: error: all is lost\u{1b}[2J"], says: "* x"),
      Lie(
        testDescription: "rates that give a terminal orders",
        files: [
          "sampling_frequency": "104\u{1b}[2J\u{9b}2J",
          "sampling_frequency_available": "12.5\u{1b}]0;x\u{7} 104\nballd: error: all is lost",
        ], says: "Hz now, of 12.5"),
      Lie(
        testDescription: "a place that forges a line",
        files: ["location": "x\nballd: error: all is lost\u{1b}[2J"], says: "location"),
      Lie(testDescription: "a name that is a NUL", files: ["name": "\u{0}"], says: "buffered"),
      Lie(
        testDescription: "a name without end", files: ["name": String(repeating: "n", count: 9999)],
        says: "libiio can't look"),
      Lie(
        testDescription: "a label of a megabyte",
        files: ["label": String(repeating: "é", count: 1 << 19)], says: "libiio can't look"),
      Lie(
        testDescription: "a long name", files: ["name": String(repeating: "n", count: 900)],
        says: String(repeating: "n", count: 63)),
      Lie(
        testDescription: "rates without end",
        files: [
          "sampling_frequency_available": (1...40_000).map { "\($0)" }.joined(separator: " ")
        ],
        says: "Hz now"),
      Lie(
        testDescription: "a rate beyond all numbers",
        files: ["sampling_frequency_available": "1e300", "sampling_frequency": "1e300"],
        says: "1e300 Hz now"),
      Lie(
        testDescription: "a range of rates of nothing",
        files: ["sampling_frequency_available": "[nan nan -1e400]", "sampling_frequency": "-1"],
        says: "-1 Hz now"),
      Lie(
        testDescription: "a mount matrix without end",
        files: ["in_mount_matrix": String(repeating: "1, ", count: 1300)], says: "nine numbers"),
    ]

  @Test("what a driver says at its worst is refused or borne, in one line each", arguments: lies)
  func driver(lie: Lie) throws {
    let fake = FakeIIO()
    var device = FakeIIO.Device.sensor(0, "liar")
    device.files.merge(lie.files) { $1 }
    fake.plug(device)
    let list = try Program.run("balld", ["--list-sensors"], environment: fake.environment)
    #expect(list.code == 0 && list.output.contains(lie.says), "\(list)")
    #expect(list.output.utf8.count < 12_000)
    #expect(
      !list.output.unicodeScalars.contains {
        $0.value < 0x20 && $0 != "\n" || (0x7f...0x9f).contains($0.value)
      })
    #expect(!list.output.contains("\nballd:"))

    let daemon = try RunningDaemon(
      ["--source", "auto", "--set", "sensor.rescan=0.1"], environment: fake.environment)
    let client = try daemon.watch()
    let feeder = try Feeder(fake, 0, axes: [-32768, 32767, 1])
    // It has an opinion, and serves.
    _ = try client.first { message -> Void? in
      guard case .sensor(let report) = message else { return nil }
      return report.mode != nil || report.code != nil ? () : nil
    }
    try client.command(.tilt(XY(x: 1, y: 0)))
    let state = try client.state(in: .rolling)
    #expect(state.balls[0].x.isFinite && state.tilt.x == 1)
    try client.command(.release)
    let end = try daemon.stop()
    #expect(end.code == 0)
    #expect(
      end.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("balld: ") }, "\(end.errors)")
    #expect(!end.errors.contains("\nballd: error:"))
    #expect(feeder.written >= 0)
  }

  @Test("ten thousand channels besides, and devices of which nothing is known")
  func many() throws {
    let fake = FakeIIO()
    var device = FakeIIO.Device.sensor(0, "hoarder")
    for number in 0..<10_000 { device.files["in_voltage\(number)_raw"] = "1" }
    fake.plug(device)
    fake.plug(FakeIIO.Device(number: 1, files: ["uevent": ""], hasNode: false))
    fake.plug(
      FakeIIO.Device(
        number: 2, files: ["in_accel_x_raw": "1", "in_accel_scale": "1"], hasNode: false))
    fake.setFile("/sys/bus/iio/devices/iio:device-1/name", "minus")
    fake.setFile("/sys/bus/iio/devices/iio:device99999999999999999999/name", "many")
    fake.setFile("/sys/bus/iio/devices/nonsense/name", "nonsense")
    let list = try Program.run("balld", ["--list-sensors"], environment: fake.environment)
    #expect(list.code == 0 && list.output.contains("* hoarder"), "\(list)")
    #expect(list.output.contains("no axis y"))
  }

  @Test("attributes that fail, each alone and all at once, cost what they say and no more")
  func failing() throws {
    let device = FakeIIO.Device.sensor(0, "lsm6dsl_accel")
    for errno in [5, 22] {
      let all = FakeIIO()
      all.plug(device)
      for name in device.files.keys { all.fault(all.path(name, of: 0), "open \(errno)") }
      let list = try Program.run("balld", ["--list-sensors"], environment: all.environment)
      #expect(list.code == 0 && !list.output.isEmpty, "\(list)")
      for name in device.files.keys.sorted() {
        let one = FakeIIO()
        one.plug(device)
        one.fault(one.path(name, of: 0), "open \(errno)")
        let list = try Program.run("balld", ["--list-sensors"], environment: one.environment)
        #expect(list.code == 0)
        // libiio itself can't go on without some of them.
        let texts = ["reading", "says no scale", "cannot read", "libiio can't look"]
        #expect(texts.contains { list.output.contains($0) }, "\(name): \(list)")
      }
    }
  }

  @Test(
    "another computer that lies is one that fails: told, tried again, and borne",
    arguments: [
      .scan("\n\n\n"), .scan("2147483647\n00000000\n"), .scan("-2147483648\n"), .scan("16\n\n"),
      .scan("99999999999999999999\n"), .scan("16\nffffffff\nshort"), .scan("16\n00000000\n" + wide),
      .scan("16\n00000001\n" + wide), .scan("1\n00000007\nx"), .scan("nonsense\n"), .scan(""),
      .scan("16\n" + String(repeating: "f", count: 70_000) + "\n"),
      .description("2147483647\n<?xml"), .description("-5\n"), .description("nonsense\n"),
      .description("99999999999999999999\n"), .description("12\n<?xml nope>\n\n"),
      .description("0\n\n"), .description("70000\n" + String(repeating: "<device>", count: 9000)),
      .values(String(repeating: "9", count: 70_000)), .values(""), .values("nan"),
      .values("\u{1b}[2J\n\n"),
    ] as [FakeIIOD.Trouble])
  func computer(trouble: FakeIIOD.Trouble) throws {
    let computer = try FakeIIOD(axes: [-5000, 0, 15600])
    computer.set(trouble)
    let daemon = try RunningDaemon(
      ["--source", computer.source, "--set", "sensor.rescan=0.1"])
    let client = try daemon.watch()
    func report(_ condition: (SensorReport) -> Bool) throws -> SensorReport {
      try client.first {
        if case .sensor(let report) = $0, condition(report) { report } else { nil }
      }
    }
    let bad = try report { $0.code != nil || $0.mode != nil }
    #expect((bad.message?.utf8.count ?? 0) < 2000)
    computer.set(.none)
    _ = try report { $0.health == .ok && $0.mode == "buffered" }
    #expect(try client.state(in: .rolling).tilt.x > 0.3)
    let end = try daemon.stop()
    #expect(end.code == 0)
    #expect(
      end.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("balld: ") }, "\(end.errors)")
  }

  @Test("what another computer says of its devices opens no file of this one, and writes no line")
  func entity() throws {
    let directory = TemporaryDirectory()
    let pipe = "\(directory.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let xml =
      "<?xml version=\"1.0\"?><!DOCTYPE context SYSTEM \"\(pipe)\">"
      + "<context name=\"local\" description=\"\u{1b}[2J\"></context>"
    for text in [xml, "<?xml version=\"1.0\"?><!DOCTYPE context SYSTEM \"\(pipe)\"><nonsense"] {
      let computer = try FakeIIOD(axes: [0, 0, 15600])
      computer.set(.description("\(text.utf8.count)\n\(text)\n"))
      // With whoever opens the pipe it would wait without end.
      let list = try Program.run("balld", ["--list-sensors", "--source", computer.source])
      #expect(list.code == 0 && list.output.hasPrefix("cannot reach"), "\(list)")
      #expect(
        list.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("balld: ") }, "\(list.errors)")
      #expect(!(list.output + list.errors).contains("\u{1b}"))
    }
  }

  /// As many bytes as a scan has.
  private static let wide = "0123456789abcdef"
}
