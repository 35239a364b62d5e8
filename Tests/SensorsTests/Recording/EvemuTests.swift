// SPDX-License-Identifier: MIT

import Sensors
import Testing

// Written by hand after evemu's README and evemu-record's output: no device was recorded.

/// An accelerometer with 8192 counts a g and a gyro with 1024 counts per degree a second.
private let description = """
  N: Some Gamepad Motion Sensors
  I: 0003 1209 0002 0111
  P: 40 00 00 00 00 00 00 00
  B: 00 1b 00 00 00 00 00 00 00
  B: 01 00 00 00 00 00 00 00 00
  B: 03 3f 00 00 00 00 00 00 00
  B: 04 20 00 00 00 00 00 00 00
  A: 00 -32768 32767 16 0 8192
  A: 01 -32768 32767 16 0 8192
  A: 02 -32768 32767 16 0 8192
  A: 03 -2097152 2097152 16 0 1024
  A: 04 -2097152 2097152 16 0 1024
  A: 05 -2097152 2097152 16 0 1024

  """

/// Lines of events; `time` in µs.
private func frame(_ time: Int, _ axes: [Int: Int], stamp: UInt32? = nil) -> String {
  let seconds = "\(time / 1_000_000).\(String(1_000_000 + time % 1_000_000).dropFirst())"
  var text = ""
  for (code, value) in axes.sorted(by: { $0.key < $1.key }) {
    text += "E: \(seconds) 0003 000\(code) \(value)\n"
  }
  if let stamp { text += "E: \(seconds) 0004 0005 \(Int32(bitPattern: stamp))\n" }
  return text + "E: \(seconds) 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +4ms\n"
}

private let g = 9.80665

@Suite("evemu's recordings, written by hand") struct EvemuTests {
  private let still = [0: 0, 1: 0, 2: 8192, 3: 0, 4: 0, 5: 0]

  @Test(
    "all versions are read, with comments and without", arguments: ["", "1.0", "1.1", "1.2", "1.3"])
  func versions(version: String) throws {
    var text = version.isEmpty ? "" : "# EVEMU \(version)\n"
    if version >= "1.1" { text += "# Input device name: \"Some Gamepad\"\n" }
    text += description
    if version == "1.3" { text += "S: 12 00 00\nL: 11 00 00\n" }
    if version >= "1.1" {
      text += "################################\n#      Waiting for events      #\n"
    }
    text += frame(1, still) + frame(4001, [0: 4096, 1: -2048, 3: 2048])
    let recording = try load(text)
    #expect(recording.period == 4_000_000 && recording.hasGyro)
    let samples = try recording.samples
    #expect(samples[0].acceleration == Vector3(0, 0, g))
    #expect(samples[0].angularVelocity == Vector3(0, 0, 0))
    #expect(samples[1].acceleration == Vector3(0.5 * g, -0.25 * g, g))
    #expect(samples[1].angularVelocity == Vector3(2 * degree, 0, 0))
    #expect(recording.summary == "evemu, 2 samples, 0.008 s, 250 Hz, accelerometer and gyro")
    #expect(recording.report == RecordingReport())
  }

  @Test("of several lines of properties the first one has the mark of an accelerometer")
  func properties() throws {
    let axes = (0...2).map { "A: 0\($0) -32768 32767 16 0 8192\n" }.joined()
    // With a key: without the mark it is none.
    func text(_ properties: [String]) -> String {
      "N: a\n" + properties.map { "P: \($0) 00 00 00 00 00 00 00\n" }.joined() + "B: 01 02 00\n"
        + axes + frame(1, [0: 0, 1: 0, 2: 8192]) + frame(4001, [0: 4096])
    }
    #expect(try load(text(["40", "00"])).samples.count == 2)
    #expect(throws: (any Error).self) { try load(text(["00", "40"])) }
  }

  @Test("before each axis has been told, there is no reading")
  func unknown() throws {
    let text =
      description + frame(0, [2: 8192]) + frame(4000, [0: 10]) + frame(8000, [1: 20])
      + frame(12000, [0: 30]) + frame(16000, [3: 1, 4: 1, 5: 1]) + frame(20000, [5: 1024])
    let samples = try load(text).samples
    #expect(samples.map(\.time) == [8_000_000, 12_000_000, 16_000_000, 20_000_000])
    #expect(samples.map { $0.angularVelocity != nil } == [false, false, true, true])
  }

  @Test("dropped events: nothing up to the next report, and every axis must be told anew")
  func dropped() throws {
    // BUGS 12: X was 5; the kernel drops; after that X is 7 and Y 9.
    let text =
      description + frame(0, [0: 5, 1: 5, 2: 8192])
      + "E: 0.004000 0003 0000 6\nE: 0.004000 0000 0003 0\n" + frame(4000, [1: 9])
      + frame(8000, [0: 7]) + frame(12000, [1: 9, 2: 8192]) + frame(16000, [2: 8190])
    let recording = try load(text)
    let samples = try recording.samples
    #expect(samples.map { ($0.acceleration.x * 8192 / g).rounded() } == [5, 7, 7])
    #expect(samples.map { ($0.acceleration.y * 8192 / g).rounded() } == [5, 9, 9])
    #expect(samples.map(\.time) == [0, 12_000_000, 16_000_000])
    #expect(recording.report.droppedFrames == 2)
  }

  @Test("the device's own clock dates readings that came in one packet, and wraps")
  func stamps() throws {
    let start = UInt32.max - 7000
    var text = description
    for packet in 0..<4 {
      for part in 0..<3 {
        let stamp = start &+ UInt32(packet * 15_000 + part * 5000)
        text += frame(
          1_000_000 + packet * 15_000, [0: packet * 3 + part, 1: 0, 2: 8192], stamp: stamp)
      }
    }
    let recording = try load(text)
    // How far apart the first packet's were, only the second one tells.
    #expect(
      try recording.samples.map(\.time)
        == [0, 1000, 2000].map { 1_000_000_000 + $0 }
        + (1...9).map { 1_000_000_000 + Int64($0) * 5_000_000 })
    #expect(recording.period == 5_000_000)
  }

  @Test("a stamp that runs away gives way to the kernel's clock")
  func stampRunsAway() throws {
    var text = description
    for index in 0..<20 {
      // The device's clock is ten times too fast.
      text += frame(index * 10_000, [0: index, 1: 0, 2: 8192], stamp: UInt32(index * 100_000))
    }
    for sample in try load(text).samples {
      let index = (sample.acceleration.x * 8192 / g).rounded()
      #expect(abs(Double(sample.time) / 1e6 - index * 10) <= 100)
    }
  }

  @Test("a known device's axes are turned as they are when it is read live, and it is said")
  func known() throws {
    // A DualShock 4 flat on a table: its y points out of its face.
    let text =
      description.replacing("1209 0002", with: "054c 09cc") + frame(0, [0: 0, 1: 8192, 2: 0])
      + frame(4000, [2: 4096])
    let recording = try load(text)
    #expect(
      try recording.samples.map(\.acceleration) == [Vector3(0, 0, g), Vector3(0, -0.5 * g, g)])
    #expect(recording.report.conclusions == ["axes turned: known device: DualShock 4"])
    // A Wii Remote tells neither that it is one nor in which unit.
    let wii =
      "N: Nintendo Wii Remote Accelerometer\nI: 0005 057e 0306 8600\n"
      + (3...5).map { "A: 0\($0) -500 500 2 4 0\n" }.joined() + frame(0, [3: 0, 4: 0, 5: 104])
      + frame(4000, [3: 104])
    #expect(try load(wii).samples.map(\.acceleration) == [Vector3(0, 0, g), Vector3(-g, 0, g)])
  }

  @Test("a report without any change gives no sample")
  func empty() throws {
    let text = description + frame(0, still) + frame(4000, [:]) + frame(8000, [0: 1])
    #expect(try load(text).samples.map(\.time) == [0, 8_000_000])
  }

  @Test("a last line that breaks off is left out and counted")
  func truncated() throws {
    let text = description + frame(0, still) + frame(4000, [0: 1]) + "E: 0.0080"
    let recording = try load(text)
    #expect(recording.count == 2)
    #expect(recording.report.truncatedLines == 1)
  }

  @Test("what isn't an accelerometer's recording is refused in one sentence", arguments: refusals)
  private func refused(_ refusal: Refusal) { refusal.check(in: "pad.evemu") }
}

private let refusals = [
  Refusal(
    description + "E: 4000000001.0 0003 0000 1\n",
    "pad.evemu:14: found an event 4000000001 s from the clock's zero, expected a time within 126 ",
    "years of it"),
  Refusal(
    "# EVEMU 2.0\n" + description,
    "pad.evemu:1: found evemu's version `2.0`, expected 1.0 to 1.3"),
  Refusal(
    "# EVEMU 1.3\n" + description,
    "pad.evemu:14: found no event, expected those of an accelerometer"),
  Refusal(
    "# EVEMU 1.3\n" + description + frame(0, [0: 1, 2: 8192]),
    "pad.evemu:14: found no event of ABS_Y, expected readings of all three axes"),
  Refusal(
    "N: old\nP: 40 00 00 00 00 00 00 00\nA: 00 -512 511 0 0\nE: 0.000000 0003 0000 1\n",
    "pad.evemu:4: found axes without a resolution, expected ABS_X, ABS_Y and ABS_Z with their ",
    "counts per g: record with evemu 1.2 or later, from a driver that gives them"),
  Refusal(
    "N: pad\nP: 00 00 00 00 00 00 00 00\nB: 01 00 00 00 10 00 00 00 00\n"
      + "A: 00 0 255 0 15 0\nE: 0.000000 0003 0000 1\n",
    "pad.evemu:5: found the events of a device with keys or buttons, expected an ",
    "accelerometer's (a gamepad has it in a device of its own)"),
  Refusal(
    description + "E: now 0003 0000 1\n",
    "pad.evemu:14: found `E: now 0003 0000 1`, expected `E: seconds.microseconds type code value`"),
  Refusal(
    description + frame(0, [0: 0, 1: 0, 2: 200]) + frame(4000, [2: 201]),
    "pad.evemu:13: found accelerations whose median is 0.241 m/s²: gravity has been removed from ",
    "this recording, expected about 1 g, as a sensor in a hand reads it"),
]

private func load(_ text: String) throws -> Recording {
  try Recording.load(bytes: Array(text.utf8), file: "pad.evemu")
}
