// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing

@testable import Sensors

/// The whole way from the kernel's interface to the daemon's, through the real libevdev: a program
/// that prints what it gets, under the preload shim.
@Suite("Input devices, through libevdev")
struct InputDeviceTests {
  private let input = FakeInput()

  private func watch(_ arguments: String...) throws -> Program {
    try Program.start("inputwatch", arguments, environment: input.environment)
  }

  /// One frame of axes, dated now.
  private func move(_ values: [(Int, Int)], on number: Int, at time: Int64 = monotonicNow()) {
    input.write(values.map { (3, $0.0, $0.1) } + [(0, 0, 0)], to: number, time: time)
  }

  /// Presses a key again and again until the device is open and the program hears it.
  private func isHeard(
    key: Int, on number: Int, by program: Program, as action: String
  ) throws -> Bool {
    for _ in 0..<200 {
      input.write(
        [(1, key, 1), (0, 0, 0), (1, key, 0), (0, 0, 0)], to: number, time: monotonicNow())
      if try program.waitForError(containing: " \(action)\n", seconds: 0.1) { return true }
    }
    return false
  }

  /// What the program wrote until it is killed now.
  private func lines(of program: Program) throws -> [String] {
    program.send(.terminate)
    return try program.finish().errors.split(separator: "\n").map(String.init)
  }

  @Test("an accelerometer's samples come with the right values, axes and times")
  func samples() throws {
    input.plug(.accelerometer(gyroCounts: 1024), as: 3)
    let program = try watch("accelerometer")
    #expect(
      try program.waitForError(
        containing: "running [Motion Sensors@aa:bb] accelerometer with gyro mount from identity; "
          + "the only accelerometer among the input devices"))
    #expect(try program.waitForError(containing: "sample 0.0 0.0 9.80665 turning 0.0 0.0 0.0"))
    let time = monotonicNow() / 1000 * 1000
    move([(0, -8192), (4, 1024 * 180)], on: 3, at: time)
    #expect(
      try program.waitForError(
        containing: "sample -9.80665 0.0 9.80665 turning 0.0 3.141592653589793 0.0 at \(time)\n"))
    move([(2, 4096)], on: 3)
    #expect(
      try program.waitForError(
        containing: "sample -9.80665 0.0 4.903325 turning 0.0 3.141592653589793 0.0"))
  }

  @Test("frames of one report come as far apart as the device's own clock says")
  func deviceClock() throws {
    let expected = (1...9).map { Int64($0) * 5 * millisecond }
    var tries: [[Int64]] = []
    // A computer that comes to it too late dates a reading that stands later than those (`largestLag`).
    while tries.last != expected, tries.count < 5 { tries.append(try frameTimes()) }
    #expect(tries.last == expected, "\(tries)")
  }

  /// The times of nine frames, of reports from 5 ms to 45 ms, as they are handed over, ns.
  private func frameTimes() throws -> [Int64] {
    input.plug(.accelerometer(), as: 3)
    defer { input.unplug(3) }
    let program = try watch("accelerometer")
    #expect(try program.waitForError(containing: "sample 0.0 0.0 9.80665"))
    // Four reports of three frames each, 5 ms apart, across the end of the stamps' 32 bits.
    let begin = monotonicNow() / 1000 * 1000
    // They lie after the first reading, and have been measured when they are read.
    while monotonicNow() < begin + 60 * millisecond {}
    for report in 0..<4 {
      var events: [(Int, Int, Int)] = []
      for frame in 0..<3 {
        let stamp = UInt32.max - 20_000 &+ UInt32(report * 15_000 + frame * 5000)
        events += [
          (4, 5, Int(Int32(bitPattern: stamp))), (3, 0, report * 3 + frame + 1), (0, 0, 0),
        ]
      }
      input.write(events, to: 3, time: begin + Int64(report) * 15 * millisecond)
    }
    let last = 12 * 9.80665 / 8192
    #expect(try program.waitForError(containing: "sample \(last) 0.0 9.80665"))
    let times = try lines(of: program).compactMap { line -> Int64? in
      line.hasPrefix("sample ") ? line.split(separator: " ").last.flatMap { Int64($0) } : nil
    }
    return times.suffix(9).map { $0 - begin }
  }

  @Test("events that the kernel lost are made up for: one coherent frame, counted")
  func lostEvents() throws {
    input.plug(.accelerometer(values: [0, 0, 8192]), as: 3)
    let program = try watch("accelerometer")
    #expect(try program.waitForError(containing: "sample 0.0 0.0 9.80665"))
    // What the device will say when it is asked: x = 7, y = 9 (in units of 1024 counts).
    input.describe(.accelerometer(values: [7 * 1024, 9 * 1024, 8192]), as: 3)
    let time = monotonicNow()
    // x 5, SYN_DROPPED, y 9, SYN_REPORT, x 7, SYN_REPORT
    input.write(
      [(3, 0, 5 * 1024), (0, 3, 0), (3, 1, 9 * 1024), (0, 0, 0), (3, 0, 7 * 1024), (0, 0, 0)],
      to: 3, time: time)
    let unit = 1024 * 9.80665 / 8192
    let coherent = "sample \(7 * unit) \(9 * unit) 9.80665"
    #expect(try program.waitForError(containing: coherent))
    #expect(try program.waitForError(containing: "drops 1"))
    // And from then on as ever.
    move([(2, 0)], on: 3)
    #expect(try program.waitForError(containing: "sample \(7 * unit) \(9 * unit) 0.0"))
    let samples = try lines(of: program).filter { $0.hasPrefix("sample ") }
    #expect(samples.count == 3, "\(samples)")
  }

  @Test("a device that is pulled out is told, and found again under another number")
  func replug() throws {
    input.plug(.accelerometer("Pad", unique: "aa"), as: 3)
    let program = try watch("accelerometer")
    #expect(try program.waitForError(containing: "running [Pad@aa]"))
    input.unplug(3)
    #expect(try program.waitForError(containing: "waiting (unplugged: cannot read Pad:"))
    // Its number is another's now, and another one like it is there as well.
    input.plug(.gamepad(), as: 3)
    #expect(try isHeard(key: 0x13b, on: 3, by: program, as: "pause"))
    // The one like it comes last, for a look around between the two would rightly take what is there.
    input.plug(.accelerometer("Pad", unique: "aa", values: [1024, 0, 0]), as: 11)
    input.plug(.accelerometer("Pad", unique: "bb"), as: 4)
    #expect(try program.waitForError(containing: "mount from identity; plugged in again"))
    #expect(try program.waitForError(containing: "sample \(1024 * 9.80665 / 8192) 0.0 0.0"))
    let text = try lines(of: program).joined(separator: "\n")
    #expect(!text.contains("Pad@bb"))
    // Nothing else is told in between.
    #expect(!text.contains("no-sensor"))
  }

  @Test("another accelerometer takes over with the values that it has by then")
  func takeover() throws {
    input.plug(.accelerometer("First"), as: 3)
    input.plug(.accelerometer("Second", values: [0, 0, 0]), as: 4)
    let program = try watch("accelerometer")
    #expect(try program.waitForError(containing: "running [First@"))
    input.describe(.accelerometer("Second", values: [-4096, 0, 0]), as: 4)
    input.unplug(3)
    #expect(try program.waitForError(containing: "running [Second@"))
    #expect(try program.waitForError(containing: "sample -4.903325 0.0 0.0"))
    #expect(try !lines(of: program).contains { $0.hasPrefix("sample 0.0 0.0 0.0") })
  }

  @Test("a device of which only poll(2) says that it is gone is gone")
  func hangUp() throws {
    input.plug(.accelerometer(), as: 3)
    let program = try watch("accelerometer")
    #expect(try program.waitForError(containing: "sample 0.0 0.0 9.80665"))
    input.hangUp(3)
    // Its node is still there: it is lost, and opened again.
    #expect(try program.waitForError(containing: "plugged in again"))
  }

  @Test("a device that goes without a word is noticed within seconds")
  func silentEnd() throws {
    input.plug(.accelerometer(), as: 3)
    let program = try watch("accelerometer")
    #expect(try program.waitForError(containing: "running"))
    input.vanish(3)
    #expect(try program.waitForError(containing: "waiting (unplugged: "))
  }

  @Test("a still device that says nothing is there all the same")
  func silence() throws {
    input.plug(.accelerometer(), as: 3)
    let program = try watch("accelerometer")
    #expect(try program.waitForError(containing: "sample 0.0 0.0 9.80665"))
    // Asked twice, it has moved by less than its fuzz: that is a reading, and no fault.
    input.describe(.accelerometer(values: [10, 0, 8192]), as: 3)
    #expect(
      try program.waitForError(containing: "sample \(10 * 9.80665 / 8192) 0.0 9.80665"))
    input.describe(.accelerometer(values: [20, 0, 8192]), as: 3)
    #expect(
      try program.waitForError(containing: "sample \(20 * 9.80665 / 8192) 0.0 9.80665"))
    let text = try lines(of: program).joined(separator: "\n")
    #expect(!text.contains("stalled") && !text.contains("waiting ("), "\(text)")
  }

  @Test("a device that reads zero on all axes gives no measurements")
  func zero() throws {
    input.plug(.accelerometer("Steam Deck", values: [0, 0, 0]), as: 3)
    let program = try watch("accelerometer")
    #expect(
      try program.waitForError(containing: "(stuck: Steam Deck reads zero on all axes)")
    )
    // Asked for its axes, as it is each second, it says the same.
    input.describe(.accelerometer("Steam Deck", values: [0, 0, 8192]), as: 3)
    move([(2, 8192)], on: 3)
    #expect(try program.waitForError(containing: "sample 0.0 0.0 9.80665"))
  }

  @Test("a stick is taken for a tilt, and never for an accelerometer")
  func sticks() throws {
    input.plug(.gamepad(), as: 2)
    let wrong = try watch("accelerometer")
    #expect(
      try wrong.waitForError(
        containing: "waiting (no-sensor: no input device is an accelerometer)"))
    // Both would read from the same FIFO.
    #expect(try !lines(of: wrong).contains { $0.hasPrefix("sample") })
    let program = try watch("any")
    #expect(try program.waitForError(containing: "[Gamepad@cc:dd] stick mount from none"))
    #expect(try program.waitForError(containing: "position 0.0 0.0"))
    move([(0, 32767)], on: 2)
    #expect(try program.waitForError(containing: "position 1.0 0.0"))
    move([(0, 0), (1, -32768)], on: 2)
    #expect(try program.waitForError(containing: "position 0.0 -1.0"))
    // The hat on top of a stick that is let go: ramped up to the limit, step by step.
    move([(1, 0), (0x10, -1)], on: 2)
    #expect(try program.waitForError(containing: "position -1.0 0.0"))
    let steps = try lines(of: program).filter { $0.hasPrefix("position -0.") }
    #expect(steps.count > 5, "\(steps)")
  }

  @Test("the buttons of every gamepad act, beside the device that tilts the table")
  func buttons() throws {
    input.plug(.accelerometer(), as: 1)
    input.plug(.gamepad(), as: 2)
    input.plug(.senseHat, as: 3)
    input.plug(.keyboard, as: 4)
    let program = try watch("any")
    #expect(try program.waitForError(containing: "running [Motion Sensors@aa:bb]"))
    func press(_ key: Int, _ number: Int) {
      input.write(
        [(1, key, 1), (0, 0, 0), (1, key, 0), (0, 0, 0)], to: number, time: monotonicNow())
    }
    press(0x13b, 2)
    #expect(try program.waitForError(containing: "press BTN_START pause\n"))
    press(106, 3)
    #expect(try program.waitForError(containing: "press right next-table\n"))
    // A keyboard is somebody's for something else.
    press(28, 4)
    press(0x13a, 2)
    #expect(try program.waitForError(containing: "press BTN_SELECT restart\n"))
    let presses = try lines(of: program).filter { $0.hasPrefix("press ") }
    #expect(
      presses == ["press BTN_START pause", "press right next-table", "press BTN_SELECT restart"])
  }

  @Test("buttons are watched alone where another sensor tilts the table")
  func buttonsAlone() throws {
    let program = try watch("buttons", "map=BTN_A=select up=level")
    input.plug(.senseHat, as: 3)
    input.plug(.gamepad(), as: 2)
    #expect(try isHeard(key: 103, on: 3, by: program, as: "level"))
    #expect(try isHeard(key: 0x130, on: 2, by: program, as: "select"))
  }

  @Test("a device is opened once, however long it is used, and by name")
  func names() throws {
    input.plug(.accelerometer("Left", unique: ""), as: 5)
    input.plug(.accelerometer("Right", unique: ""), as: 6)
    input.link("usb-right-event", to: 6)
    for name in ["/dev/input/event6", "Right", "/dev/input/by-id/usb-right-event"] {
      let program = try watch("name:\(name)")
      #expect(try program.waitForError(containing: "running [Right@usb-right-event]"))
      #expect(try program.waitForError(containing: "; named \(name)"))
    }
    let program = try watch("name:Middle")
    #expect(try program.waitForError(containing: "no-sensor: no input device is called Middle"))
    input.plug(.accelerometer("Middle"), as: 7)
    #expect(try program.waitForError(containing: "running [Middle@aa:bb]"))
  }

  @Test("a list tells what is there, what is taken, and what can't be looked into")
  func listing() throws {
    input.plug(.keyboard, as: 0)
    input.plug(.gamepad(), as: 1)
    input.plug(.accelerometer(), as: 2)
    input.plug(.accelerometer("Closed"), as: 3)
    input.fault(3, "open 13\n")
    #expect(
      try watch("list").finish().errors == """
        Motion Sensors@aa:bb
        Gamepad@cc:dd
        Some Keyboard
        takes /dev/input/event2: the only accelerometer among the input devices
        permission: cannot open /dev/input/event3: permission denied

        """)
  }

  @Test("without the right to open a device that is told, and with it it is opened")
  func permission() throws {
    input.fault(3, "open 13\n")
    input.plug(.accelerometer(), as: 3)
    let program = try watch("any")
    #expect(
      try program.waitForError(
        containing: "waiting (permission: cannot open /dev/input/event3: permission denied)"))
    // udev gives the right a moment after the node has appeared.
    input.fault(3, "")
    input.changeMode(3, to: 0o640)
    #expect(try program.waitForError(containing: "running [Motion Sensors@aa:bb]"))
  }

  @Test(
    "a device that can't be opened for a moment is opened later, though nothing about it changes",
    arguments: [5, 12, 24])
  func openedLater(error: Int) throws {
    input.fault(3, "open \(error)\n")
    input.plug(.accelerometer(), as: 3)
    let program = try watch("any")
    #expect(try program.waitForError(containing: "cannot open /dev/input/event3:"))
    input.fault(3, "")
    #expect(try program.waitForError(containing: "running [Motion Sensors@aa:bb]"))
  }

  @Test("a kernel that can't date by the monotonic clock is no obstacle")
  func realtimeClock() throws {
    var device = FakeInput.Device.accelerometer()
    device.lines.append("F: a0 22")
    input.plug(device, as: 3)
    let program = try watch("accelerometer")
    #expect(try program.waitForError(containing: "sample 0.0 0.0 9.80665"))
    // As the realtime clock dates: half a century later.
    let before = monotonicNow()
    let epoch = 1_790_000_000 * second
    move([(0, 8192)], on: 3, at: epoch)
    #expect(try program.waitForError(containing: "sample 9.80665 0.0 9.80665"))
    move([(0, 4096)], on: 3, at: epoch + 10 * millisecond)
    #expect(try program.waitForError(containing: "sample 4.903325 0.0 9.80665"))
    let after = monotonicNow()
    let times = try lines(of: program).compactMap { line -> Int64? in
      line.hasPrefix("sample ") ? line.split(separator: " ").last.flatMap { Int64($0) } : nil
    }
    #expect(times.count == 3)
    #expect(times.dropFirst().allSatisfy { (before...after).contains($0) })
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("devices are kept from others only for those who ask, and what keeps them is told")
  func grabbing() throws {
    var device = FakeInput.Device.accelerometer()
    device.lines.append("F: 90 16")
    input.plug(device, as: 3)
    let shared = try watch("accelerometer")
    #expect(try shared.waitForError(containing: "sample 0.0 0.0 9.80665"))
    #expect(try !lines(of: shared).joined().contains("busy"))
    let alone = try watch("accelerometer", "grab")
    #expect(
      try alone.waitForError(
        containing: "(busy: cannot keep Motion Sensors for balld alone: device or resource busy)"))
    #expect(try alone.waitForError(containing: "sample 0.0 0.0 9.80665"))
  }

  @Test("an accelerometer without a unit is refused, unless the configuration has one")
  func withoutUnit() throws {
    input.plug(.accelerometer(countsPerG: 0), as: 3)
    let refused = try watch("any")
    #expect(try refused.waitForError(containing: "waiting (no-scale: the driver of Motion Sensors"))
    let given = try watch("any", "counts=4096")
    #expect(try given.waitForError(containing: "sample 0.0 0.0 19.6133"))
  }

  @Test("a hundred plugs and unplugs leave nothing behind")
  func descriptors() throws {
    let program = try watch("accelerometer")
    func count() throws -> Int { try Directory.names(in: "/proc/\(program.identifier)/fd").count }
    input.plug(.accelerometer("Pad 0"), as: 0)
    #expect(try program.waitForError(containing: "running [Pad 0@"))
    let before = try count()
    for number in 1...100 {
      input.unplug(number - 1)
      input.plug(.accelerometer("Pad \(number)"), as: number)
      #expect(try program.waitForError(containing: "running [Pad \(number)@"))
    }
    #expect(try count() == before)
  }

  @Test("a device that takes half a second to open keeps no other waiting")
  func slowOpening() throws {
    input.plug(.accelerometer(), as: 3)
    input.fault(3, "open-delay 500\n")
    let program = try watch("accelerometer")
    #expect(try program.waitForError(containing: "sample 0.0 0.0 9.80665"))
    // It is open now, and never opened again for a reading.
    input.fault(3, "open 5\n")
    move([(0, 8192)], on: 3)
    #expect(try program.waitForError(containing: "sample 9.80665 0.0 9.80665"))
  }
}
